"""What a task is: how its texts are drawn, which of their tokens are the answer, and at which sizes it is trained."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int

PAD, START, SEPARATOR, END, MARK = 0, 1, 2, 3, 4  # what stands beside the symbols; every token is a byte
FIRST_SYMBOL = 16
DEPTHS = tuple(range(0, 101, 10))  # percent of the text before the needle


class Example(NamedTuple):
    """One text. Inputs are all tokens but the last, targets all but the first; `answer` says which targets count."""

    tokens: Int[np.ndarray, "length_plus_1"]
    answer: Bool[np.ndarray, "length"]


Sample = Callable[[np.random.Generator, int], Example]  # (rng, length in tokens)
Setting = int | float | tuple[int, ...]
SampleAt = Callable[[np.random.Generator, int, float], Example]  # the same, with the depth in percent


@dataclass(frozen=True, kw_only=True)
class Task:
    """One task. `length` is everywhere the tokens of the whole text, question and answer, without the last target."""

    name: str
    label: str
    summary: str
    source: str
    least: int  # tokens of the shortest text
    sample: Sample
    sample_at: SampleAt | None = None  # where there is a depth to choose
    size: Callable[[int], int] | None = None  # symbols to copy in a text of this length, where that is what grows
    settings: dict[str, Setting] = field(default_factory=dict)  # fields of a run that learns it


def laid_out(length: int, tokens: Int[np.ndarray, "used"], answer: Int[np.ndarray, "answers"]) -> Example:
    """The text padded to length + 1 tokens; `answer` holds the indices of the tokens that are scored."""
    padded = np.full(length + 1, PAD, np.int64)
    padded[: len(tokens)] = tokens
    scored = np.zeros(length, bool)
    scored[answer - 1] = True  # target i is token i + 1
    return Example(padded, scored)


def fingerprint(task: Task) -> str:
    """sha256 of texts drawn from fixed seeds: it changes exactly when the generator draws something else."""
    digest = hashlib.sha256(task.name.encode())
    for length in (task.least, 2 * task.least + 1, 64, 200):
        rng = np.random.default_rng([length, 0])
        drawn = [task.sample(rng, length) for _ in range(8)]
        drawn += [task.sample_at(rng, length, depth) for depth in DEPTHS] if task.sample_at else []
        for tokens, answer in drawn:
            digest.update(tokens.astype("<i8").tobytes() + answer.tobytes())
    return digest.hexdigest()
