"""The rules for longer texts side by side: each pair's frequency, and which angles training has shown, in Vega-Lite."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import altair as alt
import numpy as np
import pandas as pd

from core.charts.chart import FIT, HEIGHT, Chart
from core.charts.legend import colour, dash, muting, shown
from core.charts.series import Series
from core.positions.extension import Extended, runs_of, shares
from core.positions.rope import wavelengths
from core.positions.scaling import SCALINGS
from core.positions.seen import SEEN, TRAINED, UNSEEN

STATES = {TRAINED: "#1B5FAA", SEEN: "#86B9F0", UNSEEN: "#E06A10"}  # as in the map of a single model
MAP_HEIGHT = 260  # px
_OVERLAP = 0.2  # of a row by the next one, so that no light shines through between them
_GREY = "#8a8a8a"
LEAST = 1 / 80  # lower end of the axis of ratios: below 1/64, so that the greatest factor of the page has its place


@dataclass(frozen=True)
class ExtensionWords:
    """What these charts say; a page passes its translation. `labels` holds rules and their labels where not the
    registry's."""

    pair: str = "pair (0 is the fastest)"
    ratio: str = "new frequency / trained frequency"
    rule: str = "rule"
    before: str = "wavelength before (positions)"
    after: str = "wavelength after (positions)"
    position: str = "share of the target"
    positions: str = "positions"
    state: str = "angle"
    trained: str = "training window"
    seen: str = "beyond, angle seen"
    unseen: str = "beyond, never seen"
    share: str = "share of cells never seen"
    divided: str = "divided by the factor"
    labels: tuple[tuple[str, str], ...] = ()

    def label(self, name: str) -> str:
        """The label of a rule."""
        return dict(self.labels).get(name, SCALINGS[name].label)

    @property
    def states(self) -> dict[int, str]:
        """By state of a map's cell: what the legend says."""
        return {TRAINED: self.trained, SEEN: self.seen, UNSEEN: self.unseen}


def looks(names: Sequence[str], words: ExtensionWords) -> list[Series]:
    """How each rule is drawn: the registry's colour and dash."""
    return [
        Series("rope", words.label(name), words.label(name), SCALINGS[name].colour, SCALINGS[name].dash)
        for name in names
    ]


def ratios(
    found: Sequence[Extended],
    inv_freq: np.ndarray,
    factor: float,
    words: ExtensionWords | None = None,
) -> Chart:
    """Each pair's new frequency over the trained one, a line a rule, and where its ramp begins and ends."""
    words = words or ExtensionWords()
    last = len(inv_freq) - 1
    rows = pd.concat([_pairs(one, inv_freq, words) for one in found], ignore_index=True)
    ends = [(words.label(one.name), end) for one in found for end in one.bounds or () if 0 <= end <= last]
    datasets = {
        "pairs": rows,
        "bounds": pd.DataFrame(ends, columns=["series", "pair"]).astype({"pair": "float64"}),
        "divided": pd.DataFrame({"ratio": [1 / factor], "text": [f"1/{factor:g}: {words.divided}"]}),
    }
    spec = _ratios_spec(tuple(looks([one.name for one in found], words)), words)
    return Chart(json.loads(spec), rows, datasets)


def _pairs(one: Extended, inv_freq: np.ndarray, words: ExtensionWords) -> pd.DataFrame:
    made = {"series": words.label(one.name), "pair": np.arange(len(inv_freq)), "ratio": one.ratio}
    return pd.DataFrame(made | {"before": wavelengths(inv_freq), "after": wavelengths(one.inv_freq)})


@cache  # as text, which nobody can change; building it takes longer than a frame of a drag
def _ratios_spec(looks: tuple[Series, ...], words: ExtensionWords) -> str:
    """The Vega-Lite spec over the named data pairs, bounds and divided; the x axis holds the pairs that there are."""
    series = list(looks)
    keep = muting(series)
    powers = [2.0**-power for power in range(7)]
    fraction = "datum.value == 1 ? '1' : '1/' + format(1 / datum.value, 'd')"
    axis = alt.Axis(values=powers, labelExpr=fraction, labelOverlap=True)
    scale = alt.Scale(type="log", domain=[LEAST, 1.12], nice=False)
    y = alt.Y("ratio:Q", title=words.ratio, scale=scale, axis=axis)
    x = alt.X("pair:Q", title=words.pair, scale=alt.Scale(nice=False), axis=alt.Axis(format="d", tickMinStep=1))
    hue = colour(series, words.rule)
    told = [
        alt.Tooltip("series:N", title=words.rule),
        alt.Tooltip("pair:Q", title=words.pair),
        alt.Tooltip("ratio:Q", title=words.ratio, format=".4f"),
        alt.Tooltip("before:Q", title=words.before, format=",.1f"),
        alt.Tooltip("after:Q", title=words.after, format=",.1f"),
    ]
    pairs = alt.Chart(alt.NamedData("pairs")).encode(x=x, y=y, color=hue, opacity=shown(keep))
    divided = alt.Chart(alt.NamedData("divided")).encode(y=y)
    bounds = alt.Chart(alt.NamedData("bounds")).mark_rule(strokeDash=[2, 3], strokeOpacity=0.7, tooltip=None)
    layers = [
        divided.mark_rule(color=_GREY, tooltip=None),
        divided.mark_text(color=_GREY, align="left", baseline="top", dx=6, dy=4, tooltip=None).encode(
            x=alt.value(0), text="text:N"
        ),
        bounds.encode(x=x, color=hue, opacity=shown(keep)),
        pairs.mark_line(strokeWidth=2.5, clip=True, tooltip=None).encode(strokeDash=dash(series, words.rule)),
        pairs.mark_circle(size=60, fillOpacity=0, clip=True).encode(tooltip=told),
    ]
    return alt.layer(*layers).add_params(keep).properties(height=HEIGHT, autosize=FIT).to_json(indent=None)


