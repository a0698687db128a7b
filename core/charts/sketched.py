"""A curve that a reader drew beside the true one, on a logarithmic axis of distances, in Vega-Lite."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float

from core.charts.chart import FIT, Chart
from core.charts.decay_data import floor, thinned
from core.charts.frequency_specs import GREY, SCHEMA, tooltip
from core.positions.decay import cosine_sums
from core.positions.encodings import ENCODINGS


@dataclass(frozen=True, kw_only=True)
class SketchedWords:
    """What the picture says; a page passes its translation."""

    x: str = "distance (tokens)"
    y: str = "mean cosine (1 at distance 0)"
    true: str = "computed"
    drawn: str = "your guess"
    span: str = "distances"


def sketched(
    frequencies: Float[np.ndarray, "num_pairs"],
    reach: int,
    distances: Sequence[int],
    drawn: Sequence[float],
    words: SketchedWords | None = None,
) -> Chart:
    """The mean cosine at the distances 1 ... reach - 1 with a band from lowest to highest, and the drawn points."""
    words = words or SketchedWords()
    rows = thinned(cosine_sums(frequencies, reach) / len(frequencies), log=True)
    told = [f"{a:,}" if a == b else f"{a:,} … {b:,}" for a, b in zip(rows["first"], rows["last"], strict=True)]
    points = [(x, y) for x, y in zip(distances, drawn, strict=True) if x >= 1]
    datasets = {
        "rows": rows[["x", "low", "mean", "high"]].assign(told=told, kind=words.true),
        "drawn": pd.DataFrame(points, columns=["x", "mean"]).assign(kind=words.drawn),
        "zero": pd.DataFrame({"y": [0.0]}),
    }
    names = {"first": "from_distance", "last": "to_distance", "low": "lowest", "high": "highest"}
    table = rows.rename(columns=names)[["from_distance", "to_distance", "lowest", "mean", "highest"]]
    return Chart(_spec(words, reach, floor(2 * len(frequencies))), table, datasets)


def _spec(words: SketchedWords, reach: int, foot: float) -> dict[str, Any]:
    """The spec over the named data rows, drawn and zero."""
    scale = {"type": "log", "domain": [1, reach], "nice": False}
    x = {"field": "x", "type": "quantitative", "title": words.x, "scale": scale}
    x["axis"] = {"values": [10**power for power in range(7)], "format": ",d", "grid": False}
    ends = {"domain": [foot, 1], "nice": False}

    def y(field: str) -> dict[str, Any]:
        return {"field": field, "type": "quantitative", "title": words.y, "scale": ends}

    both = [words.true, words.drawn]
    legend = {"title": None, "orient": "bottom", "columns": 1, "symbolType": "stroke", "symbolSize": 500}
    hue = {"field": "kind", "scale": {"domain": both, "range": [ENCODINGS["rope"].colour, GREY]}, "legend": legend}
    dash = {"field": "kind", "scale": {"domain": both, "range": [[1, 0], [5, 4]]}, "legend": legend}
    told = tooltip({"told": words.span, "mean": words.y})
    line = {"type": "line", "strokeWidth": 2.5, "clip": True}
    computed = {"x": x, "y": y("mean"), "color": hue, "strokeDash": dash}
    band = {"x": x, "y": y("low"), "y2": {"field": "high"}, "color": hue}
    zero = {"y": {"field": "y", "type": "quantitative", "scale": ends}}
    return {
        "$schema": SCHEMA,
        "height": 300,
        "autosize": FIT,
        "layer": [
            {
                "data": {"name": "zero"},
                "mark": {"type": "rule", "color": GREY, "tooltip": None, "aria": False},
                "encoding": zero,
            },
            {"data": {"name": "rows"}, "mark": {"type": "area", "fillOpacity": 0.2, "clip": True}, "encoding": band},
            {"data": {"name": "rows"}, "mark": line, "encoding": computed | {"tooltip": told}},
            {"data": {"name": "drawn"}, "mark": line | {"point": {"size": 60}}, "encoding": computed},
        ],
    }
