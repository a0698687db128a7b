"""How often the rule errs and how often it finds, on simulated seeds; and that a table's row is judged by it."""

import math

import numpy as np
import pytest
from scipy import stats

from core.results import paired
from core.results.rule import WITHIN_FLOOR, holm, judged, paired_statistics, welch_statistics

DRAWS = 2000


def claims(ours, theirs, family=1, floor=math.nan):
    """The verdict on each draw; each `family` draws are corrected together."""
    found = paired_statistics(ours, theirs)
    p_holm = np.concatenate([holm(p) for p in found["p"].reshape(-1, family)])
    same = {"floor": floor, "lost": 0, "lost_against": 0, "unlike": False}
    return judged(found | same | {"p_holm": p_holm})[0]


def seeds(rng, n, correlation, draws=DRAWS):
    """Two sides of `draws` experiments of n seeds, of standard deviation 1, whose seeds share that much."""
    shared, own = rng.standard_normal((draws, n)), rng.standard_normal((2, draws, n))
    return math.sqrt(correlation) * shared + math.sqrt(1 - correlation) * own


@pytest.mark.parametrize("n", [3, 5])
@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.9])
def test_without_an_effect_at_most_one_in_twenty_is_called(n, correlation):
    ours, theirs = seeds(np.random.default_rng(5), n, correlation)
    verdicts = claims(ours, theirs)
    assert np.isin(verdicts, ["better", "worse"]).mean() <= 0.05
    assert set(verdicts) <= {"better", "worse", "not separated"}


@pytest.mark.parametrize("n", [3, 5])
def test_a_family_of_six_without_an_effect_errs_no_more_often_than_one(n):
    rng = np.random.default_rng(6)
    theirs = np.repeat(rng.standard_normal((DRAWS, n)), 6, axis=0)
    called = np.isin(claims(rng.standard_normal((6 * DRAWS, n)), theirs, family=6), ["better", "worse"])
    assert called.reshape(DRAWS, 6).any(axis=1).mean() <= 0.05


@pytest.mark.parametrize("correlation", [0.0, 0.5])
def test_a_gap_of_four_standard_deviations_is_found(correlation):
    ours, theirs = seeds(np.random.default_rng(7), 5, correlation)
    assert (claims(ours + 4, theirs) == "worse").mean() >= 0.9
    assert (claims(ours - 4, theirs) == "better").mean() >= 0.9


def test_a_table_is_judged_as_the_draws_are(make_values):
    ours, theirs = seeds(np.random.default_rng(8), 4, 0.3, draws=40)
    ours = ours + np.linspace(-4, 4, 40)[:, None]
    verdicts = [
        paired(make_values({"rope": dict(enumerate(b)), "none": dict(enumerate(a))}), "rope", "tail_loss")["verdict"][0]
        for a, b in zip(ours, theirs, strict=True)
    ]
    assert verdicts == claims(ours, theirs).tolist()
    assert {"better", "worse", "not separated"} == set(verdicts)


def test_a_difference_within_the_noise_floor_is_not_separated(make_values):
    values = make_values({"rope": {0: 1.0, 1: 1.0, 2: 1.0}, "none": {0: 1.1, 1: 1.11, 2: 1.12}})
    row = paired(values, "rope", "tail_loss", floor=0.2).iloc[0]
    assert (row["verdict"], row["note"], row["floor"]) == ("not separated", WITHIN_FLOOR, 0.2)
    assert paired(values, "rope", "tail_loss", floor=0.05)["verdict"].item() == "worse"
    assert paired(values, "rope", "tail_loss")["verdict"].item() == "worse"  # none was measured at these settings


def test_welch_against_scipy():
    rng = np.random.default_rng(9)
    for n, m in ((3, 5), (5, 5), (8, 3)):
        ours, theirs = rng.normal(1, 2, n), rng.normal(0, 0.5, m)
        found = welch_statistics(ours, theirs)
        second = stats.ttest_ind(ours, theirs, equal_var=False)
        low, high = second.confidence_interval(0.95)
        assert (found["lo"], found["hi"]) == (pytest.approx(low), pytest.approx(high))
        assert (found["p"], found["freedom"]) == (pytest.approx(second.pvalue), pytest.approx(second.df))
        assert found["pairs"] == min(n, m)
    assert welch_statistics(ours[:2], theirs) == {"pairs": 2}
    assert welch_statistics(np.ones(3), np.zeros(3))["p"] == 0
