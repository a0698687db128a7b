"""Encodings that are added to the embeddings, a row a position."""

import numpy as np
from jaxtyping import Float, Int

from core.positions.rope import DEFAULT_BASE, angles, inv_freq


def sinusoidal_table(length: int, dim: int, base: float = DEFAULT_BASE) -> Float[np.ndarray, "length dim"]:
    """Sines in the even and cosines in the odd columns, one row a position, values in [-1, 1], shape (length, dim).

    Raises ValueError for an odd dim. Attention Is All You Need (arXiv 1706.03762), section 3.5.
    """
    return sinusoids(np.arange(length), dim, base)


def sinusoids(
    positions: Int[np.ndarray, "length"], dim: int, base: float = DEFAULT_BASE
) -> Float[np.ndarray, "length dim"]:
    """The rows of the table at these positions, however far out, shape (len(positions), dim)."""
    turned = angles(positions, inv_freq(dim, base))
    table = np.empty((len(positions), dim))
    table[:, 0::2] = np.sin(turned)
    table[:, 1::2] = np.cos(turned)
    return table


def check_table_length(length: int, table_length: int) -> None:
    """Raise ValueError that names the first position without a row, where `length` goes past the learned table."""
    if length > table_length:
        raise ValueError(
            f"Position {table_length} has no row: the learned table has {table_length} rows, positions 0 to "
            f"{table_length - 1}. Use at most {table_length} tokens, or train with a longer train_length."
        )
