"""One head-wise attention in numpy: the specification that demonstrations and tests compare with."""

import numpy as np
from jaxtyping import Float


def attention(
    q: Float[np.ndarray, "... length head_dim"],
    k: Float[np.ndarray, "... length head_dim"],
    v: Float[np.ndarray, "... length head_dim"],
    bias: Float[np.ndarray, "... length length"] | None = None,
    causal: bool = True,
) -> Float[np.ndarray, "... length head_dim"]:
    """Values mixed by softmax(q k^T / sqrt(head_dim) + bias), shaped as v; a causal query sees no key ahead of it."""
    return attention_weights(q, k, bias, causal) @ v


def attention_weights(
    q: Float[np.ndarray, "... length head_dim"],
    k: Float[np.ndarray, "... length head_dim"],
    bias: Float[np.ndarray, "... length length"] | None = None,
    causal: bool = True,
) -> Float[np.ndarray, "... length length"]:
    """The share of each key (column) in each query (row); rows sum to 1."""
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if bias is not None:
        scores = scores + bias
    if causal:
        scores = np.where(np.tri(q.shape[-2], dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
