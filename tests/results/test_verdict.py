"""Paired verdicts against scipy and brute force, and every reason not to give one."""

import itertools
import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.results import holm, paired
from core.results.rule import FEW, UNLIKE

BASE = {0: 1.60, 1: 1.62, 2: 1.58, 3: 1.61, 4: 1.59}


def shifted(by, noise=0.002):
    return {seed: loss + by + noise * (-1) ** seed for seed, loss in BASE.items()}


def verdicts(values, against="rope", **where):
    return paired(values, against, "tail_loss", **where).set_index("series")


def test_better_worse_and_not_separated(make_values):
    result = verdicts(make_values({"rope": BASE, "alibi": shifted(-0.3), "none": shifted(0.3), "twin": shifted(0.0)}))
    assert result["verdict"].to_dict() == {"alibi": "better", "none": "worse", "twin": "not separated"}
    assert result.loc["none", "pairs"] == 5
    assert result.loc["none", "mean_difference"] == pytest.approx(0.3 + 0.002 / 5)
    assert [seed for seed, _ in result.loc["none", "differences"]] == [0, 1, 2, 3, 4]
    assert dict(result.loc["none", "differences"])[1] == pytest.approx(0.298)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10)), min_size=3, max_size=8))
def test_interval_and_p_against_scipy(make_values, pairs):
    ours, theirs = np.array(pairs).T
    if np.std(ours - theirs) < 1e-6:
        return
    row = verdicts(make_values({"rope": dict(enumerate(theirs)), "none": dict(enumerate(ours))})).loc["none"]
    second = stats.ttest_rel(ours, theirs)
    low, high = second.confidence_interval(0.95)
    assert (row["lo"], row["hi"]) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))
    assert row["p"] == pytest.approx(second.pvalue, rel=1e-6, abs=1e-12)
    spread = max(np.std(ours, ddof=1), np.std(theirs, ddof=1))
    clear = not low <= 0 <= high and abs((ours - theirs).mean()) > spread
    assert (row["verdict"] in ("better", "worse")) == clear


def test_a_difference_within_the_seeds_spread_is_not_separated(make_values):
    spread = {0: 1.0, 1: 2.0, 2: 3.0}
    result = verdicts(make_values({"rope": spread, "none": {s: v + 0.5 + 0.001 * s for s, v in spread.items()}}))
    assert result.loc["none", "lo"] > 0
    assert result.loc["none", "verdict"] == "not separated"
    assert "standard deviation" in result.loc["none", "note"]


def brute_holm(p):
    """Reject hypothesis i at level a exactly if a step-down pass does; the adjusted p is the least such a."""

    def rejected(level):
        left, out = sorted(range(len(p)), key=lambda i: p[i]), set()
        while left and p[left[0]] * len(left) <= level:
            out.add(left.pop(0))
        return out

    levels = sorted({min(1.0, value * k) for value in p for k in range(1, len(p) + 1)} | {1.0})
    return [next((a for a in levels if i in rejected(a)), 1.0) for i in range(len(p))]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_holm_against_brute_force(p):
    np.testing.assert_allclose(holm(p), brute_holm(p), rtol=1e-12)


def test_holm_by_hand():
    np.testing.assert_allclose(holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02])
    np.testing.assert_allclose(holm([0.02, math.nan, 0.03]), [0.04, math.nan, 0.04])
    assert holm([]).tolist() == []


def test_holm_can_take_a_verdict_away(make_values):
    close = {0: 2.0, 1: 2.1, 2: 2.3}
    alone = {"rope": {0: 1.0, 1: 1.0, 2: 1.0}, "a": close}
    many = alone | {name: {0: 1.0, 1: 1.1, 2: 0.9} for name in "bcdefghij"}
    assert verdicts(make_values(alone)).loc["a", "verdict"] == "worse"
    result = verdicts(make_values(many)).loc["a"]
    assert result["p"] < 0.05 <= result["p_holm"]
    assert result["lo"] > 0
    assert (result["verdict"], "Holm" in result["note"]) == ("not separated", True)


@pytest.mark.parametrize("pairs", [0, 1, 2])
def test_fewer_than_three_pairs_are_too_few(make_values, pairs):
    theirs = {seed + 3 - pairs: loss for seed, loss in list(BASE.items())[:3]}
    row = verdicts(make_values({"rope": dict(list(BASE.items())[:3]), "none": theirs})).loc["none"]
    assert (row["verdict"], row["pairs"]) == ("too few seeds", pairs)
    assert math.isnan(row["p"]) and math.isnan(row["p_holm"])
    assert math.isnan(row["lo"]) == (pairs < 2)
    assert row["note"] == FEW


def test_without_the_reference_there_are_no_pairs(make_values):
    row = paired(make_values({"none": BASE}), "rope", "tail_loss").iloc[0]
    assert (row["verdict"], row["pairs"]) == ("too few seeds", 0)
    assert len(paired(make_values({"rope": BASE}), "rope", "tail_loss")) == 0
    assert len(paired(make_values({"rope": BASE}), "rope", "no such metric")) == 0


