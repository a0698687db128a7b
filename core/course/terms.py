"""Lesson 4, Rotation: what a score is made of where positions are added, against a score of turned vectors."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from core.positions.absolute import sinusoids
from core.positions.rope import angles, inv_freq, rotate

WIDTH = 32  # channels of the vectors and of the one head
QUERY, KEY = 5, 2  # positions before the shift; the query stands later, as in a causal model
Precision = Literal["float64", "float32"]


@dataclass(frozen=True)
class Terms:
    """The four parts of one score, which add up to it."""

    content_content: float
    content_position: float  # content of the query, position of the key
    position_content: float
    position_position: float

    @property
    def total(self) -> float:
        """The score."""
        return self.content_content + self.content_position + self.position_content + self.position_position


def added(shift: int) -> Terms:
    """The score of a query at 5 + shift and a key at 2 + shift whose sinusoids were added to their contents."""
    contents, to_q, to_k = _layer()
    p = sinusoids(np.array([QUERY, KEY]) + shift, WIDTH)
    left, right = np.array([contents[0], p[0]]) @ to_q, np.array([contents[1], p[1]]) @ to_k
    return Terms(*map(float, (left @ right.T / np.sqrt(WIDTH)).ravel()))


def bare_position_term(shift: int) -> float:
    """The dot product of the two sinusoids themselves, with no matrix between them."""
    p = sinusoids(np.array([QUERY, KEY]) + shift, WIDTH)
    return float(p[0] @ p[1])


def rotary(shift: int, precision: Precision = "float64") -> float:
    """The score of the same contents when query and key are turned instead, their angles in this precision."""
    contents, to_q, to_k = _layer()
    places, frequencies = np.array([QUERY, KEY]) + shift, inv_freq(WIDTH)
    turned = angles(places, frequencies)
    if precision == "float32":
        turned = np.multiply.outer(places.astype(np.float32), frequencies.astype(np.float32))
    q, k = rotate(np.array([contents[0] @ to_q, contents[1] @ to_k]), turned)
    return float(q @ k / np.sqrt(WIDTH))


def largest_change(precision: Precision, shifts: int = 1000) -> float:
    """The largest change of the rotary score over the shifts from 1 on."""
    start = rotary(0, precision)
    return max(abs(rotary(shift, precision) - start) for shift in range(1, shifts + 1))


def _layer() -> tuple[Float[np.ndarray, "2 width"], Float[np.ndarray, "width width"], Float[np.ndarray, "width width"]]:
    """Two contents, and the matrices that make queries and keys: random, and the same at every call."""
    rng = np.random.default_rng(4)
    contents = rng.normal(size=(2, WIDTH))
    to_q, to_k = rng.normal(size=(2, WIDTH, WIDTH)) / np.sqrt(WIDTH)
    return contents, to_q, to_k
