"""Biases with trained parameters, each one formula for numpy and for torch: `xp` is the module of the parameters.

A distance is the number of positions from a key on to its query, 0 or more. Each bias has the shape (heads, *distance)
and is in score units, added after the scores were divided by sqrt(head_dim).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from core.positions.bias import t5_bucket
from core.positions.encodings.record import Sizes

T5_BUCKETS = 32
FIRE_WIDTH = 32  # hidden units of FIRE's network
FIRE_THRESHOLD = 1 / 4  # of the training window: the paper starts at 512 and trains on texts of 2,048 tokens
FIRE_EPSILON = 1e-6
Distance = Int[np.ndarray, "*shape"]


def t5_bias(parameters: Mapping[str, Any], distance: Distance, query: Distance, sizes: Sizes, xp: Any) -> Any:
    """The number that each head keeps for the bucket of a distance. T5 (arXiv 1910.10683), section 2.1.

    T5 leaves out the division of the scores by sqrt(head_dim); here they keep it, as with every other encoding.
    """
    return xp.moveaxis(parameters["table"][t5_bucket(distance, T5_BUCKETS)], -1, 0)


def kerple_log_bias(parameters: Mapping[str, Any], distance: Distance, query: Distance, sizes: Sizes, xp: Any) -> Any:
    """-p ln(1 + a distance), with p and a of each head. KERPLE (arXiv 2205.09921), definition 2, logarithmic."""
    p, a = (_by_head(parameters[name], distance) for name in ("p", "a"))
    return -p * xp.log1p(a * xp.asarray(distance))


def fire_bias(parameters: Mapping[str, Any], distance: Distance, query: Distance, sizes: Sizes, xp: Any) -> Any:
    """A network's value for ln(1 + c distance) / ln(1 + c max(query, threshold)). FIRE (arXiv 2310.04418), section 3.2.

    `length` multiplies a threshold of a quarter of the training window. All layers share the parameters (FIRE-S).
    """
    c = xp.abs(parameters["c"])
    threshold = xp.abs(parameters["length"] * (FIRE_THRESHOLD * sizes.train_length))
    far = xp.log1p(c * xp.maximum(xp.asarray(query), threshold)) + FIRE_EPSILON
    share = (xp.log1p(c * xp.asarray(distance)) / far)[..., None]
    hidden = xp.clip(share * parameters["weight_in"] + parameters["bias_in"], 0, None)
    return xp.moveaxis(hidden @ parameters["weight_out"].T + parameters["bias_out"], -1, 0)


def forgetting_bias(log_gates: Float[np.ndarray, "heads length"]) -> Float[np.ndarray, "heads length length"]:
    """Sum of the log gates after the key, up to and with the query; 0 for a key ahead.

    A gate is a number between 0 and 1 that each head makes of the token at a position, and its logarithm what all
    earlier keys lose there. Forgetting Transformer (arXiv 2503.02130), section 3.
    """
    total = np.cumsum(log_gates, axis=-1)
    return np.tril(total[:, :, None] - total[:, None, :])


def _by_head(values: Any, distance: Distance) -> Any:
    return values.reshape(-1, *(1 for _ in distance.shape))
