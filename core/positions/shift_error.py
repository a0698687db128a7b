"""What rounding does to RoPE's promise that a score depends on distance alone."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from jaxtyping import Float, Int

from core.positions.rope import DEFAULT_BASE, angles, inv_freq, rotate

Width = Literal["float32", "float64"]
BOUND = 1e-4  # what the course's acceptance test allows for shifts of 1 to 1,000 positions
PAIRS, SPAN = 16, 512  # queries and keys that are drawn, and the positions that they are drawn from


def shift_errors(
    rotary_dim: int, shifts: Sequence[int], width: Width, base: float = DEFAULT_BASE
) -> Float[np.ndarray, "shifts"]:
    """The largest change of q·k when query and key move on by each shift, shape (len(shifts),), in score units.

    Sixteen queries and keys of normal values, at positions below 512 and the same for every call. `width` is the
    precision in which the angles are computed; everything after them is float64. Raises ValueError for a rotary_dim or
    base that RoPE cannot have.
    """
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, PAIRS, rotary_dim))
    queries, keys = rng.integers(0, SPAN, size=(2, PAIRS))
    speeds = inv_freq(rotary_dim, base)

    def scores(shift: int) -> Float[np.ndarray, "pairs"]:
        turned = (rotate(x, _angles(at + shift, speeds, width)) for x, at in ((q, queries), (k, keys)))
        one, other = turned
        return (one * other).sum(axis=1)

    still = scores(0)
    return np.array([np.abs(scores(int(shift)) - still).max() for shift in shifts])


def _angles(
    positions: Int[np.ndarray, "length"], speeds: Float[np.ndarray, "num_pairs"], width: Width
) -> Float[np.ndarray, "length num_pairs"]:
    """The angles in rad with every step rounded to the width, as float64 again."""
    if width == "float64":
        return angles(positions, speeds)
    return np.multiply.outer(positions.astype(np.float32), speeds.astype(np.float32)).astype(np.float64)
