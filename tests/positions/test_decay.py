"""The decay of rotation against printed figures, complex numbers one by one, and the inequalities it stands for."""

import cmath

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.positions import decay
from core.positions.interpolation_bound import bounds, interpolation_bound, kept_bound
from core.positions.rope import inv_freq

DIMS = st.integers(1, 128).map(lambda half: 2 * half)
BASES = st.floats(1.5, 1e9)


def one_by_one(dim: int, base: float, distance: float) -> list[complex]:
    """The turns of all pairs at a distance, in Python's own complex numbers."""
    return [cmath.exp(1j * distance * base ** (-2 * pair / dim)) for pair in range(dim // 2)]


@settings(deadline=None)
@given(DIMS, BASES, st.integers(1, 3000))
def test_sums_equal_cosines_one_by_one(dim: int, base: float, count: int) -> None:
    sums = decay.cosine_sums(inv_freq(dim, base), count)
    assert sums.shape == (count,) and sums[0] == dim // 2
    for distance in {1 % count, count // 2, count - 1}:
        assert sums[distance] == pytest.approx(sum(z.real for z in one_by_one(dim, base, distance)), abs=1e-9)


@pytest.mark.parametrize(("dim", "base"), [(256, 1e6), (128, 1e4), (32, 100.0)])
def test_a_million_distances_are_as_exact_as_the_first(dim: int, base: float) -> None:
    frequencies = inv_freq(dim, base)
    sums = decay.cosine_sums(frequencies, 1_048_576)
    # Far out, where an angle is largest, and at places spread over all of it.
    at = np.concatenate([np.arange(1_044_000, 1_048_576), np.arange(0, 1_048_576, 997)])
    assert np.abs(sums[at] / (dim // 2) - decay.mean_cosine(frequencies, at)).max() < 1e-9
    assert np.abs(sums[at] - decay.mean_cosine(frequencies, at) * (dim // 2)).max() < 1e-9


def test_a_context_without_distances_is_refused() -> None:
    with pytest.raises(ValueError, match="number of distances is 0"):
        decay.cosine_sums(inv_freq(8), 0)


def test_where_the_published_curve_rises_and_turns_negative() -> None:
    found = decay.fall(decay.cosine_sums(inv_freq(128), 401))
    assert (found.first_rise, found.rises, found.first_negative) == (12, 183, None)
    assert decay.fall(decay.cosine_sums(inv_freq(128), 2000)).first_negative == 1707


@pytest.mark.parametrize(("dim", "first"), [(16, 91), (32, 474), (64, 725)])
def test_first_negative_distance_by_head_size(dim: int, first: int) -> None:
    assert decay.fall(decay.cosine_sums(inv_freq(dim), 1000)).first_negative == first


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=30))
def test_fall_by_hand(values: list[int]) -> None:
    found = decay.fall(np.array(values, dtype=float))
    rises = [at for at in range(1, len(values)) if values[at] > values[at - 1]]
    negatives = [at for at, value in enumerate(values) if value < 0]
    assert found.rises == len(rises) and found.first_rise == (rises[0] if rises else None)
    assert found.first_negative == (negatives[0] if negatives else None)
    assert (found.lowest, found.lowest_at) == (min(values), values.index(min(values)))


@settings(deadline=None)
@given(DIMS, BASES, st.integers(0, 2000))
def test_partial_sums_equal_sums_one_by_one(dim: int, base: float, distance: int) -> None:
    turned = one_by_one(dim, base, distance)
    by_hand = sum(abs(sum(turned[:end])) for end in range(1, len(turned) + 1))
    frequencies = inv_freq(dim, base)
    assert decay.partial_sums(frequencies, np.array([distance]))[0] == pytest.approx(by_hand, abs=1e-7)
    assert decay.first_partial_sums(frequencies, distance + 1)[-1] == pytest.approx(by_hand, abs=1e-7)


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), BASES, st.integers(0, 100_000))
def test_no_score_exceeds_the_abel_bound(seed: int, base: float, distance: int) -> None:
    """|score| <= max |h_{j+1} - h_j| * sum of |S_j| with h past the end 0, for any query and key."""
    rng = np.random.default_rng(seed)
    h = rng.normal(size=64) + 1j * rng.normal(size=64)
    score = (h * np.array(one_by_one(128, base, distance))).sum()
    step = np.abs(np.diff(np.append(h, 0))).max()
    bound = step * decay.partial_sums(inv_freq(128, base), np.array([distance]))[0]
    assert abs(score.real) <= abs(score) <= bound * (1 + 1e-9)


def test_interpolation_bound_as_published() -> None:
    assert interpolation_bound(128, 1e4) == pytest.approx(128 / 294.73, rel=1e-5)
    found = bounds(128, 1e4)
    assert found.extrapolation / 2 == pytest.approx(142.8, abs=0.05) and found.extrapolation / 2 > 128
    assert found.paper_ratio == pytest.approx(2 * 294.73, rel=1e-5)  # "about 600 times" in the paper
    assert found.ratio > found.paper_ratio
    by_hand = sum(abs(sum(one_by_one(128, 1e4, found.at)[:end])) for end in range(1, 65))
    assert found.extrapolation == pytest.approx(2 * by_hand, rel=1e-9)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 2**32 - 1), st.floats(10, 1e8), st.integers(0, 5000), st.floats(0, 1))
def test_no_score_between_positions_is_off_by_more_than_the_sum_allows(
    seed: int, base: float, position: int, between: float
) -> None:
    rng = np.random.default_rng(seed)
    h = rng.normal(size=64) + 1j * rng.normal(size=64)
    allowed = kept_bound(inv_freq(128, base), between)
    assert off_the_line(h, base, position, between) <= np.abs(h).max() * allowed + 1e-9


def test_a_score_that_exceeds_the_published_bound() -> None:
    """Theorem 2.1 puts an integral for a sum that is larger: equal sizes in phase halfway between 7 and 8 exceed it."""
    h = np.conj(np.array(one_by_one(128, 1e4, 7.5)))
    off = off_the_line(h, 1e4, 7, 0.5)
    assert interpolation_bound(128, 1e4) == pytest.approx(0.4343, abs=1e-4) and off == pytest.approx(0.494, abs=1e-3)
    assert off < kept_bound(inv_freq(128)) == pytest.approx(0.49975, abs=1e-4)


def off_the_line(h: np.ndarray, base: float, position: int, between: float) -> float:
    """How far a score is from the straight line between its values at two neighbouring positions."""

    def score(at: float) -> float:
        return float((h * np.array(one_by_one(128, base, at))).sum().real)

    line = (1 - between) * score(position) + between * score(position + 1)
    return abs(score(position + between) - line)
