"""RoPE's pairs against a training window: wavelengths, and a dial for what a pair has turned, in Vega-Lite.

The specs are plain dictionaries, for they are made again at every step of a dragged slider and Altair would take longer
over one than a frame lasts. Nothing in them depends on a slider but in the data, so the browser only swaps rows.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.charts import frequency_data
from core.charts.chart import Chart
from core.positions.reach import Reach
from core.results.digits import grouped

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
FIT = {"type": "fit-x", "contains": "padding"}
FINISHED, NEVER = "#1F74D1", "#D55E00"  # blue and vermilion, told apart by the colour-blind too
GREY = "#7b7b7b"  # for text, by 4 : 1 on the light and on the dark background
_LOWEST = 4.0  # tokens; the fastest pair takes 2 pi for a turn


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
    return Chart(_wavelength_spec(room, words), rows, datasets)


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
    return Chart(_dial_spec(words), rows.drop(columns="place"), {"dials": shown})


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


def kind_scale(labels: list[str], colours: list[str]) -> dict[str, Any]:
    """The colour channel of a kind, with its legend above the picture, in as many columns as the width holds."""
    columns = {"expr": "max(1, floor(width / 250))"}
    legend = {"orient": "top", "title": None, "columns": columns, "labelLimit": 300, "labelFontSize": 13}
    return {"field": "kind", "type": "nominal", "scale": {"domain": labels, "range": colours}, "legend": legend}


def _wavelength_spec(room: Room, words: FrequencyWords) -> dict[str, Any]:
    """The spec over the named data pairs, window, still and frame."""
    top = max(2 * np.pi * room.base, float(room.length))
    scale = {"type": "log", "domain": [_LOWEST, top], "nice": False}
    ticks = [10.0**power for power in range(1, int(np.log10(top)) + 1)]
    axis = {"values": ticks, "format": "~s", "labelFontSize": 12}
    y = {"field": "wavelength", "type": "quantitative", "title": words.wavelength, "scale": scale, "axis": axis}
    plain = {"type": "quantitative", "title": words.pair, "scale": {"nice": False, "zero": False}}
    x = {**plain, "field": "x", "axis": {"format": "d", "tickMinStep": 1, "grid": False, "labelFontSize": 12}}
    hue = kind_scale([words.finished, words.never], [FINISHED, NEVER])
    shape = {**hue, "scale": {"domain": [words.finished, words.never], "range": ["circle", "triangle-up"]}}
    told = [("pair", words.pair), ("told", words.wavelength), ("turns", words.turns), ("kind", "")]
    tooltip = [{"field": name, "type": "nominal", "title": title} for name, title in told]
    where = {"align": "datum.left ? 'left' : 'right'", "baseline": "datum.left ? 'bottom' : 'top'"}
    where |= {"dx": "datum.left ? 6 : -6", "dy": "datum.left ? -5 : 6"}
    placed = {name: {"expr": side} for name, side in where.items()}
    return {
        "$schema": SCHEMA,
        "height": 380,
        "autosize": FIT,
        "layer": [
            {"data": {"name": "frame"}, "mark": {"type": "rule", "opacity": 0}, "encoding": {"x": x}},
            {
                "data": {"name": "still"},
                "mark": {"type": "rect", "color": GREY, "opacity": 0.15, "tooltip": None},
                "encoding": {"x": x, "x2": {"field": "x2"}},
            },
            {
                "data": {"name": "still"},
                "transform": [{"calculate": "(datum.x + datum.x2) / 2", "as": "middle"}],
                "mark": {"type": "text", "color": GREY, "fontSize": 14, "tooltip": None},
                "encoding": {"x": {**x, "field": "middle"}, "y": {"value": 20}, "text": {"field": "text"}},
            },
            {
                "data": {"name": "window"},
                "mark": {"type": "rule", "color": GREY, "strokeWidth": 2, "strokeDash": [6, 4], "tooltip": None},
                "encoding": {"y": {**y, "field": "y"}},
            },
            {
                "data": {"name": "window"},
                "mark": {
                    "type": "text",
                    "color": GREY,
                    "tooltip": None,
                    "fontSize": 14,
                    "fontWeight": "bold",
                    **placed,
                },
                "encoding": {
                    "x": {"value": {"expr": "datum.left ? 0 : width"}},
                    "y": {**y, "field": "y"},
                    "text": {"field": "text"},
                },
            },
            {
                "data": {"name": "pairs"},
                "mark": {"type": "point", "filled": True, "opacity": 1, "size": 45},
                "encoding": {"x": {**x, "field": "pair"}, "y": y, "color": hue, "shape": shape, "tooltip": tooltip},
            },
        ],
    }


def _dial_spec(words: FrequencyWords) -> dict[str, Any]:
    """The spec over the named data dials: 8 beside each other, or 4 where the page is narrow."""
    hidden = {"type": "quantitative", "axis": None}
    x = {**hidden, "field": "x", "scale": {"domain": [0, {"expr": "columns"}], "nice": False}}
    y = {**hidden, "field": "y", "scale": {"domain": [{"expr": "most / columns"}, 0], "nice": False}}
    radius = "min(width / columns, height * columns / most - 34) * 0.46"
    disc = {"type": "arc", "outerRadius": {"expr": radius}}
    size = {"expr": "width > 620 ? 14 : 11"}
    below = {"type": "text", "baseline": "middle", "color": GREY, "fontSize": size, "tooltip": None, "aria": False}
    hue = kind_scale([words.finished, words.never], [FINISHED, NEVER])
    in_words = "datum.name + ': ' + datum.turned + ', ' + datum.kind"
    told = [("name", ""), ("turns", words.turns), ("told", words.wavelength), ("kind", "")]
    tooltip = [{"field": name, "type": "nominal", "title": title} for name, title in told]
    shown = {"theta": {"expr": "PI / 2 - datum.angle"}, "theta2": {"expr": "PI / 2"}}
    ring = {**disc, "theta": 0, "theta2": 2 * np.pi, "fillOpacity": 0.1, "color": GREY, "stroke": GREY}
    return {
        "$schema": SCHEMA,
        "height": 360,
        "autosize": FIT,
        "params": [
            {"name": "most", "value": frequency_data.MOST_DIALS},
            {"name": "columns", "expr": "width > 620 ? 8 : 4"},
        ],
        "data": {"name": "dials"},
        "transform": [
            {"calculate": "datum.place % columns + 0.5", "as": "x"},
            {"calculate": "floor(datum.place / columns) + 0.5", "as": "y"},
        ],
        "encoding": {"x": x, "y": y},
        "layer": [
            {"mark": {**ring, "strokeOpacity": 0.6, "tooltip": None, "aria": False}},
            {
                "mark": {
                    **disc,
                    **shown,
                    "strokeWidth": 2,
                    "description": {"expr": in_words},
                },  # so that an arc of nearly nothing is a hand
                "encoding": {"color": hue, "stroke": {**hue, "legend": None}, "tooltip": tooltip},
            },
            {
                "mark": {**below, "fontWeight": "bold", "dy": {"expr": f"{radius} + 12"}},
                "encoding": {"text": {"field": "name"}},
            },
            {
                "mark": {**below, "dy": {"expr": f"{radius} + (width > 620 ? 29 : 26)"}},
                "encoding": {"text": {"field": "turned"}},
            },
        ],
    }
