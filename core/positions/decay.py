"""How much rotation alone lets two equal vectors agree, by their distance."""

import numpy as np
from jaxtyping import Float, Int


def mean_cosine(
    frequencies: Float[np.ndarray, "num_pairs"], distances: Int[np.ndarray, "count"]
) -> Float[np.ndarray, "count"]:
    """Mean over pairs of cos(distance * inv_freq), in [-1, 1], shape (count,): the score of all-equal q and k.

    It falls on the whole and not step by step: at head_dim 128 and base 10000 it rises at distance 12 already.
    """
    return np.cos(np.multiply.outer(np.asarray(distances, dtype=np.float64), frequencies)).mean(axis=-1)


def abel_bound(
    frequencies: Float[np.ndarray, "num_pairs"], distances: Int[np.ndarray, "count"]
) -> Float[np.ndarray, "count"]:
    """Mean size of the partial sums of exp(i * distance * inv_freq), shape (count,).

    It bounds the score by the Abel transform. RoFormer (arXiv 2104.09864), section 3.4.3.
    """
    turned = np.exp(1j * np.multiply.outer(np.asarray(distances, dtype=np.float64), frequencies))
    return np.abs(np.cumsum(turned, axis=-1)).mean(axis=-1)
