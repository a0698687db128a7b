"""What the runs say of a choice, on values made by hand."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from core.course.decision import (
    BASES,
    Standing,
    agreement,
    bar,
    evidence_table,
    extension_series,
    extension_values,
    slow,
    standing,
)
from core.results import Store
from core.results.continued import continuations
from tests.pages import sample


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    root: Path = tmp_path_factory.mktemp("decision")
    made = Store(root)
    for encoding in ("none", "rope", "alibi"):
        for seed in range(3):
            made.write(f"{encoding}-s{seed}", sample.rows(encoding, seed), sample.footer(encoding, seed))
    sample.stretch(root)
    sample.go_on(root)
    return made


def trained(store: Store) -> pd.DataFrame:
    return store.values([f"{encoding}-s{seed}" for encoding in ("none", "rope", "alibi") for seed in range(3)])


def test_others_are_held_against_the_choice(store: Store) -> None:
    found = standing(trained(store), "rope", "tail_loss", 256)
    assert found is not None
    one, table = found
    assert (one.n, one.seeds, set(table["series"])) == (3, (0, 1, 2), {"none", "alibi"})
    assert set(one.better + one.level + one.worse) == {"none", "alibi"}
    lower = {name for name in ("none", "alibi") if sample.loss(name, 0, 256, 200) < sample.loss("rope", 0, 256, 200)}
    assert set(one.better) == lower == {"none"} and one.worse == ("alibi",)
    assert standing(trained(store), "fire", "tail_loss", 256) is None


STANDING = Standing(
    eval_length=128, mean=1.0, std=0.1, n=3, seeds=(0, 1, 2), better=(), level=("b",), worse=("c",), few=()
)


@pytest.mark.parametrize(
    ("inside", "beyond", "said"),
    [((), (), "holds"), (("a",), (), "costs inside"), ((), ("a",), "costs beyond"), (("a",), ("a",), "contradicted")],
)
def test_a_choice_holds_where_nothing_is_better(inside: tuple, beyond: tuple, said: str) -> None:
    assert agreement(replace(STANDING, better=inside), replace(STANDING, better=beyond)) == said


def test_what_was_not_measured_or_judged_stays_open() -> None:
    alone = replace(STANDING, level=(), worse=(), few=("b",))
    assert agreement(STANDING, None) == agreement(None, STANDING) == agreement(STANDING, alone) == "open"


def test_slow_pairs_of_the_bases_are_those_of_the_table() -> None:
    assert [slow(base, 32, 128) for base in BASES] == [0, 5, 9, 10, 11]


def test_further_steps_stand_beside_a_rule_read_as_it_is(store: Store) -> None:
    runs = store.index().runs
    read = store.values(runs[(runs["encoding"] == "rope") & ~runs["config"].str.contains("start")]["name"])
    experiment = str(read["experiment"].iloc[0])
    further = continuations(runs, experiment)
    further = further[(further["factor"] == 4) & (further["steps"] == 300)]
    values = extension_values(read, store.values(further["name"]), 4, 300)
    assert {"rope", "rope, linear x4 +300", "rope, none +300"} == set(values["series"])
    assert extension_series("linear-further", 4, 300) in set(values["series"])
    found = standing(values, "rope, none +300", "tail_loss", 512, "scaling")
    assert found is not None and found[0].n == 3
    assert set(extension_values(read, pd.DataFrame(), 2, 300)["series"]) >= {"rope", "rope, linear x2", "rope, yarn x2"}


def test_a_table_has_every_option_also_those_not_measured(store: Store) -> None:
    rows = evidence_table(trained(store), ("val_loss", 128), ("tail_loss", 256), ("rope", "fire"))
    assert list(rows["n"]) == [3, 0] and rows["inside"][1] == "–" and " ± " in rows["beyond"][0]


def test_the_bar_is_the_larger_of_what_was_measured() -> None:
    assert bar(0.07, 0.05) == 0.07 and bar(0.02, 0.05) == 0.05 and bar(0.02, float("nan")) == 0.02
