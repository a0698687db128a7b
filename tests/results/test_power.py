"""What a comparison could have seen, against published figures, simulation and brute force."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.results import holm, paired
from core.results.power import found, levels, noncentrality, unseen


def test_published_sample_sizes():
    # Cohen 1988, table 2.4.1: 64 a group find a difference of half a standard deviation in 80% of experiments, at 5%.
    assert noncentrality(126, 0.05) * math.sqrt(2 / 64) == pytest.approx(0.5, abs=0.005)
    # The same book's figures for 0.2 and 0.8: 393 and 26 a group.
    assert noncentrality(784, 0.05) * math.sqrt(2 / 393) == pytest.approx(0.2, abs=0.002)
    assert noncentrality(50, 0.05) * math.sqrt(2 / 26) == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize(("n", "comparisons"), [(3, 1), (5, 1), (5, 6)])
def test_the_gap_found_is_found_in_four_of_five_simulations(n, comparisons):
    rng, level = np.random.default_rng(3), 0.05 / comparisons
    gap = found(1 / math.sqrt(n), n - 1, level)
    draws = rng.normal(gap, 1, (40000, n))
    t = draws.mean(axis=1) / (draws.std(axis=1, ddof=1) / math.sqrt(n))
    assert (2 * stats.t.sf(np.abs(t), n - 1) < level).mean() == pytest.approx(0.8, abs=0.01)


def test_a_bar_that_stands_still_is_passed_in_four_of_five_simulations():
    gap = found(0.1, 9, 0.05, 1.0, math.nan)
    draws = np.random.default_rng(4).normal(gap, 0.1, 40000)
    assert (draws > 1.0).mean() == pytest.approx(0.8, abs=0.01)


def test_unseen_is_the_critical_gap_or_the_larger_floor():
    assert unseen(1 / math.sqrt(3), 2, 0.05) == pytest.approx(4.3027 / math.sqrt(3), abs=1e-3)  # Student's table
    assert unseen(1 / math.sqrt(5), 4, 0.05, 0.3, math.nan) == pytest.approx(2.7764 / math.sqrt(5), abs=1e-3)
    assert unseen(0.1, 4, 0.05, 0.3, 0.7) == 0.7


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(1e-6, 1, allow_nan=False), min_size=1, max_size=6))
def test_levels_are_those_up_to_which_holm_rejects(p):
    for one, level in enumerate(levels(np.array(p))):
        just_below, just_above = list(p), list(p)
        just_below[one], just_above[one] = level * (1 - 1e-9), level * (1 + 1e-9)
        assert holm(just_below)[one] < 0.05
        assert holm(just_above)[one] >= 0.05


def test_a_smaller_gap_gets_no_verdict_and_a_larger_one_does(make_values):
    base = {seed: 2.0 + 0.001 * seed for seed in range(5)}
    noise = dict(zip(base, (0.01, -0.01, 0.02, -0.015, -0.005), strict=True))
    others = {"a": {s: v + 1 + 0.01 * s for s, v in base.items()}, "b": {s: v + noise[s] for s, v in base.items()}}

    def row(shift):
        ours = {seed: loss + noise[seed] + shift for seed, loss in base.items()}
        return paired(make_values({"rope": base, "none": ours} | others), "rope", "tail_loss").set_index("series")

    gap = row(0.0).loc["none", "unseen_gap"]
    mean = np.mean(list(noise.values()))
    assert row(gap * 0.999 - mean).loc["none", "verdict"] == "not separated"
    assert row(gap * 1.001 - mean).loc["none", "verdict"] == "worse"
    assert row(0.0).loc["none", "found_gap"] > gap
    assert row(0.0).loc["none", "family"] == ("none", "a", "b")


def test_too_few_seeds_have_no_power_to_tell(make_values):
    row = paired(make_values({"rope": {0: 1.0, 1: 1.1}, "none": {0: 1.2, 1: 1.4}}), "rope", "tail_loss").iloc[0]
    assert math.isnan(row["unseen_gap"]) and math.isnan(row["found_gap"])
