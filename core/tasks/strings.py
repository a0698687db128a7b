"""Copy and reverse: a string of letters, a separator, and the string once more, in its order or backwards."""

import numpy as np
from jaxtyping import Int

from core.tasks.task import END, FIRST_SYMBOL, SEPARATOR, START, Example, laid_out

LETTERS = 100


def symbols(length: int) -> int:
    """Letters of the string in a text of this length: START, string, SEPARATOR, string, END."""
    return (length - 2) // 2


def copy(rng: np.random.Generator, length: int) -> Example:
    """START a b c SEPARATOR a b c END; the second string and END are the answer."""
    string = _string(rng, length)
    return _text(length, string, string)


def reverse(rng: np.random.Generator, length: int) -> Example:
    """START a b c SEPARATOR c b a END; the second string and END are the answer."""
    string = _string(rng, length)
    return _text(length, string, string[::-1])


def _string(rng: np.random.Generator, length: int) -> Int[np.ndarray, "symbols"]:
    return rng.integers(FIRST_SYMBOL, FIRST_SYMBOL + LETTERS, symbols(length))


def _text(length: int, question: Int[np.ndarray, "n"], answer: Int[np.ndarray, "n"]) -> Example:
    tokens = np.concatenate([[START], question, [SEPARATOR], answer, [END]])
    return laid_out(length, tokens, np.arange(len(question) + 2, len(tokens)))
