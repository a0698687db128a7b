"""Which bases keep the cosine sum from turning negative anywhere in a context.

Men et al. 2024, Base of RoPE Bounds Context Length (arXiv 2405.14591): where the sum over pairs of
cos(distance * base ** (-2 i / d)) is negative, a query prefers a random key to one that is like it. The condition is
not monotone in the base: beyond the least base that meets it there are larger ones that do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from core.positions.decay import cosine_sums
from core.positions.rope import inv_freq

PUBLISHED_DIM = 128
# The table of the paper: context length to the least base, for head_dim 128.
PUBLISHED = {
    1_024: 4.3e3,
    2_048: 1.6e4,
    4_096: 2.7e4,
    8_192: 8.4e4,
    16_384: 3.1e5,
    32_768: 6.4e5,
    65_536: 2.1e6,
    131_072: 7.8e6,
    262_144: 3.6e7,
    524_288: 6.4e7,
    1_048_576: 5.1e8,
}

# The same of ours: the least that least_base found with ratio 1.0001, rounded up. Narrower islands may lie below.
OURS = {
    1_024: 4_294,
    2_048: 11_588,
    4_096: 26_956,
    8_192: 83_768,
    16_384: 231_649,
    32_768: 629_989,
    65_536: 2_090_223,
    131_072: 4_869_446,
    262_144: 25_743_148,
    524_288: 61_702_084,
    1_048_576: 65_429_876,
}


@dataclass(frozen=True)
class Least:
    """The least cosine sum of a context and the distance where it is."""

    sum: float
    distance: int


def least_sum(rotary_dim: int, base: float, length: int) -> Least:
    """The least cosine sum over the distances 0 ... length - 1; a base is feasible where it is not negative."""
    sums = cosine_sums(inv_freq(rotary_dim, base), length)
    at = int(np.argmin(sums))
    return Least(float(sums[at]), at)


def least_sums(
    rotary_dim: int, bases: Sequence[float], lengths: Sequence[int]
) -> Float[np.ndarray, "num_bases num_lengths"]:
    """The least cosine sum of every base in every context length, shape (num_bases, num_lengths)."""
    made = np.empty((len(bases), len(lengths)))
    for row, base in enumerate(bases):
        sums = cosine_sums(inv_freq(rotary_dim, base), max(lengths))
        made[row] = [sums[:length].min() for length in lengths]
    return made


def least_base(rotary_dim: int, length: int, low: float = 100.0, high: float = 1e10, ratio: float = 1.002) -> float:
    """The least feasible base among low, low * ratio, low * ratio ** 2, ... below high; inf where there is none.

    A base that a few distances already refuse is refused before the whole context is looked at.
    """
    steps = int(np.log(high / low) / np.log(ratio))
    for base in low * ratio ** np.arange(steps):
        if all(least_sum(rotary_dim, base, part).sum >= 0 for part in _parts(length)):
            return float(base)
    return float("inf")


def _parts(length: int) -> list[int]:
    """Growing beginnings of a context, the whole of it last."""
    return [part for part in (1 << 10, 1 << 13, 1 << 16) if part < length] + [length]
