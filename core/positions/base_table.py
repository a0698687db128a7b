"""The least cosine sums of 1,800 bases, worked out once: that takes minutes, and a picture that is dragged has none.

`python -m core.positions.base_table` makes base_table.npy again; a test holds it against base_bound.least_sums.
"""

from functools import cache
from pathlib import Path

import numpy as np
from jaxtyping import Float

from core.positions.base_bound import least_sums

ROTARY_DIMS = (16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256)
LENGTHS = tuple(2**power for power in range(7, 21))  # 128 to 1,048,576
SPANS = 180  # of neighbouring bases, 20 for each factor of ten from 10 to 1e10
WITHIN = 10  # bases of a span
PATH = Path(__file__).with_suffix(".npy")


def ladder(within: int = WITHIN) -> Float[np.ndarray, "SPANS*within"]:
    """The bases, in equal ratios from 10 to just below 1e10, `within` of them a span, shape (SPANS * within,)."""
    return 10.0 ** (1 + np.arange(SPANS * within) / (20 * within))


def known(rotary_dim: int, length: int) -> bool:
    """Whether the file holds this rotary_dim and context length."""
    return rotary_dim in ROTARY_DIMS and length in LENGTHS


def spans(rotary_dim: int, length: int) -> Float[np.ndarray, "SPANS 2"]:
    """The least and the greatest among the least cosine sums of each span's bases, shape (SPANS, 2).

    What the file does not hold is computed here for the first base of each span alone, in up to a few seconds.
    """
    if known(rotary_dim, length):
        return _read()[ROTARY_DIMS.index(rotary_dim), LENGTHS.index(length)].astype(np.float64)
    return least_sums(rotary_dim, list(ladder(1)), [length]).repeat(2, axis=1)


def made(rotary_dim: int) -> Float[np.ndarray, "num_lengths SPANS 2"]:
    """What the file holds of a rotary_dim, computed."""
    sums = least_sums(rotary_dim, list(ladder()), LENGTHS).reshape(SPANS, WITHIN, len(LENGTHS))
    return np.stack([sums.min(axis=1), sums.max(axis=1)], axis=-1).swapaxes(0, 1)


@cache
def _read() -> np.ndarray:
    return np.load(PATH, allow_pickle=False)


if __name__ == "__main__":
    np.save(PATH, np.stack([made(rotary_dim) for rotary_dim in ROTARY_DIMS]).astype(np.float32))
