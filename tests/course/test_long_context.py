"""Lessons 5 and 5b against published numbers and second derivations."""

import math

import numpy as np
import pandas as pd
import pytest

from core.course import long_context, windows
from core.positions.rope import inv_freq


def test_pairs_without_a_turn_by_their_wavelength() -> None:
    waves = [2 * math.pi * 1e6 ** (i / 64) for i in range(64)]
    for length, known in ((32_768, 24), (40_960, 23)):
        assert long_context.slow_at(length) == known == sum(wave > length for wave in waves)


def test_a_larger_base_leaves_pair_0_and_slows_the_last_93_times() -> None:
    rows = long_context.slowed(1e6)
    assert [row.pair for row in rows] == [0, 32, 63]
    assert [row.times for row in rows] == pytest.approx([1, 10, 100 ** (63 / 64)])
    assert round(rows[-1].times) == 93


def test_the_decay_that_the_documents_print_and_where_it_is_not_so() -> None:
    pins = [1, 0.970214, 0.737266, 0.669063, 0.608344, 0.546172, 0.477241, 0.305688, 0.278380]
    assert long_context.scores() == pytest.approx(pins, abs=1e-6)
    found = long_context.fall_of()
    assert (found.first_rise, found.first_negative, found.lowest_at) == (12, 1707, 4060)
    assert found.lowest == pytest.approx(-0.1307, abs=1e-4)
    ceilings = long_context.ceilings(distances=(0, 1, 10, 50, 100, 200, 250, 400))
    assert ceilings == pytest.approx([32.5, 31.538, 17.954, 12.630, 10.227, 7.245, 6.548, 6.439], abs=1e-3)


def test_no_position_comes_back_to_0() -> None:
    """By the dot product of both lists of cos and sin: |a - b|^2 = 2 * pairs - 2 a.b."""
    at, least = long_context.nearest_return()
    angles = inv_freq(64, 1e4) * at
    assert least == pytest.approx(math.sqrt(64 - 2 * np.cos(angles).sum()), abs=1e-6) and least > 5.8
    sampled = np.random.default_rng(0).integers(long_context.FROM, long_context.TO, 50)
    assert (long_context.apart(sampled) >= least).all()


def test_the_task_of_the_base_needs_a_passing_base_and_a_larger_one_that_fails() -> None:
    tried = {base: long_context.least(base) for base in (1e6, 794_000.0)}
    assert tried[1e6] == pytest.approx(-0.775, abs=1e-3) and tried[794_000.0] > 0
    assert long_context.solved(tried) == (794_000.0, (794_000.0, 1e6))
    assert long_context.solved({1e6: -0.8}) == (None, None)
    assert long_context.solved({2e6: 2.3, 1e6: -0.8}) == (2e6, None), "the failing one is not larger"


def test_only_yarn_solves_the_folding() -> None:
    solved = {rule: windows.solves(windows.folded(rule, 4), 4) for rule in windows.RULES}
    assert solved == {"none": False, "linear": False, "ntk": False, "yarn": True}
    assert not windows.solves(windows.folded("yarn", 2), 2)


def test_the_wrong_ramp_divides_what_the_right_one_keeps() -> None:
    right, wrong = windows.right_way(4), windows.wrong_way(4)
    assert wrong[[0, -1]] == pytest.approx([0.25, 1]) and right[[0, -1]] == pytest.approx([1, 0.25])
    assert (np.diff(right) <= 0).all() and (np.diff(wrong) >= 0).all()


def test_what_length_asks() -> None:
    found = windows.asked(5)
    assert found.comparisons == 1 + 2 + 3 + 4 + 5
    scores = np.array([found.lead, 0, 0, 0, 0])
    assert (np.exp(scores) / np.exp(scores).sum())[0] == pytest.approx(0.5)


def test_the_factor_is_the_nearest_to_4_that_pi_and_yarn_share() -> None:
    assert windows.nearest_to_wanted(pd.Series(["none", "linear x2", "yarn x2", "linear x4", "yarn x8"])) == 2
    assert windows.nearest_to_wanted(pd.Series(["none", "yarn x4"])) is None


def test_who_pays_and_whether_practice_was_enough() -> None:
    """Mean, std and n at the first length and at the second; the numbers of the reference runs, and worse ones."""
    direct, pi, yarn = ((1.62, 0.02, 3), (2.36, 0.1, 3)), ((3.92, 0.04, 3), (3.93, 0.03, 3)), ((1.86, 0.02, 3),) * 2
    assert windows.short_texts_pay(direct, pi, yarn)
    assert not windows.short_texts_pay(direct, ((1.63, 0.02, 3), (3.93, 0.03, 3)), yarn), "within the spread"
    assert not windows.short_texts_pay(direct, pi, ((1.86, 0.02, 3), (4.0, 0.02, 3))), "YaRN is no better further out"
    after, plainly = ((1.623, 0.02, 3), (1.625, 0.02, 3)), ((1.59, 0.02, 3), (1.591, 0.02, 3))
    assert windows.practice_is_enough(direct, after, plainly)
    assert not windows.practice_is_enough(direct, pi, plainly), "not repaired"
    assert not windows.practice_is_enough(direct, after, ((1.59, 0.02, 3), (1.8, 0.02, 3))), "the rule was needed"


def test_seeds_are_paired_and_those_that_lack_a_length_left_out() -> None:
    rows = [("b", 0, 64, 1.0), ("b", 0, 128, 0.8), ("b", 1, 64, 0.5), ("a", 1, 128, 0.25), ("a", 1, 64, 0.75)]
    values = pd.DataFrame(rows, columns=["series", "seed", "eval_length", "value"]).assign(metric="hits", used=True)
    values["series"] = values["series"].astype("category")
    assert windows.by_seed(values, "hits", (64, 128)) == {"b": ((1.0, 0.8),), "a": ((0.75, 0.25),)}
    assert windows.by_seed(values, "hits", (64, 256)) == {} == windows.by_seed(values, "misses", (64, 128))
