"""Induction: a stretch of the text comes again and again, and what followed a symbol before follows it now."""

import numpy as np

from core.tasks.task import FIRST_SYMBOL, START, Example, laid_out

SYMBOLS = 64


def induction(rng: np.random.Generator, length: int) -> Example:
    """START a b c a b c a b; every token of the repeats but the first of all is the answer.

    The stretch takes a quarter to half of the text, a length drawn anew for each text: with one offset for all texts
    a model learns that offset and fails at every other length. It holds no symbol twice, so each answer is known.
    """
    stretch = int(rng.integers(max(2, length // 4), min(SYMBOLS, length // 2) + 1))
    symbols = FIRST_SYMBOL + rng.permutation(SYMBOLS)[:stretch]
    tokens = np.concatenate([[START], np.resize(symbols, length)])
    return laid_out(length, tokens, np.arange(stretch + 2, length + 1))
