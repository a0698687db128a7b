"""Lesson 4, Rotation: pairs of channels that turn, the derivation step by step, and the tasks of the picture.

The query stands at position m and the key at position n; an arrow at position p is turned
counter-clockwise by p * speed.
"""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from core.positions.rope import angles, rotate

Arrow = tuple[float, float]
Matrix = Float[np.ndarray, "2 2"]
MOST_PLANES = 16
SAME = 1e-9  # of two scores, far above rounding and far below what a place changes


@dataclass(frozen=True)
class Pair:
    """A query and a key of two channels before they are turned, and their speed in rad/position."""

    q: Arrow
    k: Arrow
    speed: float


PAIRS = {
    "aligned": Pair((1.0, 0.0), (1.0, 0.0), math.pi / 6),
    "apart": Pair((1.0, 0.0), (0.8, 0.6), 1.0),
}
REFERENCE = (2, 5)  # positions of query and key that the tasks compare with


@dataclass(frozen=True)
class Turned:
    """Query and key after their turns; angles in degrees, those of the arrows from 0 to 360."""

    q: Arrow
    k: Arrow
    q_turned: float  # by its position alone, whole turns included
    k_turned: float
    q_angle: float
    k_angle: float
    between: float  # from the query on to the key, above -180 and up to 180
    score: float


def turned(pair: Pair, m: int, n: int) -> Turned:
    """Both arrows with the query at position m and the key at n, and their dot product."""
    both = rotate(np.array([pair.q, pair.k]), angles(np.array([m, n]), np.array([pair.speed])))
    q_angle, k_angle = np.degrees(np.arctan2(both[:, 1], both[:, 0])).round(9) % 360
    between = 180 - (180 - (k_angle - q_angle)) % 360
    q, k = ((float(x), float(y)) for x, y in both)
    by = math.degrees(pair.speed)
    return Turned(q, k, m * by, n * by, float(q_angle), float(k_angle), float(between), float(both[0] @ both[1]))


def matrix(angle: float) -> Matrix:
    """What turns a column of two numbers counter-clockwise by so many rad."""
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


@dataclass(frozen=True)
class Step:
    """A line of the derivation: the matrices that stand between the query and the key, and the score by this line."""

    name: str
    matrices: tuple[Matrix, ...]
    score: float


def derivation(pair: Pair, m: int, n: int) -> tuple[Step, ...]:
    """From the score of two turned arrows to one turn by n - m, each line computed as it is written.

    RoFormer (arXiv 2104.09864), section 3.2; the last line takes the arrows for complex numbers.
    """
    q, k = np.array(pair.q), np.array(pair.k)
    at_m, at_n = matrix(m * pair.speed), matrix(n * pair.speed)
    back, apart = matrix(-m * pair.speed), matrix((n - m) * pair.speed)
    wave = np.exp(1j * (n - m) * pair.speed)
    return (
        Step("turned", (at_m, at_n), float((at_m @ q) @ (at_n @ k))),
        Step("moved", (at_m.T, at_n), float(q @ (at_m.T @ (at_n @ k)))),
        Step("back", (back, at_n), float(q @ (back @ (at_n @ k)))),
        Step("product", (back @ at_n,), float(q @ ((back @ at_n) @ k))),
        Step("distance", (apart,), float(q @ (apart @ k))),
        Step("complex", (), float((complex(*pair.q).conjugate() * complex(*pair.k) * wave).real)),
    )


def solved(pair: Pair, m: int, n: int) -> dict[str, bool]:
    """Which tasks the positions solve: the score of REFERENCE with the query at 7, and with the query upright."""
    now = turned(pair, m, n)
    kept = abs(now.score - turned(pair, *REFERENCE).score) < SAME
    return {"moved": m == 7 and kept, "upright": abs(now.q_angle - 90) < SAME and kept}


@dataclass(frozen=True)
class Planes:
    """Up to 16 of a head's pairs at two positions, from the fastest to the slowest; angles in degrees from 0 to 360."""

    pairs: tuple[int, ...]
    q_angles: Float[np.ndarray, "planes"]
    k_angles: Float[np.ndarray, "planes"]
    turns: Float[np.ndarray, "planes"]  # of the query since position 0
    agreement: float  # mean cosine of the angle between query and key over all pairs, 1 where n = m


def planes(frequencies: Float[np.ndarray, "num_pairs"], m: int, n: int) -> Planes:
    """A query and a key that pointed right in every pair, turned to positions m and n."""
    count = len(frequencies)
    shown = np.linspace(0, count - 1, min(MOST_PLANES, count)).round().astype(int)
    at = angles(np.array([m, n]), frequencies)
    q_angles, k_angles = np.degrees(at[:, shown]) % 360
    turns = at[0, shown] / (2 * np.pi)
    return Planes(tuple(map(int, shown)), q_angles, k_angles, turns, float(np.cos(at[1] - at[0]).mean()))
