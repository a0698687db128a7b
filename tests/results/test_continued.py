"""Runs that went on are found by the experiment that they went on from, and joined with it seed by seed."""

import json
from pathlib import Path

import pandas as pd
import pytest

from core.results import Store, paired
from core.results.continued import before_and_after, continuations, first_values, repairs, told_by_steps, went_on
from core.results.fitting import model_of
from tests.pages import sample


@pytest.fixture
def store(tmp_path: Path) -> Store:
    for seed in range(3):
        Store(tmp_path).write(f"rope-s{seed}", sample.rows("rope", seed), sample.footer("rope", seed))
    sample.go_on(tmp_path)
    return Store(tmp_path)


def test_they_are_found_by_what_they_went_on_from(store: Store) -> None:
    runs = store.index().runs
    first = runs.set_index("name").at["rope-s0", "experiment"]
    found = continuations(runs, first)
    assert len(found) == 24 and set(found["factor"]) == {1.0, 4.0} and set(found["steps"]) == {100, 300}
    assert found.groupby(["steps", "factor"])["experiment"].nunique().eq(1).all(), "whatever their rule"
    assert continuations(runs, found["experiment"].iloc[0]).empty
    alien = runs.assign(config=json.dumps({"start": f"rope {first}", "native_length": "many"}))
    assert continuations(alien, first).empty


def test_a_pair_is_one_model_at_two_times(store: Store) -> None:
    runs = store.index().runs
    first = runs[~runs["config"].map(went_on)]
    found = continuations(runs, first["experiment"].iloc[0])
    late = found[(found["steps"] == 300) & (found["factor"] == 4) & (found["seed"] != 1)]
    joined = before_and_after(store.values(first["name"]), store.values(late["name"]))
    compared = paired(joined, "rope", "tail_loss", 512).set_index("series")
    assert set(compared.index) == {"rope, none", "rope, linear x4", "rope, drope"}
    assert set(compared["pairs"]) == {2} and set(compared["asked"]) == {2} and not compared["differs"].any()
    for seed, difference in compared.at["rope, linear x4", "differences"]:
        old, new = (
            frame[(frame["seed"] == seed) & (frame["metric"] == "tail_loss") & (frame["eval_length"] == 512)]
            for frame in (store.values(first["name"]), store.values(late[late["scaling"] == "linear x4"]["name"]))
        )
        assert difference == pytest.approx(new["value"].iloc[0] - old["value"].iloc[0])


def test_what_a_rule_costs_before_any_training_is_read_from_the_first_row(store: Store) -> None:
    runs = store.index().runs
    late = runs[(runs["steps"] == 300) & (runs["scaling"] == "linear x4")]
    values = first_values(late, store.rows(late["name"], "val", "tail_loss"))
    inside = values[(values["metric"] == "tail_loss") & (values["eval_length"] == 128)]
    expected = [sample.loss("rope", seed, 128, sample.STEPS) + 0.8 for seed in range(3)]
    assert list(inside.sort_values("seed")["value"]) == pytest.approx(expected, abs=2e-3)
    told = told_by_steps({0: values, 300: store.values(late["name"])}, [128])
    assert list(told.columns) == ["series", (128, 0), (128, 300), "n"] and list(told["n"]) == [3]


def test_a_harm_is_gone_by_the_first_step_at_which_its_mean_is() -> None:
    def losses(series: str, *values: float) -> pd.DataFrame:
        told = [(series, seed, 50 * at, value + 0.1 * seed) for at, value in enumerate(values) for seed in (0, 2)]
        return pd.DataFrame(told, columns=["series", "seed", "step", "value"])

    before = pd.DataFrame({"seed": [0, 1, 2], "value": [1.0, 99.0, 1.2]})  # seed 1 did not go on
    rows = pd.concat(
        [losses("healed", 3, 1.3, 1.19, 1.25), losses("worse", 2, 2.5, 1.9, 1.8), losses("harmless", 0.9, 1, 1, 1)]
    )
    found = repairs(rows, before, 0.9).set_index("series")
    assert set(found.index) == {"healed", "worse"}
    assert found.at["healed", "harm"] == pytest.approx(2.0) and found.at["healed", "step"] == 100
    assert found.at["worse", "harm"] == pytest.approx(1.0) and pd.isna(found.at["worse", "step"])


def test_they_are_no_model_of_their_longer_window(store: Store) -> None:
    config = store.index().runs.set_index("name").at["continued/rope-s0-none-4-300", "config"]
    assert model_of("rope", config) is None
    told = {key: value for key, value in json.loads(config).items() if key != "start"}
    assert model_of("rope", json.dumps(told)) == (1e4, 32, 512)
