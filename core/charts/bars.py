"""A few values as horizontal bars, each against a mark of where it stood before, in Vega-Lite."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from core.charts.chart import FIT, Chart
from core.charts.frequency_specs import GREY, SCHEMA

STEP = 40  # px a bar
COLOURS = ("#1F74D1", "#D55E00", "#7B52C7", "#0B8A6A")  # by kind, in the order of their first bar


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One bar. `kind` groups bars under a colour; `before` is where its mark stands."""

    label: str
    value: float
    kind: str
    before: float


@dataclass(frozen=True, kw_only=True)
class BarWords:
    """What the chart says; a page passes its translation."""

    value: str = "value"
    before: str = "before"
    label: str = ""
    text: str = ".3f"  # format of the number at the bar


def bars(rows: Sequence[Bar], ends: tuple[float, float], words: BarWords | None = None) -> Chart:
    """Bars from 0, top to bottom as they come, on an axis with these ends; an upright stroke marks `before`."""
    words = words or BarWords()
    table = pd.DataFrame([vars(row) for row in rows])
    kinds = list(dict.fromkeys(row.kind for row in rows))
    shown = table.assign(told=[format(row.value, words.text) for row in rows])
    return Chart(_spec(kinds, len(rows), ends, words), table, {"bars": shown})


def _spec(kinds: list[str], count: int, ends: tuple[float, float], words: BarWords) -> dict[str, Any]:
    scale = {"domain": list(ends), "nice": False}
    x = {"field": "value", "type": "quantitative", "title": words.value, "scale": scale, "axis": {"tickCount": 5}}
    axis = {"labelFontSize": 13, "labelLimit": {"expr": "width > 500 ? 240 : 110"}, "domain": False, "ticks": False}
    y = {"field": "label", "type": "nominal", "sort": None, "title": words.label or None, "axis": axis}
    colours = {"domain": kinds, "range": list(COLOURS[: len(kinds)])}
    hue = {"field": "kind", "type": "nominal", "scale": colours, "legend": None}
    told = [
        {"field": "label", "type": "nominal", "title": ""},
        {"field": "value", "type": "quantitative", "title": words.value, "format": words.text},
        {"field": "before", "type": "quantitative", "title": words.before, "format": words.text},
    ]
    bar = {"type": "bar", "height": 18, "cornerRadius": 2}
    tick = {"type": "tick", "color": GREY, "thickness": 3, "size": 28, "tooltip": None}
    text = {"type": "text", "color": GREY, "align": "right", "dx": -4, "fontSize": 13, "tooltip": None}
    zero = {"type": "rule", "color": GREY, "strokeOpacity": 0.7, "tooltip": None, "aria": False}
    return {
        "$schema": SCHEMA,
        "height": STEP * count,
        "autosize": FIT,
        "data": {"name": "bars"},
        "layer": [
            {"mark": bar, "encoding": {"x": x, "y": y, "color": hue, "tooltip": told}},
            {"mark": tick, "encoding": {"x": {**x, "field": "before"}, "y": y}},
            {"mark": text, "encoding": {"x": {"value": {"expr": "width"}}, "y": y, "text": {"field": "told"}}},
            {"mark": zero, "encoding": {"x": {"datum": 0, "type": "quantitative"}}},
        ],
    }
