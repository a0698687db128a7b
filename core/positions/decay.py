"""How much rotation alone lets two equal vectors agree, by their distance.

A score of trained vectors also depends on their content; these figures say what the rotation adds, and no more.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from jaxtyping import Complex, Float, Int

ROWS = 64  # of a matrix product at a time: half a megabyte, which is used again, where new memory takes as long to get
FEW = 4  # rows that BLAS multiplies at once
BEND = 8.0  # radians within which the polynomials through NODES and their mirror images miss a cosine by 1e-15
NODES = np.cos(np.pi * (np.arange(16) + 0.5) / 32)


@dataclass(frozen=True)
class Fall:
    """Where a curve by distance rises and falls; a distance is None where there is no such place."""

    first_rise: int | None  # the first distance whose value is above the one before
    rises: int  # how many distances are above the one before
    first_negative: int | None
    lowest: float
    lowest_at: int


def mean_cosine(
    frequencies: Float[np.ndarray, "num_pairs"], distances: Int[np.ndarray, "count"]
) -> Float[np.ndarray, "count"]:
    """Mean over pairs of cos(distance * inv_freq), in [-1, 1], shape (count,): the score of all-equal q and k.

    It falls on the whole and not step by step: at head_dim 128 and base 10000 it rises at distance 12 already.
    """
    return np.cos(np.multiply.outer(np.asarray(distances, dtype=np.float64), frequencies)).mean(axis=-1)


def cosine_sums(frequencies: Float[np.ndarray, "num_pairs"], count: int) -> Float[np.ndarray, "count"]:
    """Sum over pairs of cos(distance * inv_freq) at the distances 0 ... count - 1, shape (count,).

    cos((a + x) w) and cos((a - x) w) are cos(aw) cos(xw) less and plus sin(aw) sin(xw): a few thousand cosines and two
    matrix products give a million distances. It differs from the direct sum by less than 1e-9, mostly because a large
    angle is itself rounded. Raises ValueError where there is no distance to look at.
    """
    if count < 1:
        raise ValueError(f"the number of distances is {count}; it must be at least 1.")
    half = 2 ** ((count - 1).bit_length() // 2)
    cosines, sines = _factors(frequencies, half, FEW * math.ceil(count / (2 * half * FEW)))
    around = np.empty((len(cosines.left), 2 * half))  # a row: half the distances before its middle, half after it
    for start in range(0, len(around), ROWS):
        rows = slice(start, start + ROWS)
        even, odd = _product(cosines.left[rows], cosines.right), _product(sines.left[rows], sines.right)
        np.add(even[:, ::-1], odd[:, ::-1], out=around[rows, :half])
        np.subtract(even, odd, out=around[rows, half:])
    around[0, 0] = len(frequencies)  # at distance 0, where the products are off by a rounding
    return around.ravel()[:count]


def fall(values: Float[np.ndarray, "count"]) -> Fall:
    """Where the curve whose values belong to the distances 0 ... count - 1 rises, turns negative and is lowest."""
    rising = values[1:] > values[:-1]
    lowest_at = int(np.argmin(values))
    first_rise = _first(rising)
    return Fall(
        first_rise=None if first_rise is None else first_rise + 1,
        rises=int(np.count_nonzero(rising)),
        first_negative=_first(values < 0),
        lowest=float(values[lowest_at]),
        lowest_at=lowest_at,
    )


def abel_bound(
    frequencies: Float[np.ndarray, "num_pairs"], distances: Int[np.ndarray, "count"]
) -> Float[np.ndarray, "count"]:
    """Mean size of the partial sums of exp(i * distance * inv_freq), shape (count,).

    It bounds the score by the Abel transform. RoFormer (arXiv 2104.09864), section 3.4.3.
    """
    return partial_sums(frequencies, distances) / len(frequencies)


def partial_sums(
    frequencies: Float[np.ndarray, "num_pairs"], distances: Int[np.ndarray, "count"]
) -> Float[np.ndarray, "count"]:
    """Sum over j of |S_j|, S_j the sum of the first j of exp(i * distance * inv_freq), shape (count,).

    With h the complex product of q and k in each pair, a score is at most this times the greatest step from one h to
    the next, the last step being to 0. RoFormer (arXiv 2104.09864), equations 36 and 37; B(s) of Position
    Interpolation (arXiv 2306.15595), section 2.3.
    """
    turned = np.exp(1j * np.multiply.outer(frequencies, np.asarray(distances, dtype=np.float64)))
    return np.abs(turned.cumsum(axis=0)).sum(axis=0)


def first_partial_sums(frequencies: Float[np.ndarray, "num_pairs"], count: int) -> Float[np.ndarray, "count"]:
    """The partial_sums at the distances 0 ... count - 1, shape (count,), several times faster than one by one."""
    side = math.isqrt(count - 1) + 1
    coarse, fine = _turned(side * frequencies, side), _turned(frequencies, side)
    return _sizes(np.outer(*pair).ravel()[:count] for pair in zip(coarse.T, fine.T, strict=True))


def _sizes(pairs: Iterable[Complex[np.ndarray, "count"]]) -> Float[np.ndarray, "count"]:
    """The sum of the sizes of the partial sums over `pairs`; one pair at a time stays inside the processor's cache."""
    real, imaginary, total = np.zeros((3, 1))
    for pair in pairs:
        real, imaginary = real + pair.real, imaginary + pair.imag
        total = total + np.sqrt(real * real + imaginary * imaginary)
    return total


