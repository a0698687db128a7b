"""Frequencies and rotation against published figures, complex numbers and transformers."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

from core.positions import rope

DIMS = st.integers(1, 128).map(lambda half: 2 * half)
BASES = st.floats(1.5, 1e9)


def test_frequencies_of_eight_dimensions() -> None:
    np.testing.assert_allclose(rope.inv_freq(8), [1, 0.1, 0.01, 0.001], rtol=1e-12)
    np.testing.assert_allclose(rope.wavelengths(rope.inv_freq(8)), [6.2832, 62.832, 628.32, 6283.2], rtol=1e-4)


@pytest.mark.parametrize(
    ("model", "dim", "base", "length", "slow"),
    [
        ("Qwen3", 128, 1e6, 32_768, 24),
        ("Qwen3 at its config's length", 128, 1e6, 40_960, 23),
        ("Qwen3.8, rotary_dim 64 and base 1e7", 64, 1e7, 262_144, 10),
        ("Qwen3.8 were its base 5e6", 64, 5e6, 262_144, 9),
        ("Qwen3.8 were its base 2e7", 64, 2e7, 262_144, 11),
        ("Llama 2", 128, 1e4, 4_096, 18),
        ("Llama 2 were its base 5e5", 128, 5e5, 4_096, 32),
        ("Llama 3", 128, 5e5, 8_192, 29),
        ("ours, base 20", 32, 20, 128, 0),
        ("ours, base 100", 32, 100, 128, 5),
        ("ours, base 1e3", 32, 1e3, 128, 9),
        ("ours, base 1e4", 32, 1e4, 128, 10),
        ("ours, base 1e5", 32, 1e5, 128, 11),
    ],
)
def test_pairs_that_never_finish_a_turn(model: str, dim: int, base: float, length: int, slow: int) -> None:
    frequencies = rope.inv_freq(dim, base)
    assert rope.slow_pairs(frequencies, length) == slow
    assert int((rope.turns(frequencies, length) < 1).sum()) == slow


@given(DIMS, BASES)
def test_frequencies_are_a_geometric_series(dim: int, base: float) -> None:
    frequencies = rope.inv_freq(dim, base)
    assert frequencies[0] == 1
    np.testing.assert_allclose(frequencies[1:] / frequencies[:-1], base ** (-2 / dim), rtol=1e-9)


@given(DIMS, st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(["half", "adjacent"]))
def test_any_common_shift_leaves_scores(dim: int, position: int, shift: int, pairing: rope.Pairing) -> None:
    rng = np.random.default_rng(dim)
    q, k = rng.normal(size=(2, 1, dim))
    frequencies = rope.inv_freq(dim)

    def score(m: int, n: int) -> float:
        turn = [rope.angles(np.array([at]), frequencies) for at in (m, n)]
        return (rope.rotate(q, turn[0], pairing) @ rope.rotate(k, turn[1], pairing).T).item()

    assert score(position, position + 7) == pytest.approx(score(position + shift, position + shift + 7), abs=1e-7)


def test_two_dimensional_demonstration() -> None:
    q, k = np.array([[1.0, 0.5]]), np.array([[0.8, -0.3]])

    def score(m: float, n: float) -> float:
        return (rope.rotate(q, np.array([[m]])) @ rope.rotate(k, np.array([[n]])).T).item()

    by_hand = (1.0 + 0.5j) * np.conj(0.8 - 0.3j) * np.exp(1j * (2 - 5))
    assert score(2, 5) == pytest.approx(by_hand.real) == pytest.approx(score(102, 105))
    assert abs(score(2, 5) - score(2, 6)) > 0.1


def test_rotation_equals_transformers_llama() -> None:
    rng = np.random.default_rng(1)
    q, k = rng.normal(size=(2, 1, 4, 50, 32))
    turned = rope.angles(np.arange(50), rope.inv_freq(32))
    cos, sin = (torch.from_numpy(np.concatenate([f(turned)] * 2, axis=-1))[None] for f in (np.cos, np.sin))
    theirs_q, theirs_k = apply_rotary_pos_emb(torch.from_numpy(q), torch.from_numpy(k), cos, sin)
    np.testing.assert_allclose(rope.rotate(q, turned, "half"), theirs_q.numpy(), atol=1e-12)
    np.testing.assert_allclose(rope.rotate(k, turned, "half"), theirs_k.numpy(), atol=1e-12)


def test_partial_rotation_leaves_the_other_channels() -> None:
    x = np.random.default_rng(2).normal(size=(10, 32))
    turned = rope.rotate(x, rope.angles(np.arange(10), rope.inv_freq(8)))
    np.testing.assert_array_equal(turned[:, 8:], x[:, 8:])
    assert np.abs(turned[1:, :8] - x[1:, :8]).max() > 0.1


@given(DIMS)
def test_channel_orders_undo_each_other(dim: int) -> None:
    channels = np.arange(dim)
    np.testing.assert_array_equal(channels[rope.adjacent_to_half(dim)][rope.half_to_adjacent(dim)], channels)


@pytest.mark.parametrize("dim", [0, -2, 7])
def test_odd_or_empty_dimension_is_refused(dim: int) -> None:
    with pytest.raises(ValueError, match=f"rotary_dim is {dim}"):
        rope.inv_freq(dim)


@pytest.mark.parametrize("base", [1.0, 0.0, -5.0, float("nan"), float("inf")])
def test_impossible_base_is_refused(base: float) -> None:
    with pytest.raises(ValueError, match="rope_theta"):
        rope.inv_freq(8, base)


def test_too_many_pairs_and_unknown_pairing_are_refused() -> None:
    with pytest.raises(ValueError, match="need 16 channels"):
        rope.rotate(np.zeros((1, 8)), np.zeros((1, 8)))
    with pytest.raises(ValueError, match='"half" or "adjacent"'):
        rope.rotate(np.zeros((1, 8)), np.zeros((1, 4)), "both")  # type: ignore[arg-type]


def test_base_of_qwen_lies_where_ten_pairs_are_slow() -> None:
    counts = [rope.slow_pairs(rope.inv_freq(64, base), 262_144) for base in (5.253e6, 5.255e6, 1.0978e7, 1.098e7)]
    assert counts == [9, 10, 10, 11]
