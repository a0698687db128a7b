"""Encodings that are added to the attention scores, as a number for each head and distance."""

import numpy as np
from jaxtyping import Float, Int


def alibi_slopes(num_heads: int) -> Float[np.ndarray, "num_heads"]:
    """Penalty per position of distance for each head, in score units, shape (num_heads,).

    A power of two has slopes 2 ** (-8 h / num_heads), h = 1..num_heads. Other counts take the slopes of the next lower
    power of two, then every second one of the next higher, as the authors' code does. Raises ValueError below 1.
    Train Short, Test Long (arXiv 2108.12409), section 3.
    """
    if num_heads < 1:
        raise ValueError(f"num_heads is {num_heads}; it must be at least 1.")
    lower = 2 ** int(np.log2(num_heads))
    slopes = 2.0 ** (-8 * np.arange(1, lower + 1) / lower)
    between = 2.0 ** (-4 * np.arange(1, 2 * lower, 2) / lower)
    return np.concatenate([slopes, between])[:num_heads]


def alibi_bias(length: int, num_heads: int) -> Float[np.ndarray, "num_heads length"]:
    """Score added to a key that lies 0, 1, ... positions before its query, shape (num_heads, length), all <= 0."""
    return np.multiply.outer(-alibi_slopes(num_heads), np.arange(length, dtype=np.float64))


def t5_bucket(
    distance: Int[np.ndarray, "*shape"], num_buckets: int = 32, max_distance: int = 128, causal: bool = True
) -> Int[np.ndarray, "*shape"]:
    """Bucket, from 0 to num_buckets - 1, of a key that lies `distance` positions before its query, of the same shape.

    A negative distance is a key ahead. A causal model puts all of those into bucket 0; another keeps the upper half of
    the buckets for them. Of a direction's buckets the first half hold one distance each, the others grow wider by a
    constant ratio, and the last holds everything from about max_distance on. Raises ValueError for too few buckets and
    for a max_distance that those of one distance already reach. T5 (arXiv 1910.10683), section 2.1, and its code.
    """
    exact = num_buckets // (2 if causal else 4)
    if exact < 1:
        raise ValueError(f"num_buckets is {num_buckets}; it must be at least {2 if causal else 4}, for example 32.")
    if max_distance <= exact:
        raise ValueError(f"max_distance is {max_distance}; it must be above {exact}, which have a bucket each.")
    one_way = num_buckets if causal else num_buckets // 2
    distance = np.asarray(distance, dtype=np.int64)
    ahead = distance < 0
    size = np.where(ahead, 0, distance) if causal else np.abs(distance)
    wide = np.log(np.maximum(size, exact) / exact) / np.log(max_distance / exact) * (one_way - exact)
    bucket = np.where(size < exact, size, np.minimum(exact + wide.astype(np.int64), one_way - 1))
    return bucket if causal else bucket + one_way * ahead


def expand_by_distance(
    by_distance: Float[np.ndarray, "num_heads length"],
) -> Float[np.ndarray, "num_heads length length"]:
    """The bias of every query (row) and key (column) from the bias by distance; a key ahead counts like one behind."""
    length = by_distance.shape[-1]
    position = np.arange(length)
    return by_distance[:, np.abs(position[:, None] - position[None, :])]


def bias_by_key(
    by_distance: Float[np.ndarray, "num_heads length"],
) -> Float[np.ndarray, "num_heads length"] | None:
    """A number for each key that says the same to a causal softmax as a bias linear in distance; None for any other.

    slope (query_pos - key_pos) and -slope key_pos differ by slope query_pos, the same for every key of a query, and a
    softmax does not see that. Keys are counted from the middle, where the numbers are smallest and lose fewest digits.
    """
    length = by_distance.shape[-1]
    position = np.arange(length, dtype=np.float64)
    slopes = by_distance[:, -1:] / max(1, length - 1)
    if not np.allclose(by_distance, slopes * position, rtol=1e-12, atol=0):
        return None
    return slopes * (length // 2 - position)
