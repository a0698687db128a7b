"""The torch model against the numpy specification, and what its encodings make of order."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from core.positions.attention import attention
from core.positions.bias import alibi_bias, expand_by_distance
from core.positions.encodings import ENCODINGS
from core.positions.rope import angles, inv_freq, rotate
from core.training.config import RunConfig
from core.training.model import Transformer, force_table
from core.training.position import log_n_scale, turn

TOKENS = torch.randint(0, 256, (2, 16), generator=torch.Generator().manual_seed(0))
EVERY = pytest.mark.parametrize("name", list(ENCODINGS))


def built(config: RunConfig, causal: bool = True, **changes: object) -> Transformer:
    return Transformer(replace(config, **changes), causal=causal).double()  # type: ignore[arg-type]


def test_turn_equals_numpy_rotation() -> None:
    x = np.random.default_rng(0).normal(size=(2, 3, 10, 32))
    turned = angles(np.arange(10), inv_freq(8))
    theirs = turn(torch.from_numpy(x), torch.from_numpy(np.cos(turned)), torch.from_numpy(np.sin(turned)))
    np.testing.assert_allclose(theirs.numpy(), rotate(x, turned), atol=1e-14)


@pytest.mark.parametrize("name", ["none", "rope", "rope-partial", "alibi"])
def test_attention_equals_the_numpy_one(tiny: RunConfig, name: str) -> None:
    model = built(tiny, encoding=name)
    config = model.config
    layer, x = model.blocks[0].attention, torch.randn(1, 16, 32, dtype=torch.float64)
    heads = (x @ layer.qkv.weight.T).view(16, 3, 2, 16).permute(1, 2, 0, 3).detach().numpy()
    q, k, v = heads
    if turned := ENCODINGS[name].angles:
        q, k = (rotate(part, turned(np.arange(16), config.sizes)) for part in (q, k))
    bias = expand_by_distance(alibi_bias(16, 2)) if name == "alibi" else None
    expected = attention(q, k, v, bias).transpose(1, 0, 2).reshape(16, 32) @ layer.out.weight.detach().numpy().T
    np.testing.assert_allclose(layer(x, model.positions(16), True)[0].detach().numpy(), expected, atol=1e-12)


@EVERY
def test_swap_of_two_tokens_without_mask(tiny: RunConfig, name: str) -> None:
    """With no mask and no positions a swap of inputs is a swap of outputs; every encoding must break that."""
    model, order = built(tiny, causal=False, encoding=name), torch.arange(16)
    order[[2, 9]] = order[[9, 2]]
    gap = (model(TOKENS[:, order]) - model(TOKENS)[:, order]).abs().max().item()
    assert gap < 1e-12 if name == "none" else gap > 1e-6


@EVERY
def test_no_token_sees_a_later_one(tiny: RunConfig, name: str) -> None:
    model, changed = built(tiny, encoding=name), TOKENS.clone()
    changed[:, 10:] = 7
    torch.testing.assert_close(model(changed)[:, :10], model(TOKENS)[:, :10], rtol=0, atol=1e-12)
    assert (model(changed)[:, 10:] - model(TOKENS)[:, 10:]).abs().max() > 1e-6


@EVERY
def test_parameter_count(name: str) -> None:
    config = RunConfig(encoding=name)
    added = {
        "learned": 128 * 128,
        "t5": 32 * 4,
        "kerple": 2 * 4,
        "fire": 2 + 32 + 32 + 4 * 32 + 4,
        "fox": 4 * (4 * 128 + 4),
    }
    count = sum(parameter.numel() for parameter in Transformer(config).parameters())
    matrices = 256 * 128 + 4 * (128 * 384 + 128 * 128 + 2 * 128 * 512)
    gains = (2 * 4 + 1) * 128
    assert count == matrices + gains + added.get(name, 0)
    assert ENCODINGS[name].added_parameters(config.sizes, config.layers) == added.get(name, 0)


@EVERY
def test_encodings_share_every_initial_value(tiny: RunConfig, name: str) -> None:
    ours, none = (Transformer(replace(tiny, encoding=one, seed=5)).state_dict() for one in (name, "none"))
    assert all(extra.startswith(("position_", "blocks.0.attention.gate.")) for extra in set(ours) - set(none))
    for parameter, value in none.items():
        assert torch.equal(ours[parameter], value), parameter
    other = Transformer(replace(tiny, encoding=name, seed=6)).state_dict()
    assert not torch.equal(other["embedding"], ours["embedding"])


def test_initial_loss_is_that_of_a_uniform_guess(tiny: RunConfig) -> None:
    targets = torch.randint(0, 256, (32,), generator=torch.Generator().manual_seed(1))
    for name in ENCODINGS:
        loss = F.cross_entropy(built(tiny, encoding=name)(TOKENS).flatten(0, 1), targets).item()
        assert loss == pytest.approx(math.log(256), abs=0.3), name


def test_forced_table_keeps_the_trained_rows(tiny: RunConfig) -> None:
    model = Transformer(replace(tiny, encoding="learned"))
    forced = force_table(model, 64)
    assert torch.equal(forced.position_table[:16], model.position_table)
    assert len(forced.position_table) == 64 and len(model.position_table) == 16
    assert forced.position_table[16:].std().item() == pytest.approx(0.02, rel=0.1)
    torch.testing.assert_close(forced(TOKENS), model(TOKENS))
    assert forced(torch.zeros(1, 64, dtype=torch.long)).shape == (1, 64, 256)


def test_switches_do_what_they_say(tiny: RunConfig) -> None:
    scale = log_n_scale(64, 16)
    assert (scale[:16] == 1).all() and scale[63].item() == pytest.approx(math.log(64) / math.log(16))
    plain, normed, scaled = (
        built(tiny, encoding="rope", **switch) for switch in ({}, {"qk_norm": True}, {"log_n_scaling": True})
    )
    torch.testing.assert_close(scaled(TOKENS), plain(TOKENS))  # inside the training length nothing changes
    longer = torch.cat([TOKENS, TOKENS], dim=1)
    assert (scaled(longer) - plain(longer))[:, 17:].abs().max() > 1e-9
    assert (normed(TOKENS) - plain(TOKENS)).abs().max() > 1e-6


def test_bfloat16_touches_the_linear_layers_alone(tiny: RunConfig) -> None:
    fast, exact = Transformer(tiny, torch.bfloat16), Transformer(tiny)
    assert fast(TOKENS).dtype == torch.float32
    gap = (fast(TOKENS) - exact(TOKENS)).abs().max().item()
    assert 0 < gap < 0.05
    assert all(parameter.dtype == torch.float32 for parameter in fast.parameters())
