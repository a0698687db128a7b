"""The Vega-Lite specs of arrows that turn: nothing in them depends on a position, so the browser only swaps rows."""

import json
from typing import TYPE_CHECKING, Any

from core.charts.chart import FIT
from core.charts.frequency_specs import GREY, SCHEMA, tooltip

if TYPE_CHECKING:
    from core.charts.turning import TurningWords

QUERY, KEY, BETWEEN = "#1F74D1", "#D55E00", "#8a6fc4"
ONE_HEIGHT, MANY_HEIGHT = 320, 360  # px
MOST = 16  # dials in rows of 8, or of 4 where the page is narrow


def turning_spec(words: "TurningWords", many: bool) -> dict[str, Any]:
    """The spec over the named data hands, sectors and dials: one large dial, or up to 16 small ones."""
    params: list[dict[str, Any]] = [{"name": "columns", "expr": "width > 620 ? 8 : 4"} if many else {"name": "columns"}]
    if not many:
        params[0]["value"] = 1
    params.append({"name": "most", "value": MOST if many else 1})
    room = 34 if many else 46
    radius = f"min(width / columns, height * columns / most - {room}) * {0.46 if many else 0.44}"
    hidden = {"type": "quantitative", "axis": None}
    x = {**hidden, "field": "x", "scale": {"domain": [0, {"expr": "columns"}], "nice": False}}
    y = {**hidden, "field": "y", "scale": {"domain": [{"expr": "most / columns"}, 0], "nice": False}}
    return {
        "$schema": SCHEMA,
        "height": MANY_HEIGHT if many else ONE_HEIGHT,
        "autosize": FIT,
        "params": params,
        "transform": [
            {"calculate": "datum.place % columns + 0.5", "as": "x"},
            {"calculate": "floor(datum.place / columns) + 0.5", "as": "y"},
        ],
        "data": {"name": "dials"},
        "encoding": {"x": x, "y": y},
        "layer": [*_rings(radius, many), _sectors(radius, words), *_hands(radius, words, many)],
    }


def _rings(radius: str, many: bool) -> list[dict[str, Any]]:
    """A ring for every dial, and its name below it or the quarters' degrees around it."""
    disc = {"type": "arc", "theta": 0, "theta2": 6.2831853, "color": GREY, "tooltip": None, "aria": False}
    disc |= {"outerRadius": {"expr": radius}, "strokeWidth": 0}
    inner = {**disc, "fillOpacity": 0.08}
    ring = {**disc, "innerRadius": {"expr": f"{radius} - 1.2"}, "fillOpacity": 0.8}
    text = {"type": "text", "color": GREY, "tooltip": None, "aria": False}
    drawn: list[dict[str, Any]] = [{"mark": inner}, {"mark": ring}]
    if many:
        size = {"expr": "width > 620 ? 14 : 11"}
        below = {**text, "fontSize": size, "dy": {"expr": f"{radius} + 12"}, "fontWeight": "bold"}
        told = {**text, "fontSize": size, "dy": {"expr": f"{radius} + (width > 620 ? 29 : 26)"}}
        drawn += [{"mark": below, "encoding": {"text": {"field": "name"}}}]
        return [*drawn, {"mark": told, "encoding": {"text": {"field": "told"}}}]
    ways = {"0°": (1, 0), "90°": (0, -1), "180°": (-1, 0), "270°": (0, 1)}
    for name, (right, down) in ways.items():
        shift = {"dx": {"expr": f"({radius} + 20) * {right}"}, "dy": {"expr": f"({radius} + 14) * {down}"}}
        drawn.append({"mark": {**text, **shift, "fontSize": 13, "text": name}})
    return drawn


def _sectors(radius: str, words: "TurningWords") -> dict[str, Any]:
    """The angle from the query to the key, the short way. Vega counts from the top, clockwise; the maths does not."""
    mark = {"type": "arc", "outerRadius": {"expr": f"{radius} * 0.45"}, "color": BETWEEN, "fillOpacity": 0.35}
    mark |= {"theta": {"expr": "PI / 2 - datum.from"}, "theta2": {"expr": "PI / 2 - datum.to"}}
    mark |= {"stroke": BETWEEN, "strokeWidth": 1.5}
    told = tooltip({"told": words.between})
    return {"data": {"name": "sectors"}, "mark": mark, "transform": _PLACED, "encoding": {"tooltip": told}}


def _hands(radius: str, words: "TurningWords", many: bool) -> list[dict[str, Any]]:
    """A line from the middle to the ring for each arrow, with a head at its end: a tip for queries, a ball for keys."""
    turn = {"expr": "PI / 2 - datum.angle"}
    line = {"type": "arc", "outerRadius": {"expr": radius}, "theta": turn, "theta2": turn, "fillOpacity": 0}
    line |= {"strokeWidth": 2.5 if many else 4, "description": {"expr": "datum.kind + ': ' + datum.told"}}
    told = tooltip({"kind": "", "told": words.angle})
    lines: list[dict[str, Any]] = [
        {
            "data": {"name": "hands"},
            "transform": [*_PLACED, {"filter": f"datum.kind === {json.dumps(kind)}"}],
            "mark": {**line, "stroke": hue},
            "encoding": {"tooltip": told},
        }
        for kind, hue in ((words.query, QUERY), (words.key, KEY))
    ]
    away = {"xOffset": {"expr": f"({radius} - 5) * cos(datum.angle)"}}
    away |= {"yOffset": {"expr": f"-({radius} - 5) * sin(datum.angle)"}}
    head: dict[str, Any] = {"type": "point", "filled": True, "opacity": 1, "size": 60 if many else 220, **away}
    head |= {"angle": {"expr": "90 - datum.angle * 180 / PI"}, "tooltip": None, "aria": False}
    legend: dict[str, Any] = {"orient": "top", "title": None, "labelFontSize": 13, "labelLimit": 300}
    kinds = [words.query, words.key]
    kind: dict[str, Any] = {"field": "kind", "type": "nominal", "legend": legend}
    hue = {**kind, "scale": {"domain": kinds, "range": [QUERY, KEY]}}
    shape = {**kind, "scale": {"domain": kinds, "range": ["triangle-up", "circle"]}}
    ends: dict[str, Any] = {"data": {"name": "hands"}, "transform": _PLACED, "mark": head}
    return [*lines, ends | {"encoding": {"color": hue, "shape": shape}}]


_PLACED = [
    {"calculate": "datum.place % columns + 0.5", "as": "x"},
    {"calculate": "floor(datum.place / columns) + 0.5", "as": "y"},
]
