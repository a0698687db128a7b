"""Reading a byte's position back from a model's vectors, layer by layer, with a straight-line fit and nothing more."""

from functools import cache

import numpy as np
from jaxtyping import Float, Int

from core.course.checkpoint import Checkpoint, streams

WINDOWS = 96  # half to fit, half to test
RIDGE = 1e-3  # keeps the fit from following single windows


@cache
def text() -> bytes:
    """Python's own documentation, a text that every machine has and no model here was trained on."""
    from pydoc_data.topics import topics

    return "\n\n".join(topics[topic] for topic in sorted(topics)).encode()


def windows(length: int, count: int = WINDOWS) -> Int[np.ndarray, "count length"]:
    """Pieces of the text from everywhere in it, the same at every call, so that a place says nothing of the content."""
    data = np.frombuffer(text(), dtype=np.uint8).astype(np.int64)
    starts = np.random.default_rng(0).integers(0, len(data) - length, size=count)
    return data[starts[:, None] + np.arange(length)]


def probe(model: Checkpoint, causal: bool = True) -> Float[np.ndarray, "depths"]:
    """Mean error in positions of a linear fit, before the first layer and after each, on pieces that it never saw."""
    pieces = windows(model.train_length)
    found = np.stack([_levelled(streams(model, piece, causal)) for piece in pieces])  # (windows, depths, T, D)
    return np.array([fit_error(found[:, depth].astype(np.float64)) for depth in range(found.shape[1])])


def _levelled(vectors: Float[np.ndarray, "depths length d_model"]) -> Float[np.ndarray, "depths length d_model"]:
    """The vectors at a mean square of 1, in the precision that holds many of them in little memory."""
    return (vectors / np.sqrt((vectors**2).mean(axis=-1, keepdims=True))).astype(np.float32)


def fit_error(vectors: Float[np.ndarray, "windows length d_model"]) -> float:
    """Mean distance in positions from what a ridge fit on the first half says of the second half to where it stands."""
    half, length = len(vectors) // 2, vectors.shape[1]
    fitted, tested = vectors[:half].reshape(half * length, -1), vectors[half:].reshape(-1, vectors.shape[2])
    place = np.tile(np.arange(length, dtype=np.float64), half)
    mean, middle = fitted.mean(axis=0), place.mean()
    square = (fitted - mean).T @ (fitted - mean) + RIDGE * len(fitted) * np.eye(fitted.shape[1])
    weights = np.linalg.solve(square, (fitted - mean).T @ (place - middle))
    truth = np.tile(np.arange(length), len(vectors) - half)
    return float(np.abs((tested - mean) @ weights + middle - truth).mean())


def blind_error(length: int) -> float:
    """The mean error in positions of one who always says the middle."""
    place = np.arange(length)
    return float(np.abs(place - place.mean()).mean())