def rule_map(one: Extended, words: ExtensionWords | None = None) -> Chart:
    """The map of one rule: pairs down, positions across, each cell inside training, at an angle seen, or never seen."""
    words = words or ExtensionWords()
    table = pd.DataFrame(
        {
            "series": words.label(one.name),
            "pair": np.arange(len(one.seen)),
            "share": (one.seen == UNSEEN).mean(axis=1),
        }
    )
    return Chart(json.loads(_map_spec(words)), table, {"cells": _stretches(one, words)})


def rule_maps(found: Sequence[Extended], each: Sequence[Chart], words: ExtensionWords | None = None) -> Chart:
    """The maps of several rules, as rule_map gives each, in one picture: a file to take away."""
    words = words or ExtensionWords()
    pictures = []
    for one, chart in zip(found, each, strict=True):
        spec = {key: value for key, value in chart.spec.items() if key not in ("$schema", "config", "autosize")}
        title = {"text": words.label(one.name), "subtitle": f"{words.share}: {one.unseen:.1%}"}
        pictures.append(spec | {"data": {"name": f"cells_{one.name}"}, "title": title, "width": MAP_HEIGHT})
    spec = {key: each[0].spec[key] for key in ("$schema", "config") if key in each[0].spec}
    spec |= {"concat": pictures, "columns": 4, "width": MAP_HEIGHT}
    datasets = {f"cells_{one.name}": chart.datasets["cells"] for one, chart in zip(found, each, strict=True)}
    return Chart(spec, pd.concat([chart.table for chart in each], ignore_index=True), datasets)


def _stretches(one: Extended, words: ExtensionWords) -> pd.DataFrame:
    """A row for each stretch of equal cells of a pair: its ends as shares of the target, and as positions."""
    edges = shares(one)
    step = (one.positions[-1] + 1) / (len(one.positions) - 0.5) if len(one.positions) > 1 else 1.0
    last = len(one.seen) - 1
    rows = [
        (
            pair,
            pair + 1 + (_OVERLAP if pair < last else 0),
            edges[start],
            edges[end],
            state,
            f"{round(start * step):,}–{round(end * step):,}",
        )
        for pair, row in enumerate(one.seen)
        for state, start, end in runs_of(row)
    ]
    frame = pd.DataFrame(rows, columns=["pair", "below", "x", "x2", "state", "positions"])
    return frame.assign(state=frame["state"].map(words.states))


@cache
def _map_spec(words: ExtensionWords) -> str:
    """The Vega-Lite spec over the named data cells."""
    names = words.states
    scale = alt.Scale(domain=list(names.values()), range=[STATES[state] for state in names])
    legend = alt.Legend(title=None, orient="bottom", columns=1, labelLimit=240, symbolType="square")
    cells = alt.Chart(alt.NamedData("cells")).mark_rect(clip=True)
    drawn = cells.encode(
        x=alt.X("x:Q", title=words.position, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=4)),
        x2="x2:Q",
        y=alt.Y(
            "pair:Q",
            title=words.pair,
            scale=alt.Scale(nice=False, reverse=True),
            axis=alt.Axis(format="d", tickMinStep=1, grid=False),
        ),
        y2="below:Q",
        color=alt.Color("state:N", scale=scale, sort=None, legend=legend),
        tooltip=[
            alt.Tooltip("pair:Q", title=words.pair),
            alt.Tooltip("positions:N", title=words.positions),
            alt.Tooltip("state:N", title=words.state),
        ],
    )
    return drawn.properties(height=MAP_HEIGHT, autosize=FIT).to_json(indent=None)
