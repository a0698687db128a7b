"""A shift of query and key: what float32 angles make of it, and float64 ones do not."""

import numpy as np
import pytest

from core.positions.shift_error import BOUND, shift_errors

SHIFTS = range(1, 1001, 3)


@pytest.mark.parametrize("dim", [64, 128])
def test_float32_angles_fail_the_course_bound_and_float64_ones_pass_it(dim: int) -> None:
    assert BOUND == 1e-4
    assert BOUND < shift_errors(dim, SHIFTS, "float32").max() < 1e-3
    assert shift_errors(dim, SHIFTS, "float64").max() < 1e-11


def test_a_step_of_float32_is_about_as_large_as_its_digits_allow() -> None:
    # An angle near 1,500 rad has 24 bits: it is off by at most 2^-14 = 6e-5, and a pair's score by that times |q||k|.
    found = shift_errors(32, [1000], "float32")[0]
    assert 1e-6 < found < 32 * 6e-5


def test_no_shift_changes_nothing() -> None:
    np.testing.assert_array_equal(shift_errors(32, [0], "float32"), [0.0])