@dataclass(frozen=True)
class _Factors:
    """Two matrices whose product is wanted."""

    left: Float[np.ndarray, "rows inner"]
    right: Float[np.ndarray, "inner half"]


def _factors(frequencies: Float[np.ndarray, "num_pairs"], half: int, rows: int) -> tuple[_Factors, _Factors]:
    """What multiplies to the sums of cos(aw) cos(xw) and of sin(aw) sin(xw), for a = half - 1/2 + 2 half row.

    x is 1/2, 3/2, ... below half. Pairs that turn little within it count together: their sums are polynomials of x.
    """
    middles = _turned(2 * half * frequencies, rows) * np.exp(1j * (half - 0.5) * frequencies)
    slow = half * frequencies <= BEND
    steps = (_turned(frequencies[~slow], half) * np.exp(0.5j * frequencies[~slow])).T
    at = half * np.outer(frequencies[slow], NODES)
    even, odd = _between(half)

    def joined(turned: np.ndarray, near: np.ndarray, at_nodes: np.ndarray, between: np.ndarray) -> _Factors:
        left = [turned[:, ~slow], _product(turned[:, slow], at_nodes)]
        return _Factors(np.concatenate(left, axis=1), np.concatenate([near, between]))

    cosines = joined(middles.real, steps.real, np.cos(at), even)
    return cosines, joined(middles.imag, steps.imag, np.sin(at), odd)


@cache
def _between(half: int) -> tuple[Float[np.ndarray, "nodes half"], Float[np.ndarray, "nodes half"]]:
    """What turns values at half * NODES into those at 1/2, 3/2, ... below half, of even and of odd functions.

    They are the polynomials of Chebyshev through the nodes and their mirror images.
    """
    orders = np.arange(2 * len(NODES))
    weights = np.where(orders == 0, 1, 2) / len(NODES)
    at_nodes = np.cos(np.outer(np.arccos(NODES), orders)) * weights
    at_steps = np.cos(np.outer(orders, np.arccos((np.arange(half) + 0.5) / half)))
    return at_nodes[:, ::2] @ at_steps[::2], at_nodes[:, 1::2] @ at_steps[1::2]


def _product(left: Float[np.ndarray, "rows inner"], right: Float[np.ndarray, "inner half"]) -> np.ndarray:
    """left @ right, FEW rows at a time: for larger products BLAS calls its threads, which wait for one another.

    Where a second program is at work that costs ten times what they gain.
    """
    few = np.ascontiguousarray(left).reshape(len(left) // FEW, FEW, left.shape[1])
    return np.matmul(few, right).reshape(len(left), right.shape[1])


def _turned(frequencies: Float[np.ndarray, "num_pairs"], count: int) -> Complex[np.ndarray, "count num_pairs"]:
    """exp(i * step * inv_freq) for the steps 0 ... count - 1, by doubling: exp is slower than a product."""
    made = np.ones((1, len(frequencies)), dtype=np.complex128)
    while len(made) < count:
        more = made[: count - len(made)] * np.exp(1j * len(made) * frequencies)
        made = np.concatenate([made, more])
    return made


def _first(where: np.ndarray) -> int | None:
    """The first index at which something holds; None where it never does."""
    found = int(np.argmax(where)) if len(where) else 0
    return found if len(where) and where[found] else None
