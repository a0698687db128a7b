"""The numbers behind the pictures of decay: a million distances in three hundred rows that hide no extreme."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd
from jaxtyping import Float

from core.positions import base_bound, base_table
from core.positions.base_bound import Least
from core.positions.decay import Fall, abel_bound, cosine_sums, fall
from core.positions.rope import inv_freq

REACH = 1_048_576  # distances of the logarithmic axis
MOST_ROWS = 280  # a curve; the browser is the bottleneck
# Tokens of English text, roughly: 25 a sentence, 500 a page, 8,000 a chapter, 130,000 a novel.
MARKS = {1: "token", 25: "sentence", 500: "page", 8_000: "chapter", 130_000: "novel"}


@dataclass(frozen=True)
class Curve:
    """What one base does: `rows` to draw, and the facts of the distances below the context length."""

    base: float
    rows: pd.DataFrame  # first, last, x, low, mean, high: mean cosines of the distances first ... last
    bound: pd.DataFrame  # x, value: RoFormer's bound
    fall: Fall
    least: Least
    at_marks: dict[int, float]


def curve(rotary_dim: int, base: float, length: int, log: bool = True) -> Curve:
    """The mean cosine of a base by distance, up to REACH on a logarithmic axis and up to `length` on a linear one."""
    frequencies = inv_freq(rotary_dim, base)
    pairs = len(frequencies)
    sums = cosine_sums(frequencies, REACH if log else length)
    found = fall(sums[:length])
    rows = thinned(sums, log)
    rows[["low", "mean", "high"]] /= pairs
    return Curve(
        base=base,
        rows=rows,
        bound=_bound(frequencies),
        fall=replace(found, lowest=found.lowest / pairs),
        least=Least(found.lowest, found.lowest_at),
        at_marks={mark: float(sums[mark] / pairs) for mark in MARKS if mark < len(sums)},
    )


def curves(rotary_dim: int, bases: Sequence[float], length: int, log: bool = True) -> list[Curve]:
    """The curve of each base, side by side on the processor's cores: numpy lets go of Python's lock while it works."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(partial(curve, rotary_dim, length=length, log=log), bases))


def thinned(values: Float[np.ndarray, "count"], log: bool) -> pd.DataFrame:
    """Lowest, mean and highest value of neighbouring distances: first, last, x, low, mean, high, at most MOST_ROWS.

    The buckets are equally wide on the axis and together hold every distance from 0, on a logarithmic axis from 1.
    """
    start = 1 if log else 0
    spaced = np.geomspace if log else np.linspace
    edges = np.unique(np.round(spaced(start, len(values), MOST_ROWS + 1)).astype(np.int64))
    first, last = edges[:-1], edges[1:] - 1
    kept = values[start:]
    at = first - start
    x = np.sqrt(first * last.astype(np.float64)) if log else (first + last) / 2
    columns = {
        "first": first,
        "last": last,
        "x": x,
        "low": np.minimum.reduceat(kept, at),
        "mean": np.add.reduceat(kept, at) / (last - first + 1),
        "high": np.maximum.reduceat(kept, at),
    }
    return pd.DataFrame(columns)


def floor(rotary_dim: int) -> float:
    """The foot of the axis of mean cosines: no base from 10 to 1e10 falls below it within REACH distances."""
    return -0.6 if rotary_dim >= 96 else -1.0


def marks(length: int, log: bool) -> pd.DataFrame:
    """The distances that are marked, x and mark; on a linear axis only those that stand apart."""
    kept: list[int] = []
    for mark in MARKS:
        if log or (mark < length and mark - (kept[-1] if kept else -length) > length / 20):
            kept.append(mark)
    return pd.DataFrame({"x": kept, "mark": [MARKS[mark] for mark in kept]})


def bases(rotary_dim: int, length: int) -> pd.DataFrame:
    """The least cosine sum within the context by base: x, base, up_to, low, high, tried.

    A row stands for neighbouring bases; low and high are the least and the greatest of their least sums, and `tried`
    says how many bases were looked at. Where low is negative and high is not, some pass and others do not.
    """
    starts = base_table.ladder(1)
    ends = np.append(starts[1:], starts[-1] * starts[1] / starts[0])
    sums = base_table.spans(rotary_dim, length)
    tried = base_table.WITHIN if base_table.known(rotary_dim, length) else 1
    columns = {"x": np.sqrt(starts * ends) if tried > 1 else starts, "base": starts, "up_to": ends}
    return pd.DataFrame(columns | {"low": sums[:, 0], "high": sums[:, 1], "tried": tried})


@dataclass(frozen=True)
class Feasible:
    """Which bases of the frame of `bases` keep the sum from turning negative; None where there is none."""

    tried: int
    first: float | None  # about where the least one is that passes
    last_refused: float | None  # about where the greatest one is that does not


def feasible(frame: pd.DataFrame) -> Feasible:
    """Where bases begin to pass and where the last one fails, to the width of a row."""
    passes = frame.loc[frame["high"] >= 0, "base"]
    fails = frame.loc[frame["low"] < 0, "base"]
    return Feasible(
        tried=int(frame["tried"].sum()),
        first=float(passes.iloc[0]) if len(passes) else None,
        last_refused=float(fails.iloc[-1]) if len(fails) else None,
    )


def published() -> pd.DataFrame:
    """By context length: the published least base, its least sum and the distance where that is, and our least base."""
    rows = []
    for length, base in base_bound.PUBLISHED.items():
        theirs = base_bound.least_sum(128, base, length)
        rows.append((length, round(base), theirs.sum, theirs.distance, base_bound.OURS[length]))
    return pd.DataFrame(rows, columns=["context", "published_base", "published_sum", "at_distance", "our_base"])


def _bound(frequencies: Float[np.ndarray, "num_pairs"]) -> pd.DataFrame:
    """RoFormer's bound at distances that stand equally far apart on a logarithmic axis."""
    distances = np.unique(np.round(np.geomspace(1, REACH, MOST_ROWS)).astype(np.int64))
    return pd.DataFrame({"x": distances, "value": abel_bound(frequencies, distances)})
