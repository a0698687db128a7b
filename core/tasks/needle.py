"""The needle: one marked value somewhere in filler, asked for at the end."""

import numpy as np

from core.tasks.task import FIRST_SYMBOL, MARK, START, Example, laid_out

SYMBOLS = 32  # of values and of filler alike: only its place behind the mark tells the value


def needle(rng: np.random.Generator, length: int) -> Example:
    """START filler MARK value filler MARK value; the last value is the answer. The depth is drawn evenly."""
    return needle_at(rng, length, 100 * float(rng.random()))


def needle_at(rng: np.random.Generator, length: int, depth: float) -> Example:
    """The same with the needle at this depth: the percentage of the filler that stands before it."""
    tokens = FIRST_SYMBOL + rng.integers(0, SYMBOLS, length + 1)
    before = round(depth / 100 * (length - 4))
    tokens[0], tokens[before + 1], tokens[-2] = START, MARK, MARK
    tokens[-1] = tokens[before + 2]
    return laid_out(length, tokens, np.array([length]))
