"""Lesson 0, From text to vectors: what the rows of a trained embedding table have to do with each other."""

import string
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

Table = Float[np.ndarray, "rows width"]
# Bytes that no UTF-8 text contains (RFC 3629, section 1), so that no training on text ever read their rows.
IMPOSSIBLE = (0xC0, 0xC1, *range(0xF5, 0x100))
ALIKE = 0.99  # cosine with the mean of the impossible rows from which a row counts as unread


def directions(table: Table) -> Table:
    """The rows at length 1; a row of zeros stays as it is."""
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    return table / np.where(lengths == 0, 1, lengths)


def cosine(table: Table, one: int, other: int) -> float:
    """How far two rows point the same way, from -1 to 1."""
    unit = directions(table[[one, other]])
    return float(unit[0] @ unit[1])


def nearest(table: Table, vector: Float[np.ndarray, "width"], among: list[int], count: int) -> list[tuple[int, float]]:
    """The `count` rows among these that point most as the vector does, nearest first, each with its cosine."""
    length = float(np.linalg.norm(vector)) or 1.0
    near = directions(table[among]) @ vector / length
    return [(among[at], float(near[at])) for at in np.argsort(-near, kind="stable")[:count]]


def nearest_to_sum(table: Table, one: int, less: int, more: int, count: int) -> list[tuple[int, float]]:
    """The `count` rows of the whole table nearest to one - less + more, as `nearest` gives them."""
    return nearest(table, table[one] - table[less] + table[more], list(range(len(table))), count)


def unread(table: Table) -> list[int]:
    """The bytes whose rows point as those do that no text can contain: the training text did not contain them."""
    unit = directions(table)
    mean = unit[list(IMPOSSIBLE)].mean(axis=0)
    near = unit @ mean / (np.linalg.norm(mean) or 1.0)
    return [int(byte) for byte in np.flatnonzero(near > ALIKE)]


@dataclass(frozen=True)
class Analogies:
    """Of `count` sums small - capital + other capital: how many come nearest to the other small letter.

    `all_rows` may answer with any row, `others` with any but the three that went in, as the published test has it
    (Mikolov et al. 2013, arXiv 1301.3781). `came_back` are the sums that come nearest to a row that went in.
    """

    count: int
    all_rows: int
    others: int
    came_back: int


def analogies(table: Table) -> Analogies:
    """Every ordered pair of different letters of the English alphabet, asked of a table of bytes."""
    unit = directions(table)
    found = []
    for one in string.ascii_lowercase:
        for other in string.ascii_lowercase.replace(one, ""):
            went_in = [ord(one), ord(one.upper()), ord(other.upper())]
            near = unit @ (table[went_in[0]] - table[went_in[1]] + table[went_in[2]])
            first = int(near.argmax())
            near[went_in] = -np.inf
            found.append((first == ord(other), int(near.argmax()) == ord(other), first in went_in))
    return Analogies(len(found), *(int(hits) for hits in np.sum(found, axis=0)))
