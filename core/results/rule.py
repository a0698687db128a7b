"""The rule of every verdict: what the pairs of seeds say, and what must hold before better or worse is said.

Everything here works along the last axis, so that a table's row and two thousand simulated draws are judged by the
same lines.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Float
from scipy import stats

from core.results.summary import CONFIDENCE

MIN_PAIRS = 3
LEVEL = 1 - CONFIDENCE
VERDICTS = ("better", "worse", "not separated", "too few seeds")

UNLIKE = "no verdict: the runs differ in more than what is compared"
FEW = "a verdict needs three pairs of seeds"
HOLDS_ZERO = "the interval holds 0"
WITHIN_STD = "the difference is within the seeds' standard deviation"
WITHIN_FLOOR = "the difference is within the noise floor"
HOLM = "Holm's correction for the number of comparisons leaves p at 0.05 or above"
DIVERGED = "seeds diverged on the side that is ahead"
NOTES = (UNLIKE, FEW, HOLDS_ZERO, WITHIN_STD, WITHIN_FLOOR, HOLM, DIVERGED)

Statistics = dict[str, Any]  # numbers, or arrays of one shape


def paired_statistics(ours: Float[np.ndarray, "*draws n"], theirs: Float[np.ndarray, "*draws n"]) -> Statistics:
    """Of n differences by seed: mean, std (ddof=1), 95% t interval, the larger std of the two sides, and p of the
    paired t test; what takes more pairs than there are is left out."""
    difference, n = ours - theirs, ours.shape[-1]
    if n == 0:
        return {"pairs": 0}
    found = {"pairs": n, "mean_difference": difference.mean(axis=-1)}
    if n == 1:
        return found
    std = difference.std(axis=-1, ddof=1)
    found |= _tested(found["mean_difference"], std / np.sqrt(n), n - 1) | {"std": std}
    found["seed_std"] = np.maximum(ours.std(axis=-1, ddof=1), theirs.std(axis=-1, ddof=1))
    return found if n >= MIN_PAIRS else found | {"p": np.nan}


def welch_statistics(ours: Float[np.ndarray, " n"], theirs: Float[np.ndarray, " m"]) -> Statistics:
    """The same of two sides that share no seeds, by Welch's t test; `pairs` is the smaller side and std the
    difference's, as if of one pair. (Welch 1947; the degrees of freedom are Satterthwaite's.)"""
    sides = (ours, theirs)
    n = min(map(len, sides))
    if n < MIN_PAIRS:
        return {"pairs": n}
    variances = [float(side.var(ddof=1)) for side in sides]
    parts = [variance / len(side) for variance, side in zip(variances, sides, strict=True)]
    error = np.sqrt(sum(parts))
    spread = sum(part**2 / (len(side) - 1) for part, side in zip(parts, sides, strict=True))
    freedom = sum(parts) ** 2 / spread if spread else len(ours) + len(theirs) - 2
    mean = ours.mean() - theirs.mean()
    found = {"pairs": n, "mean_difference": mean, "std": np.sqrt(sum(variances)), "seed_std": np.sqrt(max(variances))}
    return found | _tested(mean, error, freedom)


def _tested(mean: Any, error: Any, freedom: float) -> Statistics:
    """Interval and p of a mean with this standard error (of the mean) and these degrees of freedom."""
    half = stats.t.ppf((1 + CONFIDENCE) / 2, freedom) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(mean == 0, 0.0, np.abs(mean) / error)
    p = 2 * stats.t.sf(t, freedom)
    return {"lo": mean - half, "hi": mean + half, "p": p, "error": error, "freedom": freedom}


def holm(p: Float[np.ndarray, " comparisons"] | list[float]) -> Float[np.ndarray, " comparisons"]:
    """Holm's adjusted p values in the order given; NaN stays NaN and is not counted."""
    p = np.asarray(p, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    order = [index for index in np.argsort(p, kind="stable") if not np.isnan(p[index])]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def judged(found: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """The verdict on each comparison, and which of NOTES stands in its way; "" where nothing does.

    Each entry of `found` is a number or an array of one shape: pairs, mean_difference, lo, hi, seed_std, floor (NaN
    where none is known), p_holm, lost and lost_against (seeds that diverged on either side), and unlike.
    """
    mean, lo, hi = (np.asarray(found[key], np.float64) for key in ("mean_difference", "lo", "hi"))
    size, better = np.abs(mean), mean < 0
    reasons = {
        UNLIKE: np.asarray(found["unlike"], bool),
        FEW: np.asarray(found["pairs"]) < MIN_PAIRS,
        HOLDS_ZERO: (lo <= 0) & (hi >= 0),
        WITHIN_STD: size <= np.asarray(found["seed_std"], np.float64),
        WITHIN_FLOOR: size <= np.asarray(found["floor"], np.float64),
        HOLM: np.asarray(found["p_holm"], np.float64) >= LEVEL,
        DIVERGED: np.where(better, found["lost"], found["lost_against"]) > 0,
    }
    note = np.select(list(reasons.values()), list(reasons), "")
    said = np.where(better, "better", "worse")
    verdict = np.select([note == UNLIKE, note == FEW, note != ""], ["", "too few seeds", "not separated"], said)
    return verdict, note
