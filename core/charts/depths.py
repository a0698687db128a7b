"""The needle's maps: how often it is found by length of the text and depth, a map an encoding, in Vega-Lite."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import altair as alt
import pandas as pd

from core.charts.chart import FIT, Chart
from core.charts.series import Series, SeriesWords, looks

MAP_HEIGHT = 250  # px
COLOURS = ("#7A2E12", "#D98B4A", "#E9D9B8", "#7FB2D9", "#14508F")  # never found … always found


@dataclass(frozen=True)
class DepthWords:
    """What the maps say; a page passes its translation."""

    x: str = "length of the text (tokens)"
    y: str = "depth of the needle (% of the text)"
    share: str = "found"
    seeds: str = "seeds"
    series: SeriesWords = field(default_factory=SeriesWords)


def depth_maps(table: pd.DataFrame, words: DepthWords | None = None) -> dict[str, tuple[Series, Chart]]:
    """By series in the registry's order: how it is told, and its map. `table` is what by_depth gives.

    All maps have the same axes and colours; a length at which a series has no score is left blank.
    """
    words = words or DepthWords()
    lengths, depths = (tuple(sorted(int(one) for one in table[key].unique())) for key in ("eval_length", "position"))
    made = looks(table, words.series)
    return {
        name: (one, _map(table[table["series"] == name], one, lengths, depths, words)) for name, one in made.items()
    }


def _map(
    rows: pd.DataFrame, series: Series, lengths: tuple[int, ...], depths: tuple[int, ...], words: DepthWords
) -> Chart:
    cells = pd.DataFrame(
        {
            "length": rows["eval_length"].astype("int64").to_numpy(),
            "depth": rows["position"].astype("int64").to_numpy(),
            "mean": rows["mean"].astype("float64").to_numpy(),
            "n": rows["n"].astype("int64").to_numpy(),
        }
    )
    columns = ["eval_length", "position", "mean", "std", "n", "asked"]
    spec = json.loads(_spec(lengths, depths, words.x, words.y, words.share, words.seeds))
    return Chart(spec, rows.assign(series=series.label)[["series", *columns]], {"cells": cells})


def depth_maps_together(maps: Sequence[tuple[Series, Chart]]) -> Chart:
    """All maps in one picture: a file to take away."""
    pictures = []
    for series, chart in maps:
        spec = {key: value for key, value in chart.spec.items() if key not in ("$schema", "config", "autosize")}
        pictures.append(spec | {"data": {"name": f"cells_{series.encoding}"}, "title": series.label, "width": 220})
    first = maps[0][1].spec
    spec = {key: first[key] for key in ("$schema", "config") if key in first}
    spec |= {"concat": pictures, "columns": 3, "width": MAP_HEIGHT}
    datasets = {f"cells_{series.encoding}": chart.datasets["cells"] for series, chart in maps}
    return Chart(spec, pd.concat([chart.table for _, chart in maps], ignore_index=True), datasets)


@cache
def _spec(lengths: tuple[int, ...], depths: tuple[int, ...], x: str, y: str, share: str, seeds: str) -> str:
    """The Vega-Lite spec over the named data cells."""
    scale = alt.Scale(domain=[0, 1], range=list(COLOURS), interpolate="lab", clamp=True)
    legend = alt.Legend(title=share, orient="bottom", format=".0%", gradientLength=140, tickCount=3)
    cells = alt.Chart(alt.NamedData("cells")).mark_rect()
    drawn = cells.encode(
        x=alt.X("length:O", title=x, scale=alt.Scale(domain=lengths), axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        y=alt.Y("depth:O", title=y, scale=alt.Scale(domain=depths), axis=alt.Axis(labelOverlap=True)),
        color=alt.Color("mean:Q", scale=scale, legend=legend),
        tooltip=[
            alt.Tooltip("length:O", title=x),
            alt.Tooltip("depth:O", title=y),
            alt.Tooltip("mean:Q", title=share, format=".1%"),
            alt.Tooltip("n:Q", title=seeds),
        ],
    )
    return drawn.properties(height=MAP_HEIGHT, autosize=FIT).to_json(indent=None)
