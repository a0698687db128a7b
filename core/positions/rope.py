"""Rotary position embedding: frequencies, angles and the rotation itself.

A pair of channels at position p is turned counter-clockwise by +p * inv_freq. Everything is float64 until cos and sin
are taken, because float32 angles miss a 1e-4 bound on relative invariance for shifts of a few hundred positions.
"""

from typing import Literal

import numpy as np
from jaxtyping import Float, Int

Pairing = Literal["half", "adjacent"]

DEFAULT_BASE = 10_000.0


def inv_freq(rotary_dim: int, base: float = DEFAULT_BASE) -> Float[np.ndarray, "num_pairs"]:
    """Inverse frequencies in rad/position, fastest pair first, shape (rotary_dim // 2,).

    Raises ValueError for an odd or non-positive rotary_dim and for a base that is not a finite number above 1.
    RoFormer (arXiv 2104.09864), section 3.2.2: base ** (-2 i / d).
    """
    if rotary_dim <= 0 or rotary_dim % 2:
        raise ValueError(
            f"rotary_dim is {rotary_dim}; it must be a positive even number, because channels turn in pairs."
        )
    if not (np.isfinite(base) and base > 1):
        raise ValueError(f"rope_theta is {base}; it must be a finite number above 1, for example 10000.")
    return base ** (-np.arange(0, rotary_dim, 2, dtype=np.float64) / rotary_dim)


def wavelengths(frequencies: Float[np.ndarray, "num_pairs"]) -> Float[np.ndarray, "num_pairs"]:
    """Positions that each pair takes for one full turn, shape (num_pairs,)."""
    return 2 * np.pi / frequencies


def turns(frequencies: Float[np.ndarray, "num_pairs"], length: int) -> Float[np.ndarray, "num_pairs"]:
    """Full turns that each pair makes over `length` positions, shape (num_pairs,)."""
    return length * frequencies / (2 * np.pi)


def angles(
    positions: Int[np.ndarray, "length"] | Float[np.ndarray, "length"], frequencies: Float[np.ndarray, "num_pairs"]
) -> Float[np.ndarray, "length num_pairs"]:
    """Angle in rad of every pair at every position, shape (length, num_pairs)."""
    return np.multiply.outer(np.asarray(positions, dtype=np.float64), frequencies)


def rotate(
    x: Float[np.ndarray, "... length head_dim"],
    pair_angles: Float[np.ndarray, "length num_pairs"],
    pairing: Pairing = "half",
) -> Float[np.ndarray, "... length head_dim"]:
    """The same vectors with their first 2 * num_pairs channels turned by the angles; the other channels pass through.

    Pairing "half" turns channel i with channel i + num_pairs (GPT-NeoX, Llama in transformers); "adjacent" turns 2i
    with 2i + 1 (GPT-J, Meta's Llama). Raises ValueError where there are more pairs than channels.
    """
    num_pairs = pair_angles.shape[-1]
    first, second = _pair_channels(num_pairs, pairing)
    if 2 * num_pairs > x.shape[-1]:
        raise ValueError(f"{num_pairs} pairs need {2 * num_pairs} channels, but the vectors have {x.shape[-1]}.")
    cos, sin = np.cos(pair_angles), np.sin(pair_angles)
    turned = np.array(x, dtype=np.float64)
    turned[..., first] = x[..., first] * cos - x[..., second] * sin
    turned[..., second] = x[..., first] * sin + x[..., second] * cos
    return turned


def adjacent_to_half(rotary_dim: int) -> Int[np.ndarray, "rotary_dim"]:
    """Channel order that turns "adjacent" weights into "half" ones: half[j] = adjacent[order[j]]."""
    return np.concatenate([np.arange(0, rotary_dim, 2), np.arange(1, rotary_dim, 2)])


def half_to_adjacent(rotary_dim: int) -> Int[np.ndarray, "rotary_dim"]:
    """Channel order that turns "half" weights into "adjacent" ones, the inverse of adjacent_to_half."""
    return np.argsort(adjacent_to_half(rotary_dim))


def slow_pairs(frequencies: Float[np.ndarray, "num_pairs"], length: int) -> int:
    """Number of pairs that do not finish one turn within `length` positions."""
    return int(np.sum(wavelengths(frequencies) > length))


def _pair_channels(
    num_pairs: int, pairing: Pairing
) -> tuple[Int[np.ndarray, "num_pairs"], Int[np.ndarray, "num_pairs"]]:
    index = np.arange(num_pairs)
    if pairing == "half":
        return index, index + num_pairs
    if pairing == "adjacent":
        return 2 * index, 2 * index + 1
    raise ValueError(f'pairing is "{pairing}"; write "half" or "adjacent".')
