"""Axis domains that stay put and axes that nothing can flatten."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

_PAD = 0.04  # of the range, so that no line touches the frame


def _finite(columns: Iterable[ArrayLike]) -> np.ndarray:
    """Every finite number of the columns, in one array."""
    arrays = [np.asarray(column, dtype=float).ravel() for column in columns]
    joined = np.concatenate(arrays) if arrays else np.empty(0)
    return joined[np.isfinite(joined)]


def linear_domain(*columns: ArrayLike) -> list[float]:
    """[low, high] that holds every finite value with a little room; [0, 1] where there is none."""
    values = _finite(columns)
    if not len(values):
        return [0.0, 1.0]
    low, high = float(values.min()), float(values.max())
    room = (high - low) * _PAD or abs(high) * _PAD or 1.0
    return [low - room, high + room]


def log_domain(*columns: ArrayLike) -> list[float]:
    """[low, high] of the positive finite values with a little room; [0.1, 1] where there is none."""
    values = _finite(columns)
    values = values[values > 0]
    if not len(values):
        return [0.1, 1.0]
    low, high = float(values.min()), float(values.max())
    room = float(np.exp(_PAD * (np.log(high) - np.log(low)))) if high > low else 1.1
    return [low / room, high * room]


def log_ticks(domain: list[float], most: int = 8) -> list[float]:
    """Round values inside the domain of a log axis, at most `most`.

    Vega labels only a power of ten when a domain is narrower than a decade, as the domain of a loss is.
    """
    low, high = domain
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    for steps in ((1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8), (1, 1.5, 2, 3, 4, 6, 8), (1, 2, 5), (1,)):
        ticks = [float(f"{step * 10.0**power:.6g}") for power in powers for step in steps]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) <= most:
            return ticks
    return ticks[:: int(np.ceil(len(ticks) / most))]


def positive(values: pd.Series) -> pd.Series:
    """The values for a log axis: a zero or a negative number becomes a gap, for one of them flattens the whole line."""
    return values.where(values > 0)


def floored(values: pd.Series, domain: list[float]) -> pd.Series:
    """A band's lower edge for a log axis: what lies below the domain stops at its bottom instead of vanishing."""
    return values.clip(lower=domain[0])


def log2_ticks(lengths: Iterable[int]) -> list[int]:
    """The lengths to be labelled on a log-2 axis: every evaluated one, sorted."""
    return sorted({int(length) for length in lengths})
