"""Whether a guess held: a number by how near it came, a curve by where it went furthest astray."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


def near(answer: float, truth: float, within: float = 0.05) -> bool:
    """Whether the answer lies within this share of the truth; a truth of 0 must be met to within `within` itself."""
    return abs(answer - truth) <= within * (abs(truth) or 1.0)


@dataclass(frozen=True)
class Drawn:
    """How a drawn curve compares: mean absolute gap in the curve's unit, and the point of the largest gap."""

    gap: float
    worst: int
    worst_gap: float  # drawn minus true
    same_turns: bool  # every step goes up, down or stays level as the true one does


def compare(drawn: Sequence[float], truth: Sequence[float], level: float) -> Drawn:
    """Compare two curves at the same points; a step of at most `level` counts as level, in the curve's unit.

    Raises ValueError where their numbers of points differ or there are fewer than two.
    """
    mine, true = np.asarray(drawn, dtype=float), np.asarray(truth, dtype=float)
    if mine.shape != true.shape or len(mine) < 2:
        raise ValueError(
            f"curves of {len(mine)} and {len(true)} points cannot be compared: both need the same 2 or more"
        )
    gaps = mine - true
    worst = int(np.abs(gaps).argmax())
    ways = [np.sign(np.where(np.abs(step) <= level, 0, step)) for step in (np.diff(mine), np.diff(true))]
    return Drawn(float(np.abs(gaps).mean()), worst, float(gaps[worst]), bool((ways[0] == ways[1]).all()))
