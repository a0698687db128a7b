"""Domains and ticks, smoothing and thinning: against hand computation."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.charts.scales import floored, linear_domain, log2_ticks, log_domain, log_ticks, positive
from core.charts.smoothing import ema, thin

ANY = st.floats(allow_nan=True, allow_infinity=True, width=64)


def test_linear_domain_ignores_what_is_not_finite() -> None:
    assert linear_domain([1.0, 2.0, np.nan], [np.inf, -np.inf]) == pytest.approx([0.96, 2.04])


@pytest.mark.parametrize("domain", [linear_domain, log_domain])
def test_domain_of_nothing_is_still_a_domain(domain) -> None:
    low, high = domain([np.nan, np.inf])
    assert low < high


@given(st.lists(ANY))
def test_log_domain_is_positive_and_wide_whatever_comes(values: list[float]) -> None:
    low, high = log_domain([value for value in values if not abs(value) > 1e200 and not 0 < abs(value) < 1e-200])
    assert 0 < low < high < np.inf


def test_zero_and_negative_become_gaps_and_a_band_stops_at_the_floor() -> None:
    values = pd.Series([3.0, 0.0, -1.0, 2.0])
    assert positive(values).tolist()[::3] == [3.0, 2.0] and positive(values).isna().tolist()[1:3] == [True, True]
    assert floored(pd.Series([-1.0, 0.5, np.nan]), [0.1, 9]).tolist()[:2] == [0.1, 0.5]


def test_log_ticks_label_a_narrow_domain() -> None:
    assert log_ticks([1.4, 5.8]) == [1.5, 2, 2.5, 3, 4, 5]
    assert log_ticks([0.9, 1100]) == [1, 10, 100, 1000]


def test_log2_ticks_are_the_evaluated_lengths() -> None:
    assert log2_ticks([256, 128, 128, 1024]) == [128, 256, 1024]


def test_ema_by_hand() -> None:
    # weights after three values with 0.5 on the past: 1/8, 1/4, 1/2, divided by their sum 7/8
    smooth = ema(pd.Series([8.0, 4.0, 2.0]), 0.5)
    assert smooth.tolist() == pytest.approx([8.0, (2 + 2) / 0.75, (1 + 1 + 1) / 0.875])


def test_ema_of_zero_is_the_curve_and_of_a_constant_the_constant() -> None:
    assert ema(pd.Series([3.0, 1.0, 2.0]), 0).tolist() == [3.0, 1.0, 2.0]
    assert ema(pd.Series([7.0] * 5), 0.9).tolist() == pytest.approx([7.0] * 5)


def test_ema_leaves_a_gap_and_goes_on() -> None:
    smooth = ema(pd.Series([4.0, np.nan, np.inf, 4.0]), 0.5)
    assert smooth.isna().tolist() == [False, True, True, False] and smooth.iloc[3] == 4.0


def test_ema_refuses_a_weight_of_one() -> None:
    with pytest.raises(ValueError, match="smoothing"):
        ema(pd.Series([1.0]), 1)


def test_thinning_keeps_ends_and_spikes() -> None:
    y = np.sin(np.arange(10_000) / 300)
    y[4321], y[777] = 50, -50
    kept = thin(pd.DataFrame({"series": "a", "x": range(10_000), "y": y}), ["series"], "y", 300)
    assert len(kept) <= 302 and {0, 777, 4321, 9999} <= set(kept["x"])
    assert kept["x"].is_monotonic_increasing


def test_thinning_leaves_short_curves_alone() -> None:
    frame = pd.DataFrame({"series": ["a"] * 3 + ["b"] * 2, "y": [1.0, np.nan, 2, 3, 4]})
    assert thin(frame, ["series"], "y").equals(frame)
