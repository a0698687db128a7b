"""A small decoder-only Transformer that applies an encoding's hooks and knows no encoding by name.

Shapes: B windows, T tokens, D d_model, H heads, C head_dim.
Pre-norm RMSNorm, GELU MLP of 4 D, tied embedding, no dropout, no biases. The linear layers take `compute_dtype`;
angles, scores, softmax, norms and logits stay in the dtype of the parameters.
"""

import copy
import hashlib
import math

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from core.positions.absolute import check_table_length
from core.positions.encodings import ENCODINGS
from core.training.config import RunConfig
from core.training.corpus import VOCABULARY
from core.training.extension import Extension
from core.training.position import Positions, Turn, attend, bare, forgetting, positions, trained_bias

INIT_STD = 0.02


class Linear(nn.Module):
    """A matrix product without bias, taken in compute_dtype and handed back in the input's dtype."""

    def __init__(self, inputs: int, outputs: int, compute_dtype: torch.dtype | None) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outputs, inputs))
        self.compute_dtype = compute_dtype

    def forward(self, x: Float[Tensor, "*batch inputs"]) -> Float[Tensor, "*batch outputs"]:
        if self.compute_dtype is None:
            return F.linear(x, self.weight)
        return F.linear(x.to(self.compute_dtype), self.weight.to(self.compute_dtype)).to(x.dtype)


class Attention(nn.Module):
    """Causal self-attention whose queries and keys may be turned and whose scores may be biased."""

    def __init__(self, config: RunConfig, compute_dtype: torch.dtype | None) -> None:
        super().__init__()
        self.heads, self.qk_norm = config.heads, config.qk_norm
        self.qkv = Linear(config.d_model, 3 * config.d_model, compute_dtype)
        self.out = Linear(config.d_model, config.d_model, compute_dtype)
        self.gate = nn.Linear(config.d_model, config.heads) if ENCODINGS[config.encoding].forget_gate else None

    def forward(self, x: Float[Tensor, "B T D"], position: Positions, causal: bool) -> Float[Tensor, "B T D"]:
        B, T, D = x.shape
        q, k, v = (part.transpose(1, 2) for part in self.qkv(x).view(B, T, 3, self.heads, -1).unbind(2))  # (B, H, T, C)
        if self.qk_norm:
            q, k = F.rms_norm(q, q.shape[-1:]), F.rms_norm(k, k.shape[-1:])
        if position.cos is not None and position.sin is not None:
            q, k = Turn.apply(q, position.cos, position.sin), Turn.apply(k, position.cos, position.sin)
        if position.query_scale is not None:
            q = q * position.query_scale
        if self.gate is not None:
            position = forgetting(position, F.logsigmoid(self.gate(x)).transpose(1, 2), causal)
        y = attend(q, k, v, position, causal)
        return self.out(y.transpose(1, 2).reshape(B, T, D))


class Block(nn.Module):
    """Attention, then an MLP, each behind a norm and beside a residual path."""

    def __init__(self, config: RunConfig, compute_dtype: torch.dtype | None) -> None:
        super().__init__()
        self.norm_attention = nn.RMSNorm(config.d_model)
        self.attention = Attention(config, compute_dtype)
        self.norm_mlp = nn.RMSNorm(config.d_model)
        self.up = Linear(config.d_model, 4 * config.d_model, compute_dtype)
        self.down = Linear(4 * config.d_model, config.d_model, compute_dtype)

    def forward(self, x: Float[Tensor, "B T D"], position: Positions, causal: bool) -> Float[Tensor, "B T D"]:
        x = x + self.attention(self.norm_attention(x), position, causal)
        return x + self.down(F.gelu(self.up(self.norm_mlp(x))))


