"""How far off a readout of positions is after each layer, a line a model, in Vega-Lite."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float

from core.charts.chart import FIT, Chart
from core.charts.frequency_specs import GREY, SCHEMA, tooltip

COLOURS = ("#D55E00", "#7B52C7", "#1F74D1")
DASHES = ([1, 0], [6, 4], [2, 3])
SHAPES = ("circle", "square", "triangle-up")


@dataclass(frozen=True, kw_only=True)
class ProbeWords:
    """What the chart says; a page passes its translation."""

    depth: str = "layers read"
    error: str = "mean error (positions)"
    blind: str = "always saying the middle"
    series: str = "model"


def probes(errors: Mapping[str, Float[np.ndarray, "depths"]], blind: float, words: ProbeWords | None = None) -> Chart:
    """A line a model, by label, up to three of them, and the line of one who knows nothing."""
    words = words or ProbeWords()
    rows = [(name, depth, float(value)) for name, found in errors.items() for depth, value in enumerate(found)]
    table = pd.DataFrame(rows, columns=["series", "depth", "error"])
    line = pd.DataFrame({"error": [blind], "text": [words.blind]})
    return Chart(_spec(list(errors), blind, words), table, {"errors": table, "blind": line})


def _spec(names: list[str], blind: float, words: ProbeWords) -> dict[str, Any]:
    axis = {"tickMinStep": 1, "format": "d", "grid": False}
    x = {"field": "depth", "type": "quantitative", "title": words.depth, "axis": axis}
    scale = {"domain": [0, round(blind * 1.2)], "nice": False}
    y = {"field": "error", "type": "quantitative", "title": words.error, "scale": scale}
    legend = {
        "title": None,
        "orient": "top",
        "columns": {"expr": "width > 600 ? 3 : 1"},
        "labelLimit": 320,
        "symbolStrokeWidth": 0,
    }
    kind: dict[str, Any] = {"field": "series", "type": "nominal", "legend": legend}
    hue, dash, shape = (
        {**kind, "scale": {"domain": names, "range": list(looks[: len(names)])}} for looks in (COLOURS, DASHES, SHAPES)
    )
    told: list[dict[str, Any]] = [*tooltip({"series": words.series, "depth": words.depth})]
    told.append({"field": "error", "type": "quantitative", "title": words.error, "format": ".1f"})
    rule = {"type": "rule", "color": GREY, "strokeDash": [6, 4], "tooltip": None, "aria": False}
    text = {"type": "text", "color": GREY, "align": "right", "dy": -16, "fontSize": 13, "tooltip": None}
    lines = {"x": x, "y": y, "color": hue, "strokeDash": dash | {"legend": None}}
    points = {"x": x, "y": y, "color": hue, "shape": shape, "tooltip": told}
    edge = {"x": {"value": {"expr": "width"}}, "y": y, "text": {"field": "text"}}
    return {
        "$schema": SCHEMA,
        "height": 300,
        "autosize": FIT,
        "data": {"name": "errors"},
        "layer": [
            {"data": {"name": "blind"}, "mark": rule, "encoding": {"y": y}},
            {"data": {"name": "blind"}, "mark": text, "encoding": edge},
            {"mark": {"type": "line", "strokeWidth": 2.5, "tooltip": None}, "encoding": lines},
            {"mark": {"type": "point", "filled": True, "opacity": 1, "size": 70}, "encoding": points},
        ],
    }
