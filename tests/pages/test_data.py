"""The numbers of an experiment: what was read of the whole study serves every choice, and a change of files shows."""

from pathlib import Path

import pandas as pd
import pytest

from core.results import Store, final_values, paired, table
from core.results.export import shown
from core.results.summary import EVALUATED
from pages.ui import data
from tests.pages import sample

KEYS = ["name", "split", "metric", "eval_length"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POSITION_LAB_RUNS", str(tmp_path))
    sample.fill(tmp_path)
    return tmp_path


def whole(root: Path) -> data.Experiment:
    runs = Store(root).index().runs
    return data.Experiment(str(runs["experiment"].iloc[0]), runs)


def alone(root: Path, runs: pd.DataFrame) -> pd.DataFrame:
    """The final values of these runs, read as if there were no others."""
    return final_values(runs, Store(root).rows(runs["name"], ("val", "forced"), EVALUATED))


def ordered(values: pd.DataFrame) -> pd.DataFrame:
    return values.sort_values(KEYS, ignore_index=True)


@pytest.mark.parametrize("chosen", [["rope"], ["learned", "alibi"], ["alibi", "fox", "none"]])
def test_values_of_some_encodings_are_those_that_they_have_alone(root: Path, chosen: list[str]) -> None:
    some = whole(root).only(chosen)
    pd.testing.assert_frame_equal(ordered(some.values()), ordered(alone(root, some.runs)))


@pytest.mark.parametrize("chosen", [["rope"], ["learned"], ["alibi", "fox", "none"]])
def test_the_table_of_some_encodings_is_the_one_that_they_have_alone(root: Path, chosen: list[str]) -> None:
    some = whole(root).only(chosen)
    expected = table(alone(root, some.runs))
    pd.testing.assert_frame_equal(some.table(), expected)
    pd.testing.assert_frame_equal(some.text(), shown(expected))


@pytest.mark.parametrize("chosen", [["rope", "learned"], ["rope", "alibi", "none"]])
def test_the_family_is_those_that_were_chosen(root: Path, chosen: list[str]) -> None:
    study = whole(root)
    some = study.only(chosen)
    study.paired("rope", "tail_loss", 256)  # a larger family of the same comparisons, met first
    found, expected = some.paired("rope", "tail_loss", 256), paired(alone(root, some.runs), "rope", "tail_loss", 256)
    pd.testing.assert_frame_equal(found, expected)


def test_a_series_whose_reference_was_left_out_is_held_against_the_one_that_is_left(root: Path) -> None:
    for encoding in ("rope", "alibi"):
        for seed in range(3):
            told = sample.footer(encoding, seed, config={"steps": sample.STEPS, "learning_rate": 0.5})
            Store(root).write(f"other/{encoding}-s{seed}", sample.rows(encoding, seed), told)
    study = whole(root)
    first = study.runs["experiment"].iloc[0]
    some = study.narrowed((study.runs["encoding"] != "rope") | (study.runs["experiment"] != first))
    assert study.paired("rope", "val_loss")["pairs"].max() == 3
    found, expected = some.paired("rope", "val_loss"), paired(alone(root, some.runs), "rope", "val_loss")
    pd.testing.assert_frame_equal(found, expected)
    assert found["differs"].map(len).max() > 0, "what it is held against differs in more"


def test_a_cell_that_only_a_seed_left_out_has_is_no_cell_of_the_others(root: Path) -> None:
    rows = sample.rows("rope", 2)
    longer = rows[(rows["eval_length"] == 1024).fillna(False)].assign(eval_length=2048)
    Store(root).write("reference/rope-s2", pd.concat([rows, longer]), sample.footer("rope", 2))
    study = whole(root).only(["rope"])
    some = study.narrowed(study.runs["seed"] < 2)
    assert 2048 in set(study.values()["eval_length"]) and 2048 not in set(some.values()["eval_length"])
    pd.testing.assert_frame_equal(ordered(some.values()), ordered(alone(root, some.runs)))


def test_evaluations_that_come_later_are_shown(root: Path) -> None:
    trained = whole(root)
    assert data.extended(trained.runs, trained).values().empty
    sample.stretch(root)
    runs = Store(root).index().runs
    again = data.Experiment(trained.id, data.trained(runs))
    values = data.extended(runs, again).values()
    read = values[values["scaling"] == "ntk x8"]
    assert read["used"].any() and read["value"].notna().any()