class Transformer(nn.Module):
    """Token ids in, logits out. `causal=False` lets every token see all others, for demonstrations.

    With an extension a rotary model turns by that rule's frequencies instead of those that it was trained with.
    """

    def __init__(
        self,
        config: RunConfig,
        compute_dtype: torch.dtype | None = None,
        causal: bool = True,
        extension: Extension | None = None,
    ) -> None:
        super().__init__()
        self.config, self.causal, self.extension = config, causal, extension or config.extension
        self.encoding = ENCODINGS[config.encoding]
        self.embedding = nn.Parameter(torch.empty(VOCABULARY, config.d_model))
        if self.encoding.learned_table:
            self.position_table = nn.Parameter(torch.empty(config.train_length, config.d_model))
        if bias := self.encoding.trained_bias:
            shapes = {name: one.shape(config.sizes) for name, one in bias.parameters.items()}
            self.position_bias = nn.ParameterDict({name: torch.empty(shape) for name, shape in shapes.items()})
        self.blocks = nn.ModuleList(Block(config, compute_dtype) for _ in range(config.layers))
        self.norm = nn.RMSNorm(config.d_model)
        self._positions: dict[tuple[int, torch.dtype], Positions] = {}  # cos and sin are computed once for a length
        initialise(self, config)

    def positions(self, length: int, draw: int | None = None) -> Positions:
        """What the hooks give for windows of this length; raises ValueError where a learned table has no row.

        `draw` is the training step whose random positions are meant, where an encoding draws them. A trained bias is
        computed anew, and a gradient flows back through it once.
        """
        if self.encoding.learned_table:
            check_table_length(length, len(self.position_table))
        found = self._fixed(length, draw if self.encoding.drawn_from else None)
        if self.encoding.trained_bias is None:
            return found
        return found._replace(bias=trained_bias(self.config, dict(self.position_bias), length, self.causal))

    def _fixed(self, length: int, draw: int | None) -> Positions:
        key = (length, self.embedding.dtype)
        if draw is not None or key not in self._positions:
            made = positions(self.config, length, self.causal, key[1], self.extension, draw)
            if draw is not None:
                return made
            self._positions[key] = made
        return self._positions[key]

    def forward(self, tokens: Int[Tensor, "B T"], position: Positions | None = None) -> Float[Tensor, "B T vocabulary"]:
        position = self.positions(tokens.shape[1]) if position is None else position
        x = F.embedding(tokens, self.embedding)  # (B, T, D)
        if self.encoding.scale_embeddings:
            x = x * math.sqrt(self.config.d_model)
        if position.table is not None:
            x = x + position.table
        if self.encoding.learned_table:
            x = x + self.position_table[: tokens.shape[1]]
        for number, block in enumerate(self.blocks, 1):
            plain = self.encoding.plain_every and number % self.encoding.plain_every == 0
            x = block(x, bare(position) if plain else position, self.causal)
        return F.linear(self.norm(x), self.embedding)


def initial_values(seed: int, name: str, shape: tuple[int, ...], std: float) -> Tensor:
    """Normal values from a stream of their own, so that adding a parameter changes no other one's start."""
    return torch.randn(shape, generator=torch.Generator().manual_seed(_stream(seed, name))) * std


def _stream(seed: int, name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}/{name}".encode()).digest()[:7], "big")


@torch.no_grad()
def initialise(model: Transformer, config: RunConfig) -> None:
    """Give every matrix its initial values; what ends in the residual path starts smaller, by 1 / sqrt(2 layers)."""
    for name, parameter in model.named_parameters():
        if name.startswith("position_bias."):
            parameter.copy_(_start(model, name))
        elif name.endswith("gate.bias"):
            parameter.zero_()
        elif parameter.dim() == 2:
            ends_in_residual = name.endswith(("out.weight", "down.weight"))
            std = INIT_STD / math.sqrt(2 * config.layers) if ends_in_residual else INIT_STD
            parameter.copy_(initial_values(config.seed, name, tuple(parameter.shape), std))


def _start(model: Transformer, name: str) -> Tensor:
    """The values that a parameter of the encoding's own starts from."""
    assert model.encoding.trained_bias
    said = model.encoding.trained_bias.parameters[name.removeprefix("position_bias.")]
    rng = np.random.default_rng(_stream(model.config.seed, name))
    return torch.from_numpy(np.asarray(said.start(rng, said.shape(model.config.sizes))))


@torch.no_grad()
def keep_within_bounds(model: Transformer) -> None:
    """Bring back every parameter of the encoding's own that a step took below its least value."""
    bias = model.encoding.trained_bias
    for name, said in bias.parameters.items() if bias else ():
        if said.least is not None:
            model.position_bias[name].clamp_(min=said.least)


@torch.no_grad()
def force_table(model: Transformer, length: int) -> Transformer:
    """A copy whose learned table has `length` rows: the trained ones, then rows left at untrained initial values."""
    forced = copy.deepcopy(model)
    shape = (length - len(model.position_table), model.config.d_model)
    extra = initial_values(model.config.seed, "position_table beyond", shape, INIT_STD)
    forced.position_table = nn.Parameter(torch.cat([model.position_table, extra.to(model.position_table.dtype)]))
    return forced
