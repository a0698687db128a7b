"""The turn's own gradient, and the bias that rides on the keys, against slower second computations."""

from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from core.positions.attention import attention
from core.positions.bias import alibi_bias, expand_by_distance
from core.positions.rope import angles, inv_freq
from core.training.config import RunConfig
from core.training.position import Positions, Turn, attend, positions, turn

NOTHING = Positions(None, None, None, None, None, None)


def drawn(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(1), dtype=torch.float64)


@pytest.mark.parametrize("rotary_dim", [8, 4])
def test_gradient_of_a_turn_is_the_one_autograd_finds(rotary_dim: int) -> None:
    turned = torch.from_numpy(angles(np.arange(5), inv_freq(rotary_dim)))
    cos, sin, weight = turned.cos(), turned.sin(), drawn(2, 3, 5, 8)
    gradients = []
    for function in (turn, Turn.apply):
        x = drawn(2, 3, 5, 8).requires_grad_()
        (function(x, cos, sin) * weight).sum().backward()
        gradients.append(x.grad)
    torch.testing.assert_close(gradients[1], gradients[0], rtol=0, atol=1e-14)


@pytest.mark.parametrize("length", [1, 2, 33, 1024])
def test_alibi_on_the_keys_equals_alibi_on_the_square(tiny: RunConfig, length: int) -> None:
    position = positions(replace(tiny, encoding="alibi", heads=4), length, True, torch.float64)
    assert position.bias is None and position.key_bias is not None, "no square is held"
    q, k, v = drawn(3, 1, 4, length, 8)
    expected = attention(q.numpy(), k.numpy(), v.numpy(), expand_by_distance(alibi_bias(length, 4)))
    np.testing.assert_allclose(attend(q, k, v, position, True).numpy(), expected, atol=1e-12)


def test_float32_on_the_keys_loses_no_digit_that_a_loss_shows(tiny: RunConfig) -> None:
    position = positions(replace(tiny, encoding="alibi", heads=4), 1024, True, torch.float32)
    q, k, v = drawn(3, 1, 4, 1024, 32)
    exact = attention(q.numpy(), k.numpy(), v.numpy(), expand_by_distance(alibi_bias(1024, 4)))
    found = attend(q.float(), k.float(), v.float(), position, True).double().numpy()
    assert np.abs(found - exact).max() < 1e-4


def test_any_other_bias_is_given_as_a_square() -> None:
    q, k, v = drawn(3, 1, 2, 6, 8)
    square = drawn(2, 6, 6).masked_fill(torch.ones(6, 6, dtype=torch.bool).triu(1), -torch.inf)
    expected = F.softmax(q @ k.transpose(-1, -2) / 8**0.5 + square, dim=-1) @ v
    torch.testing.assert_close(attend(q, k, v, NOTHING._replace(bias=square), True), expected)
