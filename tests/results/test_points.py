"""Runs as points, pairs and settings: against numbers worked out by hand and by another way."""

import statistics
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.results import Store, paired
from core.results.marks import Mark, Marks
from core.results.pairs import seed_by_seed
from core.results.points import Measured, field_of, group_means, lengths, metric_of, points, quarter, varying, wants_log
from core.results.settings import BY_RUN, BY_SEEDS, BY_VALUES, differences, together, told, usual

NUMBERS = st.floats(-1e3, 1e3, allow_nan=False, width=32)


def index_of(store: Store) -> pd.DataFrame:
    return store.index().runs


def test_points_and_means_by_hand(store: Store, put: Callable[..., str]) -> None:
    for seed, loss in enumerate((2.0, 2.2, 2.4)):
        put("rope", seed, {128: loss, 256: loss + 0.1 * (seed + 1)})
    put("alibi", 0, {128: 3.0, 256: 3.5})
    runs = index_of(store)
    x, y = metric_of(runs, "val_loss"), metric_of(runs, "rise_at_2x")
    placed = points(runs, x, y)
    assert sorted(placed.loc[placed["series"] == "rope", "x"]) == pytest.approx(
        [2.5, 2.7, 2.9]
    )  # window: half a nat more
    means = group_means(placed, x).set_index("series")
    # rises 0.1, 0.2, 0.3: mean 0.2, std 0.1; validation losses 2.5, 2.7, 2.9: mean 2.7, std 0.2
    assert means.loc["rope", ["mean", "std", "x", "x_std"]].to_list() == pytest.approx([0.2, 0.1, 2.7, 0.2])
    assert (means.at["rope", "n"], means.at["alibi", "n"]) == (3, 1) and np.isnan(means.at["alibi", "std"])


def test_a_setting_across_parts_the_means_and_a_metric_does_not(store: Store, put: Callable[..., str]) -> None:
    for seed in range(2):
        put("rope", seed, {128: 2.0 + seed})
        put("rope", seed, {128: 1.0 + seed}, name=f"low-{seed}", config={"rope_theta": 100.0})
    runs = index_of(store)
    theta, loss = field_of(runs, Marks(), "rope_theta"), metric_of(runs, "val_loss")
    means = group_means(points(runs, theta, loss), theta).set_index("x")
    assert theta.is_number and means["mean"].to_dict() == pytest.approx({1e4: 3.0, 100.0: 2.0})
    by_seed = field_of(runs, Marks(), "seed")
    assert group_means(points(runs, by_seed, loss), by_seed)["n"].to_list() == [1, 1, 1, 1]


def test_a_run_that_diverged_or_was_repeated_is_counted_as_everywhere(store: Store, put: Callable[..., str]) -> None:
    put("rope", 0, {128: 2.0})
    put("rope", 1, {128: 2.4})
    put("rope", 1, {128: 9.0}, name="older", end="2025-01-01T00:00:00+00:00")
    put("rope", 2, {128: float("nan")}, status="diverged")
    runs = index_of(store)
    x, y = field_of(runs, Marks(), "encoding"), metric_of(runs, "val_loss")
    means = group_means(points(runs, x, y), x).iloc[0]
    assert (means["n"], means["asked"], means["finished"]) == (2, 3, 2) and means["mean"] == pytest.approx(2.7)


def test_a_metric_by_length_comes_from_the_final_values(store: Store, put: Callable[..., str]) -> None:
    put("rope", 0, {128: 2.0, 512: 4.25})
    runs = index_of(store)
    assert metric_of(runs, "tail_loss", store.values(), 512).values.to_list() == [4.25]
    assert np.isnan(metric_of(runs, "tail_loss", store.values(), 256).values.iloc[0])
    assert lengths(runs) == [128, 256, 512]
    with pytest.raises(ValueError, match="does not hold tail_loss"):
        metric_of(runs, "tail_loss")


def test_tags_can_stand_across_and_names_and_times_cannot(store: Store, put: Callable[..., str]) -> None:
    names = [put("rope", 0), put("alibi", 0, config={"layers": 2})]
    runs, noted = index_of(store), Marks(runs={names[0]: Mark(tags=("thesis",))})
    assert field_of(runs, noted, "tags").values.to_dict() == {0: "(unset)", 1: "thesis"}
    assert set(varying(runs, noted)) == {"encoding", "series", "layers", "tags"}


@settings(max_examples=20)
@given(st.lists(NUMBERS, min_size=1, max_size=12))
def test_the_mean_of_a_group_is_the_mean_of_its_runs(numbers: list[float]) -> None:
    one, others = frame(numbers), frame([500.0, -3.0], "other")
    x = Measured(values=one["x"], is_number=True, is_metric=True)
    alone = group_means(one, x).iloc[0]
    both = group_means(pd.concat([others, one], ignore_index=True), x).set_index("series").loc["rope"]
    assert alone["mean"] == pytest.approx(statistics.fmean(numbers), abs=1e-6) == pytest.approx(both["mean"], abs=1e-6)
    if len(numbers) > 1:
        assert alone["std"] == pytest.approx(statistics.stdev(numbers), abs=1e-6)
    else:
        assert np.isnan(alone["std"])


