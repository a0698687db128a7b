"""Faults that other dashboards had with comparisons: what is right here. The numbers are those of their list."""

import json
import statistics
from collections.abc import Callable

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from core.charts import scatter
from core.results import Store, mean_std, over_seeds
from core.results.export import shown
from core.results.lines import curve
from core.results.marks import Marks
from core.results.points import field_of, group_means, metric_of, points, varying
from core.results.settings import BY_RUN, BY_VALUES, differences
from core.results.summary import table
from tests.results.conftest import footer_of, rows_of, values_of

MIXED: tuple[object, ...] = (None, 1, 2.5, "1", "auto", True, [1, 2])


def index_of(store: Store) -> pd.DataFrame:
    return store.index().runs


def test_fault_16_a_setting_that_is_none_number_or_text_hides_no_run(store: Store, put: Callable[..., str]) -> None:
    for seed, value in enumerate(MIXED):
        put("rope", seed, config={"window": value})
    put("rope", 7)
    runs = index_of(store)
    row = differences(runs, BY_RUN).table.loc["window"]
    assert row.to_list() == ["null", "1", "2.5", '"1"', "auto", "true", "[1, 2]", "(unset)"]
    assert differences(runs, BY_VALUES).table.at["window", "values"].count("(1)") == 8
    found = field_of(runs, Marks(), "window")
    placed = points(runs, found, metric_of(runs, "val_loss"))
    assert not found.is_number and len(placed) == 8
    assert len(scatter(placed, found).chart.datasets["points"]) == 8


def test_fault_17_runs_without_the_setting_are_one_group_with_a_mean(store: Store, put: Callable[..., str]) -> None:
    for seed in range(3):
        put("rope", seed, {128: 1.0 + seed})
        put("alibi", seed, {128: 5.0}, config={"window": "wide"})
    runs = index_of(store)
    found = field_of(runs, Marks(), "window")
    means = group_means(points(runs, found, metric_of(runs, "val_loss")), found).set_index("x")
    assert set(means.index) == {"(unset)", "wide"}
    assert (means.at["(unset)", "n"], means.at["(unset)", "mean"]) == (3, 2.5)  # 1.5, 2.5, 3.5


def test_fault_17_runs_without_a_number_are_counted_beside_the_axis(store: Store, put: Callable[..., str]) -> None:
    for seed in range(2):
        put("rope", seed)
        put("alibi", seed, config={"window": 64})
    runs = index_of(store)
    found = field_of(runs, Marks(), "window")
    drawn = scatter(points(runs, found, metric_of(runs, "val_loss")), found)
    assert found.is_number and drawn.without_x == 2 and len(drawn.chart.datasets["points"]) == 2


def test_fault_19_a_mean_does_not_hang_on_what_else_is_there(store: Store, put: Callable[..., str]) -> None:
    for seed in range(3):
        put("rope", seed, {128: 1.0 + seed, 256: 2.0})
        put("alibi", seed, {128: 7.0 * seed, 256: 9.0})
    runs = index_of(store)
    x = field_of(runs, Marks(), "encoding")
    whole = group_means(points(runs, x, metric_of(runs, "val_loss")), x).set_index("series")
    mine = runs[runs["encoding"] == "rope"]
    alone = group_means(points(mine, x, metric_of(mine, "val_loss")), x).set_index("series")
    numbers = ["mean", "std", "n", "lo", "hi"]
    assert whole.loc["rope", numbers].equals(alone.loc["rope", numbers])


@settings(max_examples=30)
@given(st.lists(st.sampled_from([0.0, 1.0, 0.5]), min_size=1, max_size=9))
def test_fault_20_ties_count_as_often_as_they_are(numbers: list[float]) -> None:
    found = over_seeds(values_of({"rope": dict(enumerate(numbers))})).iloc[0]
    assert found["n"] == len(numbers)
    np.testing.assert_allclose(found["mean"], statistics.fmean(numbers), atol=1e-12)
    if len(numbers) > 1:
        np.testing.assert_allclose(found["std"], statistics.stdev(numbers), atol=1e-12)


def test_fault_20_two_zeros_and_a_one_are_a_third() -> None:
    assert over_seeds(values_of({"rope": {0: 0.0, 1: 0.0, 2: 1.0}}))["mean"].iloc[0] == 1 / 3


def test_fault_21_a_metric_with_one_step_has_its_mean_at_its_step(store: Store) -> None:
    for seed, loss in enumerate((2.0, 2.5, 3.0)):
        store.write(f"rope-s{seed}", rows_of({128: loss}, steps=70, every=1000, first=70), footer_of("rope", seed))
    rows = store.rows(index_of(store)["name"], "val", "tail_loss")
    mean = curve(rows).iloc[0]
    assert (mean["step"], mean["x"], mean["mean"], mean["std"], mean["n"]) == (70, 70.0, 2.5, 0.5, 3)
    runs = index_of(store)
    x = field_of(runs, Marks(), "encoding")
    bars = scatter(points(runs, x, metric_of(runs, "val_loss")), x).chart.datasets["means"].iloc[0]
    assert [bars["lo"], bars["mean"], bars["hi"]] == [2.5, 3.0, 3.5]  # window_loss: half a nat more


def test_fault_22_one_run_has_no_deviation_anywhere(store: Store, put: Callable[..., str]) -> None:
    put("rope", 0, {128: 2.0, 256: 2.25})
    runs = index_of(store)
    text = shown(table(store.values())).iloc[0]
    assert text["n"] == "1" and "±" not in text["val_loss"] and text["val_loss"] == "2.500"
    x = metric_of(runs, "rise_at_2x")
    means = scatter(points(runs, x, metric_of(runs, "val_loss")), x).chart.datasets["means"].iloc[0]
    assert means[["lo", "hi", "x_lo", "x_hi"]].isna().all()
    assert means["told_y"] == "2.500 (n=1)" and "±" not in means["told_x"]


def test_fault_28_digits_follow_the_deviation() -> None:
    assert mean_std(1e-4, 2e-5, 3) == "0.000100 ± 0.000020"
    assert mean_std(1.1e-13, 0.0, 1) == "1.100e-13"
    assert mean_std(12345.678, 120.0, 3) == "12346 ± 120"


def test_fault_29_a_setting_of_the_last_run_alone_has_row_and_axis(store: Store, put: Callable[..., str]) -> None:
    for seed in range(120):
        put("rope", seed, {128: 2.0})
    put("zz", 0, config={"late": 3})
    runs = index_of(store)
    assert json.loads(runs["config"].iloc[-1])["late"] == 3
    assert differences(runs, BY_VALUES).table.at["late", "values"] == "(unset) (120), 3 (1)"
    assert "late" in varying(runs, Marks())
    values = store.values()
    more = pd.concat([values, values.tail(1).assign(metric="tail_loss", eval_length=9999, value=1.0)])
    assert "tail_loss_9999_mean" in table(more)
