"""RoPE's pairs against a training window: wavelengths, and a dial for what a pair has turned, in Vega-Lite."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.charts import frequency_data
from core.charts.chart import Chart
from core.charts.frequency_specs import dial_spec, wavelength_spec
from core.positions.reach import Reach
from core.results.digits import grouped


@dataclass(frozen=True, kw_only=True)
class FrequencyWords:
    """What the charts say; a page passes its translation."""

    pair: str = "pair (0 is the fastest)"
    wavelength: str = "wavelength (tokens for one turn)"
    turns: str = "turns in the window"
    window: str = "training window: {length} tokens"
    finished: str = "finishes a turn in the window"
    never: str = "never finishes a turn"
    still: str = "pairs that do not turn"
    one: str = "pair {pair}"
    turned: str = "{turns} turns"


@dataclass(frozen=True, kw_only=True)
class Room:
    """The ends of the sliders, for which an axis leaves room."""

    base: float
    length: int


def wavelengths(reach: Reach, room: Room, words: FrequencyWords | None = None) -> Chart:
    """The wavelength of every pair on a log axis, the window as a line; pairs that finish no turn look different.

    The y axis holds what the ends of the sliders give; the x axis has the head's pairs, so only another head moves it.
    """
    words = words or FrequencyWords()
    rows = frequency_data.pairs(reach)
    still = len(rows) < reach.head_pairs
    ends = {"x": [len(rows) - 0.5], "x2": [reach.head_pairs - 0.5], "text": [words.still if still else ""]}
    datasets = {
        "pairs": _labelled(rows, words),
        "window": _window(reach, words),
        "still": pd.DataFrame(ends),
        "frame": pd.DataFrame({"x": [-0.5, reach.head_pairs - 0.5]}),
    }
    return Chart(wavelength_spec(max(2 * np.pi * room.base, float(room.length)), words), rows, datasets)


def dials(reach: Reach, words: FrequencyWords | None = None) -> Chart:
    """A dial for each of up to 16 pairs, filled where the window shows angles, counter-clockwise from the right."""
    words = words or FrequencyWords()
    rows = frequency_data.dials(frequency_data.pairs(reach))
    turned = [words.turned.format(turns=turns) for turns in frequency_data.told_turns(rows)]
    shown = _labelled(rows, words).assign(
        place=rows["place"],
        angle=np.radians(rows["degrees"]),
        name=[words.one.format(pair=pair) for pair in rows["pair"]],
        turned=turned,
    )
    return Chart(dial_spec(words), rows.drop(columns="place"), {"dials": shown})


def _window(reach: Reach, words: FrequencyWords) -> pd.DataFrame:
    """The window's line and its label, which stands on the side where the pairs leave room."""
    late = reach.finished.sum() / reach.head_pairs >= 0.5  # the pairs cross the line in the right half
    text = words.window.format(length=f"{reach.length:,}")
    return pd.DataFrame({"y": [float(reach.length)], "text": [text], "left": [bool(late)]})


def _labelled(rows: pd.DataFrame, words: FrequencyWords) -> pd.DataFrame:
    """What the marks read: pair, wavelength, kind, and the numbers as text."""
    return pd.DataFrame(
        {
            "pair": rows["pair"].astype("float64"),
            "wavelength": rows["wavelength"],
            "kind": np.where(rows["finished"], words.finished, words.never),
            "told": [grouped(value) for value in rows["wavelength"]],
            "turns": frequency_data.told_turns(rows),
        }
    )
