"""Lesson 3, Sinusoids: clock hands, distances between codes, a shift as a turn, and the size of what is added."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from core.positions.absolute import sinusoids
from core.positions.rope import angles, inv_freq

CLOCK_DIM, HANDS = 16, 8  # of the clock
TABLE_DIM, MAP_DIM, MAP_LENGTH = 8, 64, 100  # of the table in the text, and of the map
LAST_PLACE, LAST_GAP = 1000, 200
ALIKE = 2.0  # degrees within which a hand counts as back


@dataclass(frozen=True, kw_only=True)
class Hands:
    """The clock at one position: each hand's angle in rad from the right, counter-clockwise, and its wavelength."""

    angle: Float[np.ndarray, "hands"]
    wavelength: Float[np.ndarray, "hands"]


def hands(position: float) -> Hands:
    """The eight hands, fastest first."""
    speed = inv_freq(CLOCK_DIM)
    return Hands(angle=position * speed, wavelength=2 * np.pi / speed)


def off(position: int, count: int) -> float:
    """Degrees by which the worst of the first `count` hands misses where it stood at position 0, from 0 to 180."""
    turned = np.degrees(hands(position).angle[:count]) % 360
    return float(np.minimum(turned, 360 - turned).max())


def alike(count: int, within: float = ALIKE) -> tuple[int, ...]:
    """The positions from 1 to LAST_PLACE at which the first `count` hands are back where they stood at position 0."""
    return tuple(place for place in range(1, LAST_PLACE + 1) if off(place, count) <= within)


def distances(start: int, dim: int, last: int = LAST_GAP) -> Float[np.ndarray, "gaps"]:
    """Euclidean distance from the code of `start` to that of start + gap, for gaps 0 to `last`, shape (last + 1,)."""
    codes = sinusoids(np.arange(start, start + last + 1), dim)
    return np.linalg.norm(codes - codes[0], axis=1)


def parts(gap: int, dim: int) -> Float[np.ndarray, "num_pairs"]:
    """What each pair adds to the squared distance at this gap, 2 (1 - cos(gap w)), at most 4, shape (dim // 2,)."""
    return 2 * (1 - np.cos(gap * inv_freq(dim)))


def farthest(dim: int) -> float:
    """The distance that no two codes exceed: every pair adds at most 4 to its square."""
    return float(np.sqrt(4 * (dim // 2)))


def nearest(dim: int, last: int) -> float:
    """The smallest distance between position 0 and any position from 1 to `last`."""
    return float(np.sqrt(2 * (1 - np.cos(angles(np.arange(1, last + 1), inv_freq(dim)))).sum(axis=1)).min())


def moved(position: int, shift: int, dim: int = TABLE_DIM) -> float:
    """The largest error of turning each pair of the code by shift * w instead of computing position + shift anew."""
    here, there = sinusoids(np.array([position, position + shift]), dim)
    sine, cosine = here[0::2], here[1::2]
    turn = shift * inv_freq(dim)
    turned = np.empty(dim)
    turned[0::2] = sine * np.cos(turn) + cosine * np.sin(turn)
    turned[1::2] = cosine * np.cos(turn) - sine * np.sin(turn)
    return float(np.abs(turned - there).max())


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Root mean squares of an embedding and of the code that is added to it, as training begins."""

    raw: float
    width: int

    @property
    def code(self) -> float:
        """Of a code: sine squared and cosine squared sum to 1 in each pair, whatever the position."""
        return float(np.sqrt(0.5))

    @property
    def scaled(self) -> float:
        """Of an embedding times sqrt(width)."""
        return float(self.raw * np.sqrt(self.width))
