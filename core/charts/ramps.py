"""Two implementations of one rule side by side: each pair's new frequency over the trained one, in Vega-Lite."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.charts.chart import FIT, Chart
from core.charts.frequency_specs import GREY, SCHEMA, tooltip

_COLOURS, _DASHES = ["#1B8FBF", "#D55E00"], [[1, 0], [6, 3]]


@dataclass(frozen=True, kw_only=True)
class RampWords:
    """What the picture says; a page passes its translation."""

    pair: str = "pair (0 is the fastest)"
    ratio: str = "new frequency / trained frequency"
    series: str = "implementation"


def ramps(found: Mapping[str, np.ndarray], pair: int, words: RampWords | None = None) -> Chart:
    """A line for each of two implementations, by the label that it gets, and a rule at the pair at hand."""
    words = words or RampWords()
    frames = [
        pd.DataFrame({"series": name, "pair": np.arange(len(ratio)), "ratio": ratio}) for name, ratio in found.items()
    ]
    table = pd.concat(frames, ignore_index=True)
    datasets = {"ratios": table, "chosen": pd.DataFrame({"pair": [pair]})}
    return Chart(_spec(list(found), len(frames[0]) - 1, float(table["ratio"].min()), words), table, datasets)


def _spec(names: list[str], last: int, least: float, words: RampWords) -> dict[str, Any]:
    """The spec over the named data ratios and chosen."""
    scale = {"domain": [0, last], "nice": False}
    x: dict[str, Any] = {
        "field": "pair",
        "type": "quantitative",
        "title": words.pair,
        "scale": scale,
        "axis": {"format": "d"},
    }
    fraction = "datum.value == 1 ? '1' : '1/' + format(1 / datum.value, 'd')"
    y: dict[str, Any] = {"field": "ratio", "type": "quantitative", "title": words.ratio}
    y["scale"] = {"type": "log", "domain": [least / 1.12, 1.12], "nice": False}
    y["axis"] = {"values": [2.0**-power for power in range(7)], "labelExpr": fraction}
    legend = {"title": words.series, "orient": "bottom", "symbolType": "stroke", "symbolSize": 500}
    hue = {"field": "series", "scale": {"domain": names, "range": _COLOURS}, "legend": legend}
    dash = {"field": "series", "scale": {"domain": names, "range": _DASHES}, "legend": legend}
    told = tooltip({"series": words.series, "pair": words.pair, "ratio": words.ratio})
    lines = {"x": x, "y": y, "color": hue, "strokeDash": dash, "tooltip": told}
    return {
        "$schema": SCHEMA,
        "height": 260,
        "autosize": FIT,
        "layer": [
            {
                "data": {"name": "chosen"},
                "mark": {"type": "rule", "color": GREY, "tooltip": None, "aria": False},
                "encoding": {"x": x},
            },
            {"data": {"name": "ratios"}, "mark": {"type": "line", "strokeWidth": 2.5, "clip": True}, "encoding": lines},
        ],
    }
