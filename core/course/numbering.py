"""Lesson 2, Numbering: a position written as a plain number, a share of the text, bits or a row of a table."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float

from core.positions.absolute import check_table_length, sinusoidal_table
from core.positions.permutation import gaps, read

AT = 37  # the position at which the course's documents measure a plain index
WIDTH = 24  # numbers in each of the two vectors of the demonstration
UNIT, INITIAL = 1.0, 0.02  # root mean square of a word's vector: as a layer norm leaves it, and as GPT-2 and we begin
BITS = 6  # of the binary numbering, enough for LONG positions
TRAIN, LONG = 16, 64  # tokens of the short text for which the numberings are judged, and of the long one
TABLE_WIDTH, DIM = 4, 8  # numbers in a row of the demonstration's table, and in a row of sinusoids
LAST_GAP = 8  # the largest distance at which codes are compared

Numbering = Literal["index", "share", "binary", "table", "sinusoidal"]
NUMBERINGS: tuple[Numbering, ...] = ("index", "share", "binary", "table", "sinusoidal")


@dataclass(frozen=True, kw_only=True)
class Swamped:
    """Two words after a position was added to every number: vectors (2, WIDTH) scaled to root mean square 1.

    `ratio` is the size of the content over that of the position (infinite at position 0), `cosine` that between the two
    words with the position in them.
    """

    vectors: Float[np.ndarray, "words width"]
    ratio: float
    cosine: float


def swamped(position: int, scale: float) -> Swamped:
    """Two words of root mean square `scale` that meet at this position."""
    words = np.random.default_rng(37).normal(size=(2, WIDTH))
    words -= words.mean(axis=1, keepdims=True)
    words *= scale / np.sqrt(np.mean(words**2, axis=1, keepdims=True))
    summed = words + position
    units = summed / np.linalg.norm(summed, axis=1, keepdims=True)
    ratio = scale / position if position else np.inf
    return Swamped(vectors=units * np.sqrt(WIDTH), ratio=ratio, cosine=float(units[0] @ units[1]))


def first_below(scale: float, ratio: float) -> int:
    """The first position at which content of this root mean square is at most this share of the position."""
    position = max(1, int(scale / ratio))
    while scale > ratio * position * (1 + 1e-12):
        position += 1
    return position


def codes(numbering: Numbering, length: int) -> Float[np.ndarray, "length components"]:
    """What the numbering gives each position of a text of this length, shape (length, components).

    The share counts places from 1, so that the last one is 1. Raises ValueError beyond the TRAIN rows of the table.
    """
    positions = np.arange(length, dtype=np.float64)
    if numbering == "index":
        return positions[:, None]
    if numbering == "share":
        return (positions[:, None] + 1) / length
    if numbering == "binary":
        return (positions.astype(int)[:, None] >> np.arange(BITS) & 1).astype(np.float64)
    if numbering == "table":
        check_table_length(length, TRAIN)
        return np.random.default_rng(2).normal(scale=0.5, size=(TRAIN, TABLE_WIDTH))[:length]
    return sinusoidal_table(length, DIM)


def missing(numbering: Numbering, length: int) -> Bool[np.ndarray, "length"]:
    """Whether each position of a text of this length has no code."""
    return np.arange(length) >= (TRAIN if numbering == "table" else length)


@dataclass(frozen=True, kw_only=True)
class Criteria:
    """What is asked of a numbering, each found by trying texts of TRAIN and of LONG positions."""

    unique: bool  # no two positions of a text share a code
    bounded: bool  # no number of a longer text leaves [-2, 2]
    comparable: bool  # codes at one gap, up to LAST_GAP, are equally far apart everywhere and in every text
    computable: bool  # there is a code beyond the training length, whatever a model makes of it
    deterministic: bool  # a position has one code, whatever text it stands in


def criteria(numbering: Numbering) -> Criteria:
    """Which of the criteria the numbering meets."""
    short = codes(numbering, TRAIN)
    try:
        long = codes(numbering, LONG)
    except ValueError:
        long = short
    return Criteria(
        unique=len(np.unique(long.round(9), axis=0)) == len(long),
        bounded=bool(np.abs(long).max() <= 2),
        comparable=_alike(short, long),
        computable=len(long) > TRAIN,
        deterministic=bool(np.allclose(short, long[:TRAIN])),
    )


def _alike(*texts: Float[np.ndarray, "length components"]) -> bool:
    """Whether codes at one gap are equally far apart everywhere in all texts."""
    for gap in range(1, LAST_GAP + 1):
        apart = np.concatenate([np.linalg.norm(text[gap:] - text[:-gap], axis=1) for text in texts])
        if np.ptp(apart) > 1e-9:
            return False
    return True


def flipped(position: int) -> int:
    """Number of bits that change on the step from this position to the next."""
    return (position ^ (position + 1)).bit_count()


@dataclass(frozen=True, kw_only=True)
class Short:
    """A table with `rows` rows under a text of `tokens` tokens; `parameters` are the numbers to be learned."""

    rows: int
    tokens: int
    width: int

    @property
    def parameters(self) -> int:
        """Numbers in the table."""
        return self.rows * self.width

    @property
    def without(self) -> int:
        """Tokens of the text whose position has no row."""
        return max(0, self.tokens - self.rows)


def shuffled(words: list[str], move: Literal["rows", "places"]) -> float:
    """The largest change of any word's output, without mask, with sinusoids added, when one thing is turned around.

    "rows" turns the rows in memory around and leaves every word its position, "places" the other way about.
    """
    back = list(range(len(words)))[::-1]
    before = read(words, "sinusoidal")
    if move == "rows":
        return float(gaps(before, read([words[row] for row in back], "sinusoidal", places=back), back).max())
    return float(np.abs(read(words, "sinusoidal", places=back).outputs - before.outputs).max())
