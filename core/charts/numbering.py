"""Two words with a position in them, and four numberings side by side, in Vega-Lite.

The specs are plain dictionaries in which nothing depends on a slider, for the pictures follow one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from core.charts.chart import FIT, Chart
from core.charts.frequency_specs import FINISHED, GREY, NEVER, SCHEMA, kind_scale
from core.course.numbering import NUMBERINGS, TRAIN, WIDTH, Swamped, codes, missing

LONGEST = 32  # positions that the picture of the numberings has room for
BITS_SHOWN = 5
HIGHEST = 2.6  # of a number in the demonstration's vectors
FIRST = NUMBERINGS[:4]  # without the sinusoids, which have a lesson of their own


@dataclass(frozen=True, kw_only=True)
class NumberingWords:
    """What these charts say; a page passes its translation."""

    component: str = "number in the vector"
    value: str = "value, as a layer sees it"
    position: str = "position"
    told: str = "value"
    index: str = "index"
    share: str = "share of the text"
    bit: str = "bit {at}"
    row: str = "table, number {at}"
    end: str = "training length"


def signals(found: Swamped, words: Sequence[str], said: NumberingWords | None = None) -> Chart:
    """The two vectors as lines over their numbers, each in its colour and dash; the axes stay where they are."""
    said = said or NumberingWords()
    rows = pd.DataFrame(
        [
            (word, at + 1, float(value))
            for word, row in zip(words, found.vectors, strict=True)
            for at, value in enumerate(row)
        ],
        columns=["kind", "number", "value"],
    )
    hue = kind_scale(list(words), [FINISHED, NEVER])
    dash = {**hue, "scale": {"domain": list(words), "range": [[1, 0], [5, 3]]}}
    axis = {"format": "d", "grid": False, "values": [1, 6, 12, 18, 24]}
    x: dict[str, Any] = {"field": "number", "type": "quantitative", "title": said.component, "axis": axis}
    x["scale"] = {"domain": [1, WIDTH], "nice": False}
    y: dict[str, Any] = {"field": "value", "type": "quantitative", "title": said.value, "axis": {"tickCount": 5}}
    y["scale"] = {"domain": [-HIGHEST, HIGHEST], "nice": False}
    told = [{"field": "kind"}, {"field": "number", "title": said.component}]
    told.append({"field": "value", "title": said.told, "format": ".4f"})
    encoding = {"x": x, "y": y, "color": hue, "strokeDash": dash}
    point = {"mark": {"type": "point", "filled": True, "size": 36, "opacity": 1}}
    layers = [
        {"mark": {"type": "line", "strokeWidth": 2, "tooltip": None}, "encoding": encoding},
        point | {"encoding": {"x": x, "y": y, "color": hue, "tooltip": told}},
    ]
    spec = {"$schema": SCHEMA, "height": 240, "autosize": FIT, "data": {"name": "signals"}, "layer": layers}
    return Chart(spec, rows.rename(columns={"kind": "word"}), {"signals": rows})


def numberings(length: int, said: NumberingWords | None = None) -> Chart:
    """What four numberings give every position of a text of up to LONGEST tokens, a column a position.

    Blue is 0, orange 1 or more; a cell that is not there has no code. The rule is the training length of the table.
    """
    said = said or NumberingWords()
    cells = _cells(length, said)
    lanes = _lanes(said)
    x: dict[str, Any] = {"field": "position", "type": "quantitative", "title": said.position}
    x["scale"] = {"domain": [0, LONGEST], "nice": False}
    x["axis"] = {"values": list(range(0, LONGEST + 1, 4)), "grid": False, "format": "d"}
    y: dict[str, Any] = {"field": "lane", "type": "nominal", "title": None, "sort": None, "scale": {"domain": lanes}}
    y["axis"] = {"domain": False, "ticks": False, "labelLimit": 130}
    fill: dict[str, Any] = {"field": "value", "type": "quantitative", "legend": None}
    fill["scale"] = {
        "domain": [-1, 0, 1],
        "range": ["#1F5FAA", "#DCE9F8", "#D55E00"],
        "clamp": True,
        "interpolate": "rgb",
    }
    told = [{"field": "lane", "title": " "}, {"field": "position", "title": said.position}]
    told.append({"field": "value", "title": said.told, "format": ".3~f"})
    rect = {"type": "rect", "stroke": "#FFFFFF", "strokeWidth": 0.6}
    end = {"datum": TRAIN, "type": "quantitative", "scale": x["scale"], "axis": None}
    text = {"type": "text", "align": "left", "baseline": "bottom", "dx": 4, "dy": -3, "color": GREY, "tooltip": None}
    text["aria"] = False
    encoding: dict[str, Any] = {"x": x, "x2": {"field": "end"}, "y": y, "color": fill, "tooltip": told}
    layers = [
        {"mark": rect, "encoding": encoding},
        {
            "mark": {"type": "rule", "color": GREY, "strokeDash": [4, 4], "tooltip": None, "aria": False},
            "encoding": {"x": end},
        },
        {"mark": {**text, "text": said.end}, "data": {"values": [{}]}, "encoding": {"x": end, "y": {"value": 0}}},
    ]
    spec = {"$schema": SCHEMA, "height": 22 * len(lanes), "autosize": FIT, "data": {"name": "cells"}, "layer": layers}
    return Chart(spec, cells.drop(columns="end"), {"cells": cells})


def _lanes(said: NumberingWords) -> list[str]:
    """The names of the picture's rows, from above."""
    bits = [said.bit.format(at=at) for at in range(BITS_SHOWN)]
    return [said.index, said.share, *bits, *(said.row.format(at=at + 1) for at in range(codes("table", 1).shape[1]))]


def _cells(length: int, said: NumberingWords) -> pd.DataFrame:
    """A row for every number that a numbering gives: lane, position, end (of the cell) and value."""
    rows, lanes = [], iter(_lanes(said))
    for numbering in FIRST:
        have = int((~missing(numbering, length)).sum())
        table = codes(numbering, length if have == length else have)[:, :BITS_SHOWN]
        for column in table.T:
            lane = next(lanes)
            rows += [(lane, at, at + 1, float(value)) for at, value in enumerate(column)]
    return pd.DataFrame(rows, columns=["lane", "position", "end", "value"])
