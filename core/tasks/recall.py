"""Associative recall: pairs of key and value, then each key once more among filler, where its value must follow."""

import numpy as np

from core.tasks.task import FIRST_SYMBOL, START, Example, laid_out

KEYS = VALUES = FILLERS = 16
MOST_PAIRS = 4


def recall(rng: np.random.Generator, length: int) -> Example:
    """START k1 v1 k2 v2 … filler k2 v2 filler k1 v1; the value behind each key's second place is the answer.

    A text has as many pairs as it has room for, at most MOST_PAIRS; no key occurs in two pairs.
    """
    pairs = int(rng.integers(1, min(MOST_PAIRS, length // 4) + 1))
    keys = FIRST_SYMBOL + rng.permutation(KEYS)[:pairs]
    values = FIRST_SYMBOL + KEYS + rng.integers(0, VALUES, pairs)
    tokens = FIRST_SYMBOL + KEYS + VALUES + rng.integers(0, FILLERS, length + 1)
    tokens[0] = START
    tokens[1 : 2 * pairs + 1 : 2], tokens[2 : 2 * pairs + 2 : 2] = keys, values
    room = length - 4 * pairs  # filler tokens, which the queries divide
    asked = 2 * pairs + 1 + np.sort(rng.integers(0, room + 1, pairs)) + 2 * np.arange(pairs)
    order = rng.permutation(pairs)
    tokens[asked], tokens[asked + 1] = keys[order], values[order]
    return laid_out(length, tokens, asked + 1)
