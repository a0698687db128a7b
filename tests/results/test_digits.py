"""Digits follow the uncertainty."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.results.digits import count_label, decimals, grouped, mean_std, number


@pytest.mark.parametrize(
    ("mean", "std", "n", "text"),
    [
        (1.60449, 0.01234, 3, "1.604 ± 0.012"),
        (1.60449, 0.0996, 3, "1.60 ± 0.10"),
        (1.60449, 0.00123, 5, "1.6045 ± 0.0012"),
        (1234.4, 123.4, 3, "1234 ± 123"),
        (12.34, 1.26, 3, "12.3 ± 1.3"),
        (1.60449, math.nan, 1, "1.604"),
        (0.0001, math.nan, 1, "0.0001000"),
        (1.1e-13, math.nan, 1, "1.100e-13"),
        (1234.4, math.nan, 1, "1234"),
        (math.nan, math.nan, 0, "–"),
        (2.0, 0.0, 3, "2.000 ± 0.000"),
        (-0.00004, 0.01, 3, "0.000 ± 0.010"),
        (1.604492, 3.2e-9, 3, "1.604492 ± 3.2e-09"),
        (math.inf, math.nan, 2, "Inf ± NaN"),
        (3e12, 1.5, 3, "3.000e+12 ± 1.5"),
    ],
)
def test_mean_and_std(mean, std, n, text):
    assert mean_std(mean, std, n) == text


@given(st.floats(1e-5, 10), st.floats(-10, 10))
def test_rounding_costs_less_than_a_tenth_of_the_std(std, mean):
    assert abs(float(number(mean, decimals(std))) - mean) <= 0.0501 * std


def test_nothing_is_hidden():
    assert [number(value) for value in (math.nan, math.inf, -math.inf)] == ["NaN", "Inf", "-Inf"]
    assert decimals(math.nan) is decimals(0.0) is decimals(-1.0) is None


def test_counts():
    assert count_label(3, 3, 3) == "3"
    assert count_label(2, 3, 2) == "2 of 3 finished"
    assert count_label(2, 3, 3) == "2 of 3 with a value"
    assert count_label(0, 1, 0) == "0 of 1 finished"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5215.19, "5,220"),
        (5_061_234.0, "5,060,000"),
        (628_318_530.7, "628,000,000"),
        (6.28318, "6.28"),
        (2.0, "2"),
        (0.04117, "0.0412"),
        (0.000999, "< 0.001"),
        (0.001, "0.001"),
        (0.0, "0"),
    ],
)
def test_three_digits_with_thousands_in_groups(value: float, text: str) -> None:
    assert grouped(value) == text
