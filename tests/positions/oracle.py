"""transformers' rope functions and our rules behind one form of call."""

import contextlib
from collections.abc import Iterator
from unittest import mock

import torch
from transformers import LlamaConfig, modeling_rope_utils
from transformers.models.llama import modeling_llama
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding
from transformers.utils import logging

from core.positions.rope import inv_freq
from core.positions.scaling import BY_ROPE_TYPE, scaled
from core.positions.scaling_rules import Scaled, Setting

RULES = modeling_rope_utils.ROPE_INIT_FUNCTIONS | {"default": LlamaRotaryEmbedding.compute_default_rope_parameters}
NATIVE = "original_max_position_embeddings"


class Double:
    """torch, with float64 under float32's names."""

    float = float32 = torch.float64

    def __getattr__(self, name: str) -> object:
        return getattr(torch, name)


@contextlib.contextmanager
def in_float64() -> Iterator[None]:
    """Within it transformers' functions compute in float64."""
    with (
        mock.patch.object(modeling_rope_utils, "torch", Double()),
        mock.patch.object(modeling_llama, "torch", Double()),
        mock.patch.object(torch.Tensor, "float", torch.Tensor.double),
    ):
        yield


def computed(config: object, kind: str, length: int | None = None, layer_type: str | None = None) -> Scaled:
    frequencies, attention_factor = RULES[kind](config, seq_len=length, layer_type=layer_type)
    return Scaled(frequencies.double().numpy(), float(attention_factor))


def theirs(
    kind: str, head_dim: int, base: float, length: int | None = None, limit: int = 4096, **said: object
) -> Scaled:
    """What transformers makes of rope_parameters of this type; limit is max_position_embeddings."""
    before = logging.get_verbosity()
    logging.set_verbosity_error()  # it warns of every unusual number in a grid
    parameters = {"rope_type": kind, "rope_theta": base, **said}
    try:
        config = LlamaConfig(head_dim=head_dim, max_position_embeddings=limit, rope_parameters=parameters)
        return computed(config, kind, length)
    finally:
        logging.set_verbosity(before)


def ours(kind: str, rotary_dim: int, base: float, **setting: object) -> Scaled:
    """What our rule for a rope_type makes of a base and a Setting."""
    return scaled(BY_ROPE_TYPE[kind].name, inv_freq(rotary_dim, base), Setting(**setting))