def test_identical_runs_are_not_separated(make_values):
    row = verdicts(make_values({"rope": BASE, "none": BASE})).loc["none"]
    assert (row["p"], row["lo"], row["hi"], row["verdict"]) == (1.0, 0.0, 0.0, "not separated")


def test_a_constant_shift_is_a_verdict(make_values):
    flat = {0: 1.0, 1: 1.0, 2: 1.0}
    row = verdicts(make_values({"rope": flat, "none": dict.fromkeys(flat, 1.5)})).loc["none"]
    assert (row["p"], row["verdict"]) == (0.0, "worse")


def test_seeds_are_paired_by_number_not_by_place(make_values):
    values = make_values({"rope": BASE, "none": shifted(0.3)})
    np.testing.assert_array_equal(
        verdicts(values.iloc[::-1])["differences"].tolist(), verdicts(values)["differences"].tolist()
    )


def lose(values, name, **changes):
    for column, value in changes.items():
        values.loc[values["name"] == name, column] = value
    return values


def test_a_missing_seed_is_said(make_values):
    values = lose(make_values({"rope": BASE, "none": shifted(0.3)}), "rope-2", used=False, status="running")
    row = verdicts(values).loc["none"]
    assert (row["pairs"], row["asked"], row["verdict"]) == (4, 5, "worse")
    assert row["note"] == ""


def test_survivors_do_not_win(make_values):
    values = make_values({"rope": BASE, "alibi": shifted(-0.3)})
    values = lose(values, "alibi-4", used=False, status="diverged", value=math.nan)
    row = verdicts(values).loc["alibi"]
    assert (row["pairs"], row["verdict"]) == (4, "not separated")
    assert "diverged" in row["note"] and row["asked"] == 5
    values = lose(make_values({"rope": BASE, "none": shifted(0.3)}), "none-4", used=False, value=math.inf)
    assert verdicts(values).loc["none", "verdict"] == "worse"  # to lose a seed does not make the loser better


def test_other_configs_get_no_verdict_and_the_fields_are_named(store, put):
    for seed in range(3):
        put("rope", seed, {128: 2.0 + seed / 100})
        put("none", seed, {128: 3.0 + seed / 99}, config={"steps": 50, "batch_size": 8})
        put("alibi", seed, {128: 3.0 + seed / 99}, corpus={"name": "tiny", "sha256": "other"})
        put("rope2", seed, {128: 3.0 + seed / 99}, config={"qk_norm": False})
    result = paired(store.values(), "rope", "val_loss").set_index("series")
    assert result["differs"].to_dict() == {
        "none": ("batch_size", "steps"),
        "alibi": ("corpus_sha256",),
        "rope2": ("qk_norm",),
    }
    assert set(result["verdict"]) == {""}
    assert result.loc["none", "note"] == UNLIKE
    assert result["mean_difference"].isna().all()


def test_each_experiment_is_compared_within_itself(make_values):
    other = json.dumps({"steps": 7})
    values = pd.concat(
        [
            make_values({"rope": BASE, "none": shifted(0.3)}),
            make_values({"rope": shifted(1.0), "none": shifted(0.7)}, experiment="e1").assign(
                config=other, name=lambda values: values["name"] + "-e1"
            ),
        ]
    )
    result = paired(values, "rope", "tail_loss")
    assert dict(zip(result["experiment"], result["verdict"], strict=True)) == {"e0": "worse", "e1": "better"}
    np.testing.assert_allclose(result["p"], result["p_holm"])


def test_other_machines_are_remarked(make_values):
    values = make_values({"rope": BASE, "none": shifted(0.3)})
    assert verdicts(values).loc["none", "remarks"] == ()
    values = lose(values, "none-1", threads=8, torch="1")
    assert verdicts(values).loc["none", "remarks"] == ("threads", "torch")


def test_a_metric_of_several_lengths_asks_which(make_values):
    values = pd.concat(
        [make_values({"rope": BASE, "none": shifted(k)}, eval_length=n) for n, k in [(256, 0.3), (512, -0.3)]]
    )
    with pytest.raises(ValueError, match="say which one as eval_length"):
        paired(values, "rope", "tail_loss")
    found = [paired(values, "rope", "tail_loss", n)["verdict"].item() for n in (256, 512)]
    assert found == ["worse", "better"]


def test_exhaustive_signs_agree_with_the_direction(make_values):
    for signs in itertools.product([-1, 1], repeat=3):
        values = make_values({"rope": {0: 0, 1: 0, 2: 0}, "none": dict(enumerate(np.array(signs) * [1.0, 1.1, 0.9]))})
        expected = {3: "worse", -3: "better"}.get(sum(signs), "not separated")
        assert verdicts(values).loc["none", "verdict"] == expected
