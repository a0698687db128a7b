"""The fork: whether a place can still be told where scores know distances alone, and what kind of proof a claim has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from core.positions.permutation import Order, read

Kind = Literal["maths", "motive", "experiment"]
KINDS: tuple[Kind, ...] = ("maths", "motive", "experiment")
# What stands behind each claim that the lesson has its reader sort; the prose gives the reason and the source.
TRUTH: dict[str, Kind] = {
    "distance": "maths",
    "far": "motive",
    "learned": "experiment",
    "can": "maths",
    "base": "motive",
    "behind": "experiment",
    "penalty": "motive",
    "stop": "experiment",
}
REPEATED = 11  # times that the second word follows the first


@dataclass(frozen=True)
class Trace:
    """What one layer makes of a word and then another one over and over.

    `shares`: how much each place reads of the first. `moved`: the largest change of an output when the numbering starts
    elsewhere. `apart`: the largest difference between the outputs of the repeated word.
    """

    shares: Float[np.ndarray, "places"]
    moved: float
    apart: float


def trace(words: tuple[str, str], positions: Order, causal: bool, first: int) -> Trace:
    """The layer of lesson 1 on the first word and eleven times the second, numbered from `first` on."""
    row = [words[0], *[words[1]] * REPEATED]
    now, start = read(row, positions, causal, range(first, first + len(row))), read(row, positions, causal)
    moved = float(np.abs(now.outputs - start.outputs).max())
    apart = float(np.abs(now.outputs[1:] - now.outputs[1]).max())
    return Trace(now.weights[:, 0], moved, apart)


def sorted_right(answers: Mapping[str, str]) -> dict[str, bool]:
    """By claim whether it was put to the right kind; raises ValueError where one has no answer."""
    missing = [name for name in TRUTH if answers.get(name) not in KINDS]
    if missing:
        raise ValueError(f"no kind is given for {', '.join(missing)}; each needs one of {', '.join(KINDS)}.")
    return {name: answers[name] == kind for name, kind in TRUTH.items()}
