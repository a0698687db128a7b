"""The least base of a context as inequalities: sums one by one, published figures, and the file of ours."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.positions import base_bound, base_table
from core.positions.base_bound import OURS, PUBLISHED, least_base, least_sum, least_sums


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 16).map(lambda half: 2 * half), st.floats(2, 1e7), st.integers(1, 300))
def test_least_sum_equals_sums_one_by_one(dim: int, base: float, length: int) -> None:
    sums = [sum(math.cos(m * base ** (-2 * i / dim)) for i in range(dim // 2)) for m in range(length)]
    found = least_sum(dim, base, length)
    assert found.sum == pytest.approx(min(sums), abs=1e-9)
    assert sums[found.distance] == pytest.approx(min(sums), abs=1e-9)


def test_the_published_bound_at_1024() -> None:
    assert least_sum(128, 4294, 1024).sum >= 0 > least_sum(128, 4293, 1024).sum
    assert least_base(128, 1024, low=3000, ratio=1.0002) == pytest.approx(4294, rel=3e-4)


@pytest.mark.parametrize(
    ("length", "base"), [(1_024, 6_018), (2_048, 22_760), (4_096, 58_780), (8_192, 179_400), (16_384, 418_500)]
)
def test_larger_bases_than_the_least_are_refused_again(length: int, base: float) -> None:
    assert base > OURS[length] and least_sum(128, OURS[length], length).sum >= 0
    assert any(least_sum(128, base * nearby, length).sum < 0 for nearby in np.linspace(0.998, 1.002, 41))


def test_qwen3_turns_negative_within_its_context() -> None:
    found = least_sum(128, 1e6, 32_768)
    assert found.sum == pytest.approx(-0.78, abs=0.005) and found.distance == 28_259


@pytest.mark.parametrize(("length", "least"), [(4_096, -0.48), (16_384, -1.86), (32_768, -1.94)])
def test_published_bases_that_their_own_condition_refuses(length: int, least: float) -> None:
    assert least_sum(128, PUBLISHED[length], length).sum == pytest.approx(least, abs=0.005)


@pytest.mark.parametrize(
    ("dim", "leasts"), [(16, (2774, 5.65e4, 4.1e5)), (32, (1031, 1.25e4, 5.8e4)), (64, (465, 3443, 7781))]
)
def test_least_bases_of_small_models(dim: int, leasts: tuple[float, ...]) -> None:
    for length, least in zip((128, 512, 1024), leasts, strict=True):
        assert least_base(dim, length, low=least / 1.5, ratio=1.0005) == pytest.approx(least, rel=0.01)


@pytest.mark.parametrize("length", list(OURS))
def test_our_least_bases_meet_the_condition_and_the_ones_just_below_do_not(length: int) -> None:
    assert least_sum(128, OURS[length], length).sum >= 0
    assert OURS[length] < 1.01 * PUBLISHED[length]
    below = least_sums(128, [OURS[length] * (1 - step) for step in (3e-4, 1e-3, 3e-3)], [length])
    assert (below < 0).all()


def test_no_base_below_the_end_of_the_ladder_is_infinite() -> None:
    assert least_base(128, 4096, low=100, high=1000, ratio=1.5) == float("inf")


@pytest.mark.parametrize(("dim", "length"), [(16, 128), (96, 4_096), (128, 32_768)])
def test_the_file_holds_what_is_computed(dim: int, length: int) -> None:
    sums = least_sums(dim, list(base_table.ladder()), [length])[:, 0].reshape(base_table.SPANS, base_table.WITHIN)
    found = base_table.spans(dim, length)
    np.testing.assert_allclose(found, np.stack([sums.min(axis=1), sums.max(axis=1)], axis=-1), rtol=1e-6, atol=1e-6)


def test_the_file_holds_every_size_and_a_million_distances() -> None:
    for dim in base_table.ROTARY_DIMS:
        found = base_table.spans(dim, 1_048_576)
        for span in (0, 60, 179):
            bases = base_table.ladder()[span * base_table.WITHIN :][: base_table.WITHIN]
            least = [least_sum(dim, base, 1_048_576).sum for base in bases[[0, -1]]]
            assert found[span, 0] <= min(least) + 1e-5 and max(least) <= found[span, 1] + 1e-5


def test_what_the_file_does_not_hold_is_computed() -> None:
    found = base_table.spans(24, 300)
    assert found.shape == (base_table.SPANS, 2) and (found[:, 0] == found[:, 1]).all()
    assert found[80, 0] == pytest.approx(least_sum(24, float(base_table.ladder(1)[80]), 300).sum, abs=1e-9)


def test_a_longer_context_never_raises_the_least_sum() -> None:
    for dim in base_table.ROTARY_DIMS:
        held = np.stack([base_table.spans(dim, length) for length in base_table.LENGTHS])
        assert (np.diff(held, axis=0) <= 0).all()


def test_published_lengths_double() -> None:
    lengths = np.array(list(base_bound.PUBLISHED))
    assert (lengths[1:] == 2 * lengths[:-1]).all() and list(OURS) == list(PUBLISHED)
