"""Thinning and smoothing of curves, for the eye only: no table reads what comes out of here."""

import numpy as np
import pandas as pd


def ema(values: pd.Series, amount: float) -> pd.Series:
    """The exponential moving average with weight `amount` on the past (0 leaves the curve as it is), debiased.

    Dividing by the weight gathered so far makes the first value count in full; a missing or infinite value is a gap
    in the result and does not end the average.
    """
    if not 0 <= amount < 1:
        raise ValueError(f"smoothing must lie in [0, 1), not {amount}")
    out = np.full(len(values), np.nan)
    total = weight = 0.0
    for i, value in enumerate(np.asarray(values, dtype=float)):
        if np.isfinite(value):
            total = amount * total + (1 - amount) * value
            weight = amount * weight + (1 - amount)
            out[i] = total / weight
    return pd.Series(out, index=values.index)


def thin(frame: pd.DataFrame, by: list[str], value: str, limit: int = 300) -> pd.DataFrame:
    """At most about `limit` rows for each group of `by`; each bin keeps the rows of its lowest and highest `value`,
    and the first of those that are not finite.

    Spikes and gaps survive, and so do the first and the last row. A browser redraws 300 points a curve at once; more
    cost more than they show.
    """
    if len(frame) and frame.groupby(by, sort=False, observed=True).size().max() <= limit:
        return frame
    kept = []
    for _, rows in frame.groupby(by, sort=False, observed=True):
        if len(rows) <= limit:
            kept.append(rows)
            continue
        places = np.arange(len(rows))
        bins = places * (limit // 2) // len(rows)
        values = pd.Series(rows[value].to_numpy(np.float64))
        finite = np.isfinite(values)
        ends = values[finite].groupby(bins[finite])
        gaps = np.flatnonzero(~finite)[np.unique(bins[~finite], return_index=True)[1]]
        keep = np.unique(np.r_[0, ends.idxmin(), ends.idxmax(), gaps, len(rows) - 1]).astype(int)
        kept.append(rows.iloc[keep])
    return pd.concat(kept) if kept else frame
