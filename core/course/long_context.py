"""Lesson 5, Long context: what a score does by distance, whether clocks come back, and the task of the least base.

All of it is for the head of Qwen3 or, where the documents speak of base 10,000, for the same head with that base.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from core.positions.base_bound import least_sum
from core.positions.decay import Fall, abel_bound, cosine_sums, fall, mean_cosine
from core.positions.rope import inv_freq, slow_pairs

DIM = 128  # rotated channels of a head of Qwen3
BASE, NATIVE, FIELD = 1e6, 32_768, 40_960  # Qwen3: rope_theta, tokens in training, max_position_embeddings
OLD_BASE = 1e4
DISTANCES = (0, 1, 5, 10, 20, 50, 100, 200, 400)
WITHIN = 4_096  # distances over which the fall is described
CLOCK_DIM = 64  # rotated channels of the head for which clocks are compared
CLAIMED = 62_832  # positions, 2 pi times the base, after which clocks are said to repeat
FROM, TO = 1_000, 400_000  # positions that are searched for a return


@dataclass(frozen=True)
class Slowed:
    """One pair under another base: its speeds in rad/position, and how many times slower it is."""

    pair: int
    before: float
    after: float

    @property
    def times(self) -> float:
        """Old speed over new speed."""
        return self.before / self.after


def slowed(base: float, dim: int = DIM, against: float = OLD_BASE) -> list[Slowed]:
    """The first pair, the middle one and the last one, at `against` and at `base`."""
    before, after = inv_freq(dim, against), inv_freq(dim, base)
    pairs = sorted({0, len(before) // 2, len(before) - 1})
    return [Slowed(pair, float(before[pair]), float(after[pair])) for pair in pairs]


def slow_at(length: int) -> int:
    """How many pairs of Qwen3's head finish no turn in a window of so many tokens."""
    return slow_pairs(inv_freq(DIM, BASE), length)


def scores(base: float = OLD_BASE, distances: tuple[int, ...] = DISTANCES) -> Float[np.ndarray, "count"]:
    """The mean cosine at the distances that a reader draws, shape (count,)."""
    return mean_cosine(inv_freq(DIM, base), np.array(distances))


def fall_of(base: float = OLD_BASE, count: int = WITHIN) -> Fall:
    """How the mean cosine goes over the distances 0 ... count - 1."""
    return fall(cosine_sums(inv_freq(DIM, base), count) / (DIM // 2))


def ceilings(base: float = OLD_BASE, distances: tuple[int, ...] = DISTANCES) -> Float[np.ndarray, "count"]:
    """RoFormer's bound at the distances that a reader draws, shape (count,)."""
    return abel_bound(inv_freq(DIM, base), np.array(distances))


def apart(positions: Int[np.ndarray, "count"]) -> Float[np.ndarray, "count"]:
    """How far all clock hands of a position stand from those of position 0, shape (count,).

    The length of the difference of two lists of cos and sin, at base 10,000 and CLOCK_DIM channels; at most
    2 sqrt(CLOCK_DIM / 2).
    """
    total = np.zeros(len(positions))
    for frequency in inv_freq(CLOCK_DIM, OLD_BASE):
        total += 2 - 2 * np.cos(frequency * positions)
    return np.sqrt(np.maximum(total, 0))


def nearest_return() -> tuple[int, float]:
    """The position from FROM to TO whose hands stand nearest to those of position 0, and how far away that is."""
    found = apart(np.arange(FROM, TO + 1))
    at = int(found.argmin())
    return FROM + at, float(found[at])


def least(base: float, length: int = NATIVE) -> float:
    """The least cosine sum of a base within the context; below 0 the base fails."""
    return least_sum(DIM, base, length).sum


def solved(tried: Mapping[float, float]) -> tuple[float | None, tuple[float, float] | None]:
    """What a reader's tries have shown: a base that passes, and a passing base with a larger one that fails.

    `tried` holds the least sum by base; None for what was not found yet.
    """
    passed = sorted(base for base, least in tried.items() if least >= 0)
    failed = sorted(base for base, least in tried.items() if least < 0)
    larger = [base for base in failed if passed and base > passed[0]]
    return (passed[0] if passed else None), ((passed[0], larger[0]) if larger else None)
