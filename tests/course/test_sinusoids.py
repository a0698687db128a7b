"""Lesson 3: the printed figures of the course, and second derivations with complex numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.course.sinusoids import (
    CLOCK_DIM,
    Sizes,
    alike,
    distances,
    farthest,
    hands,
    moved,
    nearest,
    off,
    parts,
)
from core.positions.absolute import sinusoidal_table

PRINTED = [0.9641, 1.6949, 2.0175, 1.8619, 1.2962, 0.6577, 0.9836, 1.7041, 2.1418, 2.1465]


def test_the_distances_of_the_course() -> None:
    assert distances(0, 8)[1:11] == pytest.approx(PRINTED, abs=1e-4)
    assert distances(0, 8)[100] == pytest.approx(2.2097, abs=1e-4)
    assert distances(0, 8, 1000)[1000] == pytest.approx(2.3975, abs=1e-4)


@pytest.mark.parametrize("dim", [8, 64])
@pytest.mark.parametrize("start", [1, 100, 5000, 10_000])
def test_only_the_gap_counts(dim: int, start: int) -> None:
    assert distances(start, dim) == pytest.approx(distances(0, dim), abs=1e-9)
    assert distances(start, dim).max() <= farthest(dim)


def test_the_bound_is_four_a_pair() -> None:
    assert farthest(8) == 4.0
    opposite = parts(314_159, 2)  # 100000 pi, to 1e-5: as far as one pair gets
    assert parts(355, 2)[0] == pytest.approx(4.0, abs=1e-6) and opposite[0] <= 4.0  # 355 / 113 is nearly pi


@given(st.integers(1, 400))
def test_pairs_share_the_squared_distance(gap: int) -> None:
    """|e^(i w gap) - 1|² by complex numbers."""
    speeds = 10_000.0 ** -(np.arange(4) / 4)
    expected = np.abs(np.exp(1j * gap * speeds) - 1) ** 2
    assert parts(gap, 8) == pytest.approx(expected, abs=1e-9)
    assert expected.sum() == pytest.approx(distances(0, 8, gap)[gap] ** 2, abs=1e-9)


def test_which_pair_says_most_is_not_in_the_order_of_distance() -> None:
    assert [int(parts(gap, 8).argmax()) for gap in (1, 6, 22)] == [0, 1, 0]


def test_bounded_is_not_colliding() -> None:
    table = sinusoidal_table(10_001, 8)
    assert nearest(8, 10_000) == pytest.approx(min(np.linalg.norm(table[1:] - table[0], axis=1)), abs=1e-9)
    assert 0.18 < nearest(8, 10_000) < 0.19


@pytest.mark.parametrize(("place", "shift"), [(0, 0), (3, 5), (1000, 50), (7, 49)])
def test_a_shift_is_a_turn(place: int, shift: int) -> None:
    assert moved(place, shift) < 1e-12


def test_one_hand_repeats_and_eight_do_not() -> None:
    assert alike(1)[:2] == (44, 289) and 710 in alike(1)
    assert alike(2) == alike(8) == ()
    assert off(44, 1) == pytest.approx(np.degrees(44 - 14 * np.pi)) and off(22, 1) > 178


def test_the_clock_has_the_wavelengths_of_the_formula() -> None:
    found = hands(1)
    assert found.wavelength[[0, 2, 4, 6]] == pytest.approx([6.2832, 62.832, 628.32, 6283.2], rel=1e-4)
    assert len(found.angle) == CLOCK_DIM // 2 and found.angle[0] == 1


def test_sizes_at_the_start_of_training() -> None:
    sizes = Sizes(raw=0.02, width=128)
    assert sizes.code == pytest.approx(np.sqrt(np.mean(sinusoidal_table(50, 128)[17] ** 2)))
    assert sizes.scaled == pytest.approx(0.2263, abs=1e-4)
