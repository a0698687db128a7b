"""An encoding's hooks as tensors, and the two places of an attention layer where they act: the turn and the scores.

Shapes: B windows, H heads, T tokens, C head_dim, D d_model.
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor

from core.positions.bias import bias_by_key, expand_by_distance
from core.positions.encodings import ENCODINGS
from core.training.config import RunConfig
from core.training.extension import Extension


class Positions(NamedTuple):
    """What an encoding gives for windows of T tokens, computed by core.positions; None where its hook does nothing."""

    table: Float[Tensor, "T D"] | None
    cos: Float[Tensor, "T pairs"] | None
    sin: Float[Tensor, "T pairs"] | None
    bias: Float[Tensor, "*B H T T"] | None  # by query and key, -inf ahead of the query
    key_bias: Float[Tensor, "*B H T 1"] | None  # by key alone, which says the same where a bias is linear in distance
    query_scale: Float[Tensor, "T 1"] | None


def bare(position: Positions) -> Positions:
    """The same without any position: what a layer gets that has none."""
    return Positions(None, None, None, None, None, position.query_scale)


def positions(
    config: RunConfig,
    length: int,
    causal: bool,
    dtype: torch.dtype,
    extension: Extension | None = None,
    draw: int | None = None,
) -> Positions:
    """The hooks' arrays of config.encoding for windows of this length, without what is trained.

    `draw` is the training step whose random positions are meant; without it they are those of every evaluation.
    """
    encoding = ENCODINGS[config.encoding]
    cos, sin = _waves(config, places(config, length, draw), extension)
    by_distance = encoding.bias and encoding.bias(length, config.heads)
    key_bias = None if by_distance is None or not causal else bias_by_key(by_distance)
    square = None if by_distance is None or key_bias is not None else torch.from_numpy(expand_by_distance(by_distance))
    arrays = (
        encoding.table and encoding.table(length, config.d_model),
        cos,  # still float64, see core.positions.rope
        sin,
        square if square is None or not causal else _masked(square),
        None if key_bias is None else key_bias[..., None],
        log_n_scale(length, config.train_length) if config.log_n_scaling else None,
    )
    return Positions(*(None if array is None else torch.as_tensor(array).to(dtype) for array in arrays))


def places(config: RunConfig, length: int, draw: int | None = None) -> Int[np.ndarray, "length"]:
    """The position of every token: 0, 1, 2, ..., or a sorted random subset, for a training step or for evaluations.

    Every batch has a subset of its own, and all evaluations at a length share one. Raises ValueError where the numbers
    to draw from are too few.
    """
    whole = ENCODINGS[config.encoding].drawn_from
    if not whole:
        return np.arange(length)
    if length > whole:
        raise ValueError(f"{config.encoding} draws positions from {whole}; a text of {length} tokens needs more.")
    stream = np.random.default_rng([0, 0, length] if draw is None else [config.seed, 2, draw])
    return np.sort(stream.choice(whole, length, replace=False))


def _waves(
    config: RunConfig, position: Int[np.ndarray, "length"], extension: Extension | None
) -> tuple[Tensor, Tensor] | tuple[None, None]:
    """cos and sin of every position and pair, (length, pairs), in float64."""
    hook = ENCODINGS[config.encoding].angles
    if hook is None:
        return None, None
    angles, factor = hook(position, config.sizes), 1.0
    if extension is not None:
        trained = hook(np.array([1]), config.sizes)[0]  # the angles of position 1 are the frequencies
        angles, factor = extension.waves(trained, position)
    return torch.from_numpy(np.cos(angles) * factor), torch.from_numpy(np.sin(angles) * factor)


def trained_bias(
    config: RunConfig, parameters: Mapping[str, Tensor], length: int, causal: bool
) -> Float[Tensor, "H T T"]:
    """The bias of config.encoding for the values that its parameters have, -inf ahead of a causal query."""
    bias = ENCODINGS[config.encoding].trained_bias
    assert bias is not None
    query = np.arange(length)[:, None]
    apart = np.abs(query - query.T)
    if bias.by_distance:
        square = bias.value(parameters, query[:, 0], query[:, 0], config.sizes, torch)[:, apart]
    else:
        square = bias.value(parameters, apart, np.maximum(query, query.T), config.sizes, torch)
    return (_masked(square) if causal else square).to(next(iter(parameters.values())).dtype)


def _masked(square: Float[Tensor, "H T T"]) -> Float[Tensor, "H T T"]:
    return square.masked_fill(torch.ones(square.shape[-2:], dtype=torch.bool).triu(1), -math.inf)


def forgetting(position: Positions, log_gates: Float[Tensor, "B H T"], causal: bool) -> Positions:
    """The positions with what the gates make of these windows' keys: by key where a causal softmax sees no more.

    A query forgets total(query) - total(key) of a key; the first term is the same for all its keys.
    """
    total = log_gates.cumsum(-1)
    if causal:
        return position._replace(key_bias=-total[..., None])
    return position._replace(bias=-(total[..., :, None] - total[..., None, :]).abs())


def attend(
    q: Float[Tensor, "B H T C"],
    k: Float[Tensor, "B H T C"],
    v: Float[Tensor, "B H T C"],
    position: Positions,
    causal: bool,
) -> Float[Tensor, "B H T C"]:
    """Values mixed by softmax of the biased scores.

    A number for each key rides on one more channel, 1 in the query: the causal kernel takes no bias, the kernel that
    takes one reads a T x T square and looks ahead of the query too, and at 1,024 tokens needs four times as long.
    """
    if position.key_bias is None:
        return F.scaled_dot_product_attention(q, k, v, position.bias, is_causal=causal and position.bias is None)
    B, _, T, C = q.shape
    one = q.new_ones(1, 1, T, 1).expand(B, q.shape[1], T, 1)
    key_bias = (position.key_bias * math.sqrt(C)).expand(B, -1, -1, -1)
    q, k, v = torch.cat([q, one], -1), torch.cat([k, key_bias], -1), F.pad(v, (0, 1))
    return F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=1 / math.sqrt(C))[..., :C]


def turn(
    x: Float[Tensor, "B H T C"], cos: Float[Tensor, "T pairs"], sin: Float[Tensor, "T pairs"]
) -> Float[Tensor, "B H T C"]:
    """The same vectors with channel i and i + pairs turned counter-clockwise ("half" pairing), the rest unchanged."""
    pairs = cos.shape[-1]
    first, second, rest = x[..., :pairs], x[..., pairs : 2 * pairs], x[..., 2 * pairs :]
    return torch.cat([first * cos - second * sin, first * sin + second * cos, rest], dim=-1)


class Turn(torch.autograd.Function):
    """`turn`, whose gradient is the turn back: autograd's own makes padded copies and takes twice as long."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        """The turned vectors."""
        ctx.save_for_backward(cos, sin)
        return turn(x, cos, sin)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        """The gradient turned back."""
        cos, sin = ctx.saved_tensors
        return turn(gradient, cos, -sin), None, None


def log_n_scale(length: int, train_length: int) -> Float[Tensor, "T 1"]:
    """max(1, ln n / ln train_length) for a query that sees n tokens, shape (length, 1). Su, kexue.fm 8823."""
    seen = torch.arange(1, length + 1, dtype=torch.float64)
    return (seen.log() / math.log(train_length)).clamp(min=1.0)[:, None]
