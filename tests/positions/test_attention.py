"""Attention without positions sees a set, with a mask or positions it sees a sequence."""

import numpy as np
import torch
import torch.nn.functional as F

from core.positions.attention import attention
from core.positions.bias import alibi_bias, expand_by_distance
from core.positions.rope import angles, inv_freq, rotate

RNG = np.random.default_rng(3)
Q, K, V = RNG.normal(size=(3, 2, 12, 16))
SWAPPED = np.array([0, 1, 9, 3, 4, 5, 6, 7, 8, 2, 10, 11])


def test_equals_torch_with_and_without_mask_and_bias() -> None:
    tensors = [torch.from_numpy(x) for x in (Q, K, V)]
    for causal in (True, False):
        theirs = F.scaled_dot_product_attention(*tensors, is_causal=causal)
        np.testing.assert_allclose(attention(Q, K, V, causal=causal), theirs.numpy(), atol=1e-12)
    bias = expand_by_distance(alibi_bias(12, 2))
    theirs = F.scaled_dot_product_attention(*tensors, attn_mask=torch.from_numpy(bias))
    np.testing.assert_allclose(attention(Q, K, V, bias, causal=False), theirs.numpy(), atol=1e-12)


def test_without_positions_and_mask_a_swap_is_only_a_swap() -> None:
    plain = attention(Q, K, V, causal=False)
    swapped = attention(Q[:, SWAPPED], K[:, SWAPPED], V[:, SWAPPED], causal=False)
    assert np.abs(swapped - plain[:, SWAPPED]).max() < 1e-12


def test_the_causal_mask_alone_breaks_the_symmetry() -> None:
    swapped = attention(Q[:, SWAPPED], K[:, SWAPPED], V[:, SWAPPED])
    assert np.abs(swapped - attention(Q, K, V)[:, SWAPPED]).max() > 0.1


def test_rotation_breaks_the_symmetry_too() -> None:
    turned = angles(np.arange(12), inv_freq(16))

    def rotated(order: np.ndarray) -> np.ndarray:
        return attention(rotate(Q[:, order], turned), rotate(K[:, order], turned), V[:, order], causal=False)

    assert np.abs(rotated(SWAPPED) - rotated(np.arange(12))[:, SWAPPED]).max() > 1e-3
