"""Which runs fit a model, and the factor that a name holds."""

import json

import pandas as pd
import pytest

from core.results.fitting import model_of, most_common_model, rotary_runs
from core.results.stretch import factor_of, nearest_factor

CONFIG = {"rope_theta": 10000.0, "d_model": 128, "heads": 4, "train_length": 128}


def index(*rows: tuple[str, str, dict, str]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["encoding", "experiment", "config", "status"])
    return frame.assign(config=[json.dumps(CONFIG | config) for config in frame["config"]])


def test_a_model_is_told_by_the_config_of_a_run_that_turns_whole_heads() -> None:
    assert model_of("rope", json.dumps(CONFIG)) == (10000.0, 32, 128)
    assert model_of("rope-partial", json.dumps(CONFIG)) is None


@pytest.mark.parametrize("wrong", ["", "[]", "{}", "null", json.dumps(CONFIG | {"heads": 0, "d_model": None})])
def test_a_config_that_does_not_say_it_has_no_model(wrong: str) -> None:
    assert model_of("rope", wrong) is None


def test_the_experiment_with_most_finished_runs_is_taken_whole() -> None:
    runs = index(
        ("rope", "a", {}, "finished"), ("rope", "b", {"steps": 9}, "finished"), ("rope", "b", {"steps": 9}, "finished"),
        ("rope", "b", {"steps": 9}, "diverged"), ("rope", "c", {"rope_theta": 20.0}, "finished"),
        ("alibi", "b", {"steps": 9}, "finished"),
    )  # fmt: skip
    assert list(rotary_runs(runs, (10000.0, 32, 128)).index) == [1, 2, 3]
    assert rotary_runs(runs, (500.0, 32, 128)).empty
    assert most_common_model(runs) == (10000.0, 32, 128) and most_common_model(runs.iloc[5:]) is None


@pytest.mark.parametrize(
    ("name", "factor"),
    [("yarn x4", 4), ("yarn x2.5 beta_fast=16", 2.5), ("dynamic-paper", None), ("abf base=500000", None), ("x4", None),
     ("my x4y", None)],
)  # fmt: skip
def test_the_factor_in_a_name(name: str, factor: float | None) -> None:
    assert factor_of(name) == factor


def test_nearest_is_by_ratio() -> None:
    names = ["none", "yarn x2", "linear x8"]
    assert nearest_factor(names, 3.9) == 2 and nearest_factor(names, 4.1) == 8 and nearest_factor(["none"], 4) is None
