"""Which angles training has shown: what a pair of channels knows, and what is new to it beyond the training window.

A position p in training stands for its whole step, the angles from p * inv_freq up to (p + 1) * inv_freq. Positions
0 to L - 1 so cover the arc from 0 up to L * inv_freq, without its end, and once that is a full turn, every angle there
is. Beyond the window only the angle counts, mod 2 pi: a slow pair that comes round again stands where it stood before.
The same holds of distances, which are differences of positions.
"""

import numpy as np
from jaxtyping import Float, Int

from core.positions.rope import turns

TRAINED, SEEN, UNSEEN = 0, 1, 2
_ROUNDING = 1e-12  # relative; factor * L * (inv_freq / factor) is at the arc's end, wherever rounding puts it


def covered(frequencies: Float[np.ndarray, "num_pairs"], length: int) -> Float[np.ndarray, "num_pairs"]:
    """Width in rad of the arc that each pair has covered over `length` positions, at most 2 pi, shape (num_pairs,)."""
    return 2 * np.pi * np.minimum(turns(frequencies, length), 1)


def seen_angles(
    inv_freq: Float[np.ndarray, "num_pairs"],
    trained_inv_freq: Float[np.ndarray, "num_pairs"],
    train_length: int,
    positions: Int[np.ndarray, "count"] | Float[np.ndarray, "count"],
) -> Int[np.ndarray, "num_pairs count"]:
    """TRAINED, SEEN or UNSEEN for each pair at each position, as int8 of shape (num_pairs, count).

    The pairs turn by `inv_freq` now and turned by `trained_inv_freq` over positions 0 to train_length - 1. UNSEEN: the
    angle lies outside the arc that training covered. TRAINED: inside it, at a position of the training window. SEEN:
    inside it, beyond the window. A pair that finished a turn in training (as rope.slow_pairs counts) is never UNSEEN.
    Raises ValueError for lists of different lengths, a window without a position, and a negative position.
    """
    if len(inv_freq) != len(trained_inv_freq):
        raise ValueError(
            f"inv_freq has {len(inv_freq)} pairs and trained_inv_freq {len(trained_inv_freq)}; "
            "give both of the same head, for a pair is compared with itself."
        )
    if train_length < 1:
        raise ValueError(f"train_length is {train_length}; it must be at least 1, for training shows a position.")
    at = np.asarray(positions, dtype=np.float64)
    if (at < 0).any():
        raise ValueError(f"a position is {at.min():g}; positions and distances are counted from 0 upwards.")
    arc = covered(np.asarray(trained_inv_freq, dtype=np.float64), train_length)[:, None]
    angle = np.mod(np.multiply.outer(np.asarray(inv_freq, dtype=np.float64), at), 2 * np.pi)
    inside = (angle < arc * (1 - _ROUNDING)) | (angle == 0) | (arc >= 2 * np.pi)
    return np.where(inside, np.where(at < train_length, TRAINED, SEEN), UNSEEN).astype(np.int8)
