"""How far a score can be off between two positions that were trained, beside how large it can be beyond them.

Chen et al. 2023, Position Interpolation (arXiv 2306.15595), section 2.3. Both are in units of the greatest |h|, the
size of the product of q and k in a pair, and both are bounds, not what a model does.
"""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from core.positions.decay import first_partial_sums
from core.positions.rope import inv_freq


@dataclass(frozen=True)
class Bounds:
    """What the paper compares, in units of the greatest |h|."""

    interpolation: float  # of the error halfway between two trained positions, as published
    interpolation_kept: float  # the same, with the sum that the paper replaces by an integral: this one always holds
    extrapolation: float  # of the score, at the distance where the bound is least
    at: int  # that distance
    ratio: float  # extrapolation over interpolation
    paper_ratio: float  # with head_dim in the place of the least sum, as the paper reckons: about 600


def interpolation_bound(rotary_dim: int, base: float, between: float = 0.5) -> float:
    """Published bound of the error of a score read `between` two neighbouring positions, over max |h|.

    Theorem 2.1: d (s - s1) (s2 - s) / (8 ln base) for positions 1 apart; halfway it is d / (32 ln base). It puts
    d / (4 ln base) for the sum of squared frequencies, which is up to 1 larger; see kept_bound.
    """
    return rotary_dim * between * (1 - between) / (8 * math.log(base))


def kept_bound(frequencies: Float[np.ndarray, "num_pairs"], between: float = 0.5) -> float:
    """The bound of interpolation_bound with the sum of squared frequencies as it is: no score exceeds it.

    At head_dim 128 and base 10000 it is 0.50 where the theorem says 0.43, and a score of 0.49 exists.
    """
    return between * (1 - between) / 2 * float(np.square(frequencies).sum())


def extrapolation_bound(frequencies: Float[np.ndarray, "num_pairs"], count: int) -> Float[np.ndarray, "count"]:
    """Bound of a score at the distances 0 ... count - 1 over max |h|, shape (count,), from RoFormer's Abel transform.

    Two neighbouring h differ by at most 2 max |h|. Section 2.3, where the sum of partial sums is B(s).
    """
    return 2 * first_partial_sums(frequencies, count)


def bounds(rotary_dim: int, base: float, reach: int = 4096) -> Bounds:
    """Both bounds, the second at the distance from 1 to `reach` where it is least, which favours it."""
    frequencies = inv_freq(rotary_dim, base)
    beyond = extrapolation_bound(frequencies, reach + 1)[1:]
    at = int(np.argmin(beyond))
    between = interpolation_bound(rotary_dim, base)
    least = float(beyond[at])
    return Bounds(
        interpolation=between,
        interpolation_kept=kept_bound(frequencies),
        extrapolation=least,
        at=at + 1,
        ratio=least / between,
        paper_ratio=2 * rotary_dim / between,
    )
