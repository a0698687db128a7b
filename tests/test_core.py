"""The course's acceptance tests, under the names that the chapter gives them."""

import numpy as np
import pytest
import torch

from core.positions.rope import adjacent_to_half, angles, inv_freq, rotate
from core.training.config import RunConfig
from core.training.model import Transformer

HEAD_DIM = 32


@pytest.fixture
def pair() -> tuple[np.ndarray, np.ndarray]:
    """A query and a key of normal values, each (HEAD_DIM,)."""
    rng = np.random.default_rng(0)
    return rng.normal(size=HEAD_DIM), rng.normal(size=HEAD_DIM)


def turned(x: np.ndarray, position: int, pairing: str = "half") -> np.ndarray:
    """One vector turned for one position."""
    return rotate(x[None], angles(np.array([position]), inv_freq(len(x))), pairing)[0]


class TestRoPE:
    def test_dot_depends_only_on_relative_position(self, pair: tuple[np.ndarray, np.ndarray]) -> None:
        q, k = pair
        near = turned(q, 3) @ turned(k, 10)
        for shift in range(1, 1001):
            assert abs(turned(q, 3 + shift) @ turned(k, 10 + shift) - near) < 1e-4
        assert abs(turned(q, 3) @ turned(k, 11) - near) > 1e-2, "another distance must give another score"

    def test_rotation_keeps_length(self, pair: tuple[np.ndarray, np.ndarray]) -> None:
        for position in (0, 1, 127, 4096, 1_000_000):
            assert np.linalg.norm(turned(pair[0], position)) == pytest.approx(np.linalg.norm(pair[0]), rel=1e-12)

    def test_position_zero_changes_nothing(self, pair: tuple[np.ndarray, np.ndarray]) -> None:
        np.testing.assert_array_equal(turned(pair[0], 0), pair[0])

    def test_turns_counter_clockwise_like_complex_numbers(self, pair: tuple[np.ndarray, np.ndarray]) -> None:
        # Second derivation: a pair is a complex number, and +position * inv_freq is a multiplication by exp(i ...).
        q, position = pair[0], 17
        z = (q[: HEAD_DIM // 2] + 1j * q[HEAD_DIM // 2 :]) * np.exp(1j * position * inv_freq(HEAD_DIM))
        np.testing.assert_allclose(turned(q, position), np.concatenate([z.real, z.imag]), atol=1e-14)
        np.testing.assert_allclose(rotate(np.array([[1.0, 0.0]]), np.array([[np.pi / 2]])), [[0.0, 1.0]], atol=1e-15)

    def test_pairings_differ_by_a_permutation_of_channels(self, pair: tuple[np.ndarray, np.ndarray]) -> None:
        order = adjacent_to_half(HEAD_DIM)
        q = pair[0]
        np.testing.assert_allclose(turned(q, 9, "adjacent")[order], turned(q[order], 9, "half"), atol=1e-15)
        assert np.abs(turned(q, 9, "adjacent") - turned(q, 9, "half")).max() > 0.1, "mixed pairings are not equal"


def test_learned_positions_cannot_extrapolate() -> None:
    config = RunConfig(encoding="learned", train_length=16, eval_lengths=(16,), layers=1, d_model=8, heads=2)
    model = Transformer(config)
    model(torch.zeros(1, 16, dtype=torch.long))
    with pytest.raises(ValueError, match=r"Position 16 has no row: the learned table has 16 rows"):
        model(torch.zeros(1, 17, dtype=torch.long))
