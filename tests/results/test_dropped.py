"""Verdicts without each seed: held against the same rule on values from which the seed was taken by hand."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.results import paired
from core.results.dropped import fragile, seeds_left_out, without_each_seed

BASE = {0: 2.00, 1: 2.01, 2: 1.99, 3: 2.00, 4: 2.01}


def without(values, seed):
    return values[values["seed"] != seed]


def test_a_verdict_that_hangs_on_one_seed_flips_by_hand(make_values) -> None:
    # differences of -0.05 in four seeds and one of +0.06: with it the interval holds 0, without it all are alike
    other = {seed: loss - 0.05 for seed, loss in BASE.items()} | {4: BASE[4] + 0.06}
    far = {seed: loss + 1 for seed, loss in BASE.items()}
    table = without_each_seed(make_values({"rope": BASE, "alibi": other, "none": far}), "rope", "tail_loss", 256)
    alibi = table[table["series"] == "alibi"].set_index("left_out")
    assert alibi["verdict"].iloc[0] == "not separated" and alibi.at[4, "verdict"] == "better"
    assert alibi["flipped"].to_list() == [False] * 5 + [True]
    assert alibi.at[4, "mean_difference"] == pytest.approx(-0.05) and seeds_left_out(table) == [0, 1, 2, 3, 4]
    assert fragile(table) == {"alibi": [4]}


LOSSES = st.lists(st.floats(1.5, 2.5, width=32), min_size=5, max_size=5)


@settings(max_examples=20)
@given(LOSSES, LOSSES)
def test_every_draw_is_what_paired_says_without_the_seed(make_values, one: list[float], other: list[float]) -> None:
    made = {"rope": BASE, "alibi": dict(enumerate(one)), "none": dict(enumerate(other))}
    values = make_values(made)
    table = without_each_seed(values, "rope", "tail_loss", 256)
    whole = paired(values, "rope", "tail_loss", 256).set_index("series")
    for seed in range(5):
        drawn = table[table["left_out"] == seed].set_index("series")
        right = paired(without(values, seed), "rope", "tail_loss", 256).set_index("series")
        for name in ("alibi", "none"):
            by_hand = np.mean([made[name][k] - BASE[k] for k in range(5) if k != seed])
            assert drawn.at[name, "mean_difference"] == pytest.approx(by_hand, abs=1e-9)
            assert drawn.at[name, "verdict"] == right.at[name, "verdict"]
            assert drawn.at[name, "flipped"] == (right.at[name, "verdict"] != whole.at[name, "verdict"])


def test_two_pairs_are_no_flip(make_values) -> None:
    three = {seed: BASE[seed] for seed in range(3)}
    values = make_values({"rope": three, "alibi": {seed: loss + 1 for seed, loss in three.items()}})
    table = without_each_seed(values, "rope", "tail_loss", 256)
    assert set(table.loc[table["left_out"].notna(), "verdict"]) == {"too few seeds"} and not table["flipped"].any()


def test_a_series_that_lacks_a_seed_takes_no_part_and_bases_do(make_values) -> None:
    few = {seed: BASE[seed] for seed in range(4)}
    table = without_each_seed(make_values({"rope": BASE, "alibi": few}), "rope", "tail_loss", 256)
    assert table.empty and next(iter(table)) == "left_out"
    low = make_values({"rope": {seed: loss - 0.5 for seed, loss in BASE.items()}}, config={"rope_theta": 20.0})
    low = low.assign(series="rope, rope_theta=20", experiment="e1", name=low["name"] + "-20")
    values = pd.concat([make_values({"rope": BASE}), low], ignore_index=True)
    table = without_each_seed(values, "rope", "tail_loss", 256, "rope_theta")
    assert set(table["verdict"]) == {"better"} and len(table) == 6
