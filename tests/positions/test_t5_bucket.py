"""T5's buckets against the published edges, exact fractions and transformers' T5."""

from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.models.t5.modeling_t5 import T5Attention

from core.positions.bias import t5_bucket

PINS = {0: 0, 1: 1, 15: 15, 16: 16, 18: 16, 19: 17, 21: 18, 24: 19, 32: 21, 64: 26, 100: 30, 112: 30, 113: 31, 9999: 31}


def test_causal_buckets_of_t5() -> None:
    np.testing.assert_array_equal(t5_bucket(np.array(list(PINS))), list(PINS.values()))


def test_causal_model_puts_every_key_ahead_into_the_first_bucket() -> None:
    np.testing.assert_array_equal(t5_bucket(np.array([-1, -20, -500])), 0)


def test_both_directions_share_the_buckets() -> None:
    both = t5_bucket(np.array([-200, -8, -1, 0, 1, 7, 8, 200]), causal=False)
    np.testing.assert_array_equal(both, [31, 24, 17, 0, 1, 7, 8, 15])


# One direction: T5 has 32 and 128 and its encoder 16 each way; the others lie beside.
@pytest.mark.parametrize(("num_buckets", "max_distance"), [(32, 128), (16, 128), (8, 64), (32, 512), (7, 30), (2, 2)])
def test_edges_are_exact(num_buckets: int, max_distance: int) -> None:
    exact = num_buckets // 2
    wide = num_buckets - exact
    for distance in range(exact, 3 * max_distance):
        # The bucket rises by one where (distance / exact) ** wide passes another power of max_distance / exact.
        power, step = Fraction(distance, exact) ** wide, Fraction(max_distance, exact)
        passed = sum(power >= step**k for k in range(1, wide))
        assert t5_bucket(np.array(distance), num_buckets, max_distance) == exact + passed, distance


@settings(deadline=None)
@given(st.sampled_from([4, 8, 16, 32, 64, 320]), st.sampled_from([100, 128, 256, 800, 2048]), st.booleans(), st.data())
def test_equals_transformers(num_buckets: int, max_distance: int, causal: bool, data: st.DataObject) -> None:
    if max_distance <= num_buckets // 2:
        max_distance = 800
    distance = np.array(data.draw(st.lists(st.integers(-5000, 5000), min_size=1, max_size=40)))
    theirs = T5Attention._relative_position_bucket(torch.from_numpy(-distance), not causal, num_buckets, max_distance)
    np.testing.assert_array_equal(t5_bucket(distance, num_buckets, max_distance, causal), theirs.numpy())


@pytest.mark.parametrize(
    ("num_buckets", "max_distance", "causal", "sentence"),
    [
        (1, 128, True, "num_buckets is 1; it must be at least 2"),
        (3, 128, False, "num_buckets is 3; it must be at least 4"),
        (32, 16, True, "max_distance is 16; it must be above 16"),
        (32, 8, False, "max_distance is 8; it must be above 8"),
    ],
)
def test_impossible_buckets_are_refused(num_buckets: int, max_distance: int, causal: bool, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        t5_bucket(np.array([3]), num_buckets, max_distance, causal)
