"""One attention layer on a few words in two orders: what it can tell of the order, and what it cannot."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from core.positions.absolute import sinusoids
from core.positions.attention import attention_weights
from core.positions.rope import angles, inv_freq, rotate

D_MODEL = 8
Order = Literal["none", "sinusoidal", "rope"]
Vectors = Float[np.ndarray, "length d_model"]


@dataclass(frozen=True)
class Read:
    """What the layer makes of a sentence: weights (query, key) that sum to 1 over the keys, and outputs (words, 8)."""

    weights: Float[np.ndarray, "length length"]
    outputs: Vectors


def word_vectors(words: Sequence[str]) -> Vectors:
    """A vector of normal values for each word, the same wherever the word stands, shape (len(words), 8)."""
    return np.array([_stream("word", word).normal(size=D_MODEL) for word in words]).reshape(len(words), D_MODEL)


def read(
    words: Sequence[str], positions: Order = "none", causal: bool = False, places: Sequence[int] | None = None
) -> Read:
    """One attention head with fixed random matrices, on these words in this order.

    `places` has the position of each row; without it row i is position i.
    """
    x = word_vectors(words)
    at = np.arange(len(words)) if places is None else np.asarray(places)
    if positions == "sinusoidal":
        x = x + sinusoids(at, D_MODEL)
    q, k, v = (x @ _stream("matrix", name).normal(size=(D_MODEL, D_MODEL)) / np.sqrt(D_MODEL) for name in "qkv")
    if positions == "rope":
        turned = angles(at, inv_freq(D_MODEL))
        q, k = rotate(q, turned), rotate(k, turned)
    weights = attention_weights(q, k, causal=causal)
    return Read(weights, weights @ v)


def gaps(one: Read, other: Read, order: Sequence[int]) -> Float[np.ndarray, "length"]:
    """By word of the first sentence, the largest change of a component of its output when it stands at order.index.

    `order` says for each place of the second sentence which word of the first stands there.
    """
    place = np.argsort(order)
    return np.abs(other.outputs[place] - one.outputs).max(axis=1)


def _stream(*names: str) -> np.random.Generator:
    return np.random.default_rng(list(hashlib.sha256("/".join(names).encode()).digest()[:16]))