@given(st.lists(NUMBERS, min_size=1), st.booleans())
def test_a_quarter_is_a_quarter_and_holds_the_ends(numbers: list[float], lowest: bool) -> None:
    series = pd.Series(numbers)
    lit = quarter(series, lowest)
    inside, outside = series[lit], series[~lit]
    assert lit.sum() >= max(1, len(numbers) // 4)
    assert outside.empty or (inside.max() < outside.min() if lowest else inside.min() > outside.max())
    assert len(set(numbers)) < len(numbers) or lit.sum() == max(1, len(numbers) // 4)


def test_a_logarithmic_axis_fits_bases_and_no_losses() -> None:
    assert wants_log(pd.Series([20.0, 1e5])) and not wants_log(pd.Series([0.0, 1e5]))
    assert not wants_log(pd.Series([1.5, 4.0])) and not wants_log(pd.Series([np.nan, np.inf]))


def frame(numbers: list[float], series: str = "rope") -> pd.DataFrame:
    """Points as `points` gives them, one a seed."""
    same = {"experiment": "e", "encoding": series, "scaling": "none", "series": series, "status": "finished"}
    rows = [
        same | {"seed": seed, "replaces": (), "step": 1, "x": 1.0, "y": y, "used": True}
        for seed, y in enumerate(numbers)
    ]
    return pd.DataFrame(rows)


SEEDS = st.dictionaries(st.integers(0, 9), st.floats(0.5, 9, width=32), max_size=8)


@settings(max_examples=20)
@given(SEEDS, SEEDS)
def test_pairs_are_those_that_paired_takes(make_values, one: dict[int, float], other: dict[int, float]) -> None:
    values = make_values({"rope": {99: 1.0} | one, "alibi": {99: 1.5} | other})
    pairs = seed_by_seed(values, "rope", "alibi", "tail_loss", 256)
    row = paired(values, "rope", "tail_loss", 256).iloc[0]
    both = pairs.dropna()
    assert dict(row["differences"]) == pytest.approx(dict(zip(both["seed"], both["difference"], strict=True)))
    assert set(pairs["seed"]) == {99} | set(one) | set(other)
    assert set(both["seed"]) == {99} | (set(one) & set(other))
    assert row["mean_difference"] == pytest.approx(both["difference"].mean())


def test_pairs_leave_a_diverged_seed_without_a_partner(make_values) -> None:
    values = make_values({"rope": {0: 2.0, 1: 2.1}, "alibi": {0: 2.5, 1: 2.2}})
    values.loc[(values["series"] == "alibi") & (values["seed"] == 1), "used"] = False
    pairs = seed_by_seed(values, "rope", "alibi", "tail_loss", 256).set_index("seed")
    assert pairs.at[0, "difference"] == 0.5 and np.isnan(pairs.at[1, "difference"]) and pairs.at[1, "one"] == 2.1
    assert seed_by_seed(values, "rope", "fire", "tail_loss", 256).empty


def test_settings_by_run_by_seeds_and_by_value(store: Store, put: Callable[..., str]) -> None:
    for seed in range(6):
        put("rope", seed)
        put("rope", seed, name=f"small-{seed}", run_id=f"small-{seed}", config={"batch_size": 8})
    put("alibi", 0)
    runs = index_of(store)
    assert usual(runs) == BY_SEEDS and usual(runs.head(8)) == BY_RUN
    table = differences(runs, BY_SEEDS).table
    assert list(table.index) == ["encoding", "batch_size", "seed"]
    small = next(name for name in table if table.at["batch_size", name] == "8")
    assert table.at["seed", small] == "0, 1, 2, …, 5 (6)" and small.startswith("rope · ") and "alibi" in table
    assert differences(runs, BY_VALUES).table.at["batch_size", "values"] == "32 (7), 8 (6)"
    by_batch = differences(runs, "batch_size")
    assert by_batch.table.loc["encoding"].to_dict() == {"32": "alibi, rope", "8": "rope"}
    assert len(by_batch.members["8"]) == 6
    assert "small-3" in differences(runs, BY_RUN).table
    with pytest.raises(ValueError, match='do not differ in "steps"'):
        differences(runs, "steps")


def test_runs_that_share_an_id_are_told_by_name(store: Store, put: Callable[..., str]) -> None:
    put("rope", 0, name="a", run_id="same")
    put("alibi", 0, name="b", run_id="same")
    assert list(differences(index_of(store), BY_RUN).table) == ["a", "b"]


@given(st.lists(st.sampled_from(["1", "2", "10", "a", "b", "null", "0.5"]), min_size=1))
def test_what_is_together_names_or_counts_every_value(values: list[str]) -> None:
    said, distinct = together(values), set(values)
    assert said.endswith(f"({len(distinct)})") if len(distinct) > 4 else set(said.split(", ")) == distinct


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.floats(allow_nan=False, allow_infinity=False)))
def test_settings_of_other_types_have_other_texts(value: object) -> None:
    for other in (None, True, False, 1, "1", "null", "true", 0.5, "0.5", "a"):
        alike = type(value) is type(other) or ({type(value), type(other)} == {int, float})
        assert (told(value) == told(other)) == (alike and value == other)
