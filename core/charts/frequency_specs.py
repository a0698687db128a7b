"""The Vega-Lite specs of the charts of frequencies, in which nothing depends on a slider: the browser only swaps rows.

They are plain dictionaries, for they are made again at every step of a drag, and Altair would take longer over one than
a frame lasts.
"""

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from core.charts.chart import FIT
from core.charts.frequency_data import MOST_DIALS

if TYPE_CHECKING:
    from core.charts.frequencies import FrequencyWords

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
FINISHED, NEVER = "#1F74D1", "#D55E00"  # blue and vermilion, told apart by the colour-blind too
GREY = "#7b7b7b"  # for text, by 4 : 1 on the light and on the dark background
_LOWEST = 4.0  # tokens; the fastest pair takes 2 pi for a turn


def kind_scale(labels: list[str], colours: list[str]) -> dict[str, Any]:
    """The colour channel of a kind, with its legend above the picture, in as many columns as the width holds."""
    columns = {"expr": "max(1, floor(width / 250))"}
    legend = {"orient": "top", "title": None, "columns": columns, "labelLimit": 300, "labelFontSize": 13}
    return {"field": "kind", "type": "nominal", "scale": {"domain": labels, "range": colours}, "legend": legend}


def tooltip(fields: dict[str, str]) -> list[dict[str, str]]:
    """What a mark tells when it is pointed at: titles by field."""
    return [{"field": name, "type": "nominal", "title": title} for name, title in fields.items()]


def wavelength_spec(top: float, words: "FrequencyWords") -> dict[str, Any]:
    """The spec over the named data pairs, window, still and frame; the y axis ends at `top`, in tokens."""
    scale = {"type": "log", "domain": [_LOWEST, top], "nice": False}
    ticks = [10.0**power for power in range(1, int(np.log10(top)) + 1)]
    axis = {"values": ticks, "format": "~s", "labelFontSize": 12}
    y = {"field": "wavelength", "type": "quantitative", "title": words.wavelength, "scale": scale, "axis": axis}
    x = {"field": "x", "type": "quantitative", "title": words.pair, "scale": {"nice": False, "zero": False}}
    x["axis"] = {"format": "d", "tickMinStep": 1, "grid": False, "labelFontSize": 12}
    hue = kind_scale([words.finished, words.never], [FINISHED, NEVER])
    shape = {**hue, "scale": {"domain": [words.finished, words.never], "range": ["circle", "triangle-up"]}}
    told = tooltip({"pair": words.pair, "told": words.wavelength, "turns": words.turns, "kind": ""})
    points = {
        "data": {"name": "pairs"},
        "mark": {"type": "point", "filled": True, "opacity": 1, "size": 45},
        "encoding": {"x": {**x, "field": "pair"}, "y": y, "color": hue, "shape": shape, "tooltip": told},
    }
    return {"$schema": SCHEMA, "height": 380, "autosize": FIT, "layer": [*_still(x), *_window(y), points]}


def _still(x: dict[str, Any]) -> list[dict[str, Any]]:
    """The part of the head that does not turn, and an unseen layer that keeps the x axis over the whole head."""
    middle = [{"calculate": "(datum.x + datum.x2) / 2", "as": "middle"}]
    rect = {"type": "rect", "color": GREY, "opacity": 0.15, "tooltip": None}
    text = {"type": "text", "color": GREY, "fontSize": 14, "tooltip": None}
    label = {"x": {**x, "field": "middle"}, "y": {"value": 20}, "text": {"field": "text"}}
    return [
        {"data": {"name": "frame"}, "mark": {"type": "rule", "opacity": 0, "aria": False}, "encoding": {"x": x}},
        {"data": {"name": "still"}, "mark": rect, "encoding": {"x": x, "x2": {"field": "x2"}}},
        {"data": {"name": "still"}, "transform": middle, "mark": text, "encoding": label},
    ]


