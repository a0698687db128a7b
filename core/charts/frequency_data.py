"""The frames behind the charts of RoPE's frequencies: a row a pair, a dial a chosen pair, a row a stretch of angles."""

import numpy as np
import pandas as pd
from jaxtyping import Float, Int

from core.positions.reach import Reach
from core.positions.seen import seen_angles
from core.results.digits import grouped

MOST_DIALS = 16
PER_OCTAVE = 32  # columns of the map for each doubling of the position
FROM, TO = -4, 3  # log2 of the map's ends in training windows: a sixteenth of one, and eight


def pairs(reach: Reach) -> pd.DataFrame:
    """One row a pair that turns: pair, inv_freq, wavelength, turns, degrees of the arc, whether it finishes a turn."""
    return pd.DataFrame(
        {
            "pair": np.arange(len(reach.inv_freq)),
            "inv_freq": reach.inv_freq,
            "wavelength": reach.wavelengths,
            "turns": reach.turns,
            "degrees": reach.degrees,
            "finished": reach.finished,
        }
    )


def dials(rows: pd.DataFrame) -> pd.DataFrame:
    """Up to 16 of the pairs, evenly from the fastest to the slowest, each with its place from 0 on."""
    count = min(MOST_DIALS, len(rows))
    chosen = rows.iloc[np.linspace(0, len(rows) - 1, count).round().astype(int)]
    return chosen.assign(place=np.arange(count)).reset_index(drop=True)


def stretches(
    inv_freq: Float[np.ndarray, "num_pairs"], trained_inv_freq: Float[np.ndarray, "num_pairs"], train_length: int
) -> pd.DataFrame:
    """The map in runs of one kind: pair, kind, x and x2 in training windows, and its first and last position.

    The columns stand at equal ratios, 32 a doubling, from a sixteenth of the window to eight windows; a column is
    judged by its first position.
    """
    edges = 2.0 ** (FROM + np.arange((TO - FROM) * PER_OCTAVE + 1) / PER_OCTAVE)
    positions = np.floor(edges * train_length).astype(np.int64)
    kinds = seen_angles(inv_freq, trained_inv_freq, train_length, positions[:-1])
    pair, begin, end = runs(kinds)
    return pd.DataFrame(
        {
            "pair": pair,
            "kind": kinds[pair, begin],
            "x": edges[begin],
            "x2": edges[end],
            "first": positions[begin],
            "last": np.maximum(positions[end] - 1, positions[begin]),
        }
    )


def runs(kinds: Int[np.ndarray, "rows columns"]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row, first column and column after the last of every run of equal values in a row, in reading order."""
    changes = np.pad(np.diff(kinds, axis=1) != 0, ((0, 0), (1, 0)), constant_values=True)
    row, begin = np.nonzero(changes)
    next_row, next_begin = np.append(row[1:], -1), np.append(begin[1:], 0)
    return row, begin, np.where(next_row == row, next_begin, kinds.shape[1])


def told_turns(rows: pd.DataFrame) -> list[str]:
    """The turns of every row as text."""
    return [grouped(value) for value in rows["turns"]]
