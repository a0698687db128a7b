"""The map of pairs and positions: where a pair stands at an angle that training has shown, in Vega-Lite."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float

from core.charts import frequency_data
from core.charts.chart import FIT, Chart
from core.charts.frequency_specs import GREY, SCHEMA, kind_scale, tooltip
from core.positions.seen import SEEN, TRAINED, UNSEEN

COLOURS = {TRAINED: "#1B5FAA", SEEN: "#86B9F0", UNSEEN: "#E06A10"}  # the two beyond the window differ in lightness too
_MARKED = (1 / 16, 1 / 4, 1.0, 4.0)  # windows at which the position is told in tokens


@dataclass(frozen=True, kw_only=True)
class MapWords:
    """What the map says; a page passes its translation."""

    x: str = "position or distance in windows (above: in tokens)"
    pair: str = "pair (0 is the fastest)"
    trained: str = "inside the training window"
    seen: str = "beyond it, at an angle that training has shown"
    unseen: str = "beyond it, at an angle never seen"
    positions: str = "positions"


def seen_map(
    inv_freq: Float[np.ndarray, "num_pairs"],
    trained_inv_freq: Float[np.ndarray, "num_pairs"],
    train_length: int,
    words: MapWords | None = None,
) -> Chart:
    """Every pair from a sixteenth of the training window to eight of them, coloured by seen_angles.

    The x axis counts in windows, so it stays put whatever the window; the y axis has the pairs that are given.
    """
    words = words or MapWords()
    labels = {TRAINED: words.trained, SEEN: words.seen, UNSEEN: words.unseen}
    table = frequency_data.stretches(inv_freq, trained_inv_freq, train_length)
    kind = table["kind"].map(labels)
    told = [f"{first:,} – {last:,}" for first, last in zip(table["first"], table["last"], strict=True)]
    cells = table[["pair", "x", "x2"]].assign(y2=table["pair"] + 1, kind=kind, told=told)
    texts = [f"{int(at * train_length):,}" for at in _MARKED]
    datasets = {"cells": cells, "marks": pd.DataFrame({"x": _MARKED, "text": texts})}
    return Chart(_spec(words), table[["pair", "first", "last"]].assign(kind=kind), datasets)


def _spec(words: MapWords) -> dict[str, Any]:
    """The spec over the named data cells and marks."""
    ends = [2.0**frequency_data.FROM, 2.0**frequency_data.TO]
    ticks = [2.0**power for power in range(frequency_data.FROM, frequency_data.TO + 1)]
    label = "datum.value < 1 ? '1/' + 1 / datum.value : format(datum.value, 'd')"
    scale = {"type": "log", "base": 2, "domain": ends, "nice": False}
    x = {"field": "x", "type": "quantitative", "title": words.x, "scale": scale}
    x["axis"] = {"values": ticks, "labelExpr": label, "grid": False, "labelFontSize": 12}
    downwards = {"reverse": True, "nice": False, "zero": True}
    y = {"field": "pair", "type": "quantitative", "title": words.pair, "scale": downwards}
    y["axis"] = {"format": "d", "tickMinStep": 1, "grid": False, "labelFontSize": 12}
    hue = kind_scale([words.trained, words.seen, words.unseen], [COLOURS[kind] for kind in (TRAINED, SEEN, UNSEEN)])
    told = tooltip({"pair": words.pair, "told": words.positions, "kind": ""})
    area = {"x": x, "x2": {"field": "x2"}, "y": y, "y2": {"field": "y2"}, "color": hue, "tooltip": told}
    cells = {"data": {"name": "cells"}, "mark": {"type": "rect"}, "encoding": area}
    return {"$schema": SCHEMA, "height": 380, "autosize": FIT, "layer": [cells, *_marks(x)]}


def _marks(x: dict[str, Any]) -> list[dict[str, Any]]:
    """The line at the window's end, and positions in tokens above the map."""
    at_window = [{"filter": "datum.x === 1"}]
    rule = {"type": "rule", "color": GREY, "strokeWidth": 2, "tooltip": None}
    text = {"type": "text", "baseline": "bottom", "dy": -4, "fontSize": 12, "color": GREY, "tooltip": None}
    text["align"] = {"expr": "datum.x < 0.1 ? 'left' : 'center'"}
    label = {"x": x, "y": {"value": 0}, "text": {"field": "text"}}
    return [
        {"data": {"name": "marks"}, "transform": at_window, "mark": rule, "encoding": {"x": x}},
        {"data": {"name": "marks"}, "mark": text, "encoding": label},
    ]