def _window(y: dict[str, Any]) -> list[dict[str, Any]]:
    """The training window's line and its label, at the left above it or at the right below it."""
    where = {"align": "datum.left ? 'left' : 'right'", "baseline": "datum.left ? 'bottom' : 'top'"}
    where |= {"dx": "datum.left ? 6 : -6", "dy": "datum.left ? -5 : 6"}
    placed = {name: {"expr": side} for name, side in where.items()}
    rule = {"type": "rule", "color": GREY, "strokeWidth": 2, "strokeDash": [6, 4], "tooltip": None}
    text = {"type": "text", "color": GREY, "tooltip": None, "fontSize": 14, "fontWeight": "bold", **placed}
    side, at = {"value": {"expr": "datum.left ? 0 : width"}}, {**y, "field": "y"}
    return [
        {"data": {"name": "window"}, "mark": rule, "encoding": {"y": at}},
        {"data": {"name": "window"}, "mark": text, "encoding": {"x": side, "y": at, "text": {"field": "text"}}},
    ]


def dial_spec(words: "FrequencyWords") -> dict[str, Any]:
    """The spec over the named data dials: 8 beside each other, or 4 where the page is narrow."""
    hidden = {"type": "quantitative", "axis": None}
    x = {**hidden, "field": "x", "scale": {"domain": [0, {"expr": "columns"}], "nice": False}}
    y = {**hidden, "field": "y", "scale": {"domain": [{"expr": "most / columns"}, 0], "nice": False}}
    return {
        "$schema": SCHEMA,
        "height": 360,
        "autosize": FIT,
        "params": [{"name": "most", "value": MOST_DIALS}, {"name": "columns", "expr": "width > 620 ? 8 : 4"}],
        "data": {"name": "dials"},
        "transform": [
            {"calculate": "datum.place % columns + 0.5", "as": "x"},
            {"calculate": "floor(datum.place / columns) + 0.5", "as": "y"},
        ],
        "encoding": {"x": x, "y": y},
        "layer": _dial(words),
    }


def _dial(words: "FrequencyWords") -> list[dict[str, Any]]:
    """A ring, the sector of the angles shown, the pair's name and its turns."""
    radius = "min(width / columns, height * columns / most - 34) * 0.46"
    disc: dict[str, Any] = {"type": "arc", "outerRadius": {"expr": radius}}
    ring = {**disc, "theta": 0, "theta2": 2 * np.pi, "fillOpacity": 0.1, "color": GREY, "stroke": GREY}
    edge = {"expr": f"datum.kind === {json.dumps(words.never)} ? '{NEVER}' : '{FINISHED}'"}
    # Vega counts from the top, clockwise; the maths from the right, counter-clockwise.
    sector = {**disc, "theta": {"expr": "PI / 2 - datum.angle"}, "theta2": {"expr": "PI / 2"}}
    sector |= {"stroke": edge, "strokeWidth": 2}  # so that an arc of nearly nothing is a hand
    sector["description"] = {"expr": "datum.name + ': ' + datum.turned + ', ' + datum.kind"}
    hue = kind_scale([words.finished, words.never], [FINISHED, NEVER])
    told = tooltip({"name": "", "turns": words.turns, "told": words.wavelength, "kind": ""})
    size = {"expr": "width > 620 ? 14 : 11"}
    below = {"type": "text", "baseline": "middle", "color": GREY, "fontSize": size, "tooltip": None, "aria": False}
    name = {**below, "fontWeight": "bold", "dy": {"expr": f"{radius} + 12"}}
    turned = {**below, "dy": {"expr": f"{radius} + (width > 620 ? 29 : 26)"}}
    return [
        {"mark": {**ring, "strokeOpacity": 0.6, "tooltip": None, "aria": False}},
        {"mark": sector, "encoding": {"color": hue, "tooltip": told}},
        {"mark": name, "encoding": {"text": {"field": "name"}}},
        {"mark": turned, "encoding": {"text": {"field": "turned"}}},
    ]
