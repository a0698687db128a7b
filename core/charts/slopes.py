"""Two series seed by seed: a line from one to the other for every seed, and their mean, in Vega-Lite."""

from dataclasses import dataclass
from typing import Any

import altair as alt
import pandas as pd

from core.charts.chart import Chart, layered
from core.charts.scales import linear_domain
from core.results.digits import number

HEIGHT = 380  # px
MOST_LABELLED = 12  # seeds; with more their names would lie on each other
FALLS, RISES = "#0072B2", "#D55E00"  # Okabe and Ito's blue and vermilion; told apart by the dash too
_LEAST_APART = 0.045  # of the axis, between two names


@dataclass(frozen=True)
class SlopeWords:
    """What the picture says; a page passes its translation. `falls`, `rises` and `mean` stand in the legend."""

    y: str = "validation loss (nats/token)"
    seed: str = "seed {seed}"
    falls: str = "lower"
    rises: str = "higher"
    mean: str = "mean"
    lines: str = "from left to right"
    difference: str = "difference"


def slopes(pairs: pd.DataFrame, left: str, right: str, words: SlopeWords | None = None) -> Chart:
    """A line for every seed that both sides have, and a thick one between the two means over those seeds.

    `pairs` is what core.results.pairs.seed_by_seed gives; `left` and `right` name its columns one and other. Raises
    ValueError where no seed has both.
    """
    words = words or SlopeWords()
    both = pairs.dropna(subset=["one", "other"])
    if both.empty:
        raise ValueError("nothing to draw: the two series share no seed")
    falls = both["difference"] < 0
    way = falls.map({True: words.falls, False: words.rises})
    named = [words.seed.format(seed=seed) for seed in both["seed"]]
    told = [_signed(value) for value in both["difference"]]
    lines = pd.concat(
        pd.DataFrame({"seed": named, "way": way.to_numpy(), "side": side, "value": both[name].to_numpy(), "told": told})
        for side, name in ((left, "one"), (right, "other"))
    )
    ends = [float(both[name].mean()) for name in ("one", "other")]
    means = pd.DataFrame({"way": words.mean, "side": [left, right], "value": ends, "told": _signed(ends[1] - ends[0])})
    domain = linear_domain(both["one"], both["other"])
    labels = pd.DataFrame({"seed": named, "side": right, "value": both["other"].to_numpy()})
    labels = _apart(labels.iloc[: len(labels) if len(labels) <= MOST_LABELLED else 0], domain)
    datasets = {"lines": lines.reset_index(drop=True), "means": means, "labels": labels}
    table = pairs.rename(columns={"one": left, "other": right})
    return Chart(_spec([left, right], domain, words), table, datasets)


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else ''}{number(value, 4)}"


def _apart(labels: pd.DataFrame, domain: list[float]) -> pd.DataFrame:
    """The labels with a place on the axis each, from below, that leaves them readable."""
    room = (domain[1] - domain[0]) * _LEAST_APART
    placed = labels.sort_values("value", kind="stable")
    at: list[float] = []
    for value in placed["value"]:
        at.append(max(value, at[-1] + room) if at else value)
    beyond = max(0.0, at[-1] + room / 2 - domain[1]) if at else 0.0
    return placed.assign(at=pd.Series(at, placed.index, dtype="float64") - beyond).reset_index(drop=True)


def _spec(sides: list[str], domain: list[float], words: SlopeWords) -> dict[str, Any]:
    """The Vega-Lite spec over the named data lines, means and labels."""
    axis = alt.Axis(title=None, labelAngle=0, labelFontSize=14, labelLimit=260, orient="top", domain=False, ticks=False)
    x = alt.X("side:N", sort=sides, scale=alt.Scale(domain=sides, type="point", padding=0.35), axis=axis)
    scale = alt.Scale(domain=domain, nice=False, zero=False)

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", title=words.y, scale=scale, axis=alt.Axis(tickCount=6))

    ways = [words.falls, words.rises, words.mean]
    legend = alt.Legend(
        title=words.lines, orient="bottom", symbolType="stroke", symbolStrokeWidth=3, symbolSize=500, labelFontSize=12
    )
    hue = alt.Color("way:N", scale=alt.Scale(domain=ways, range=[FALLS, RISES, "#808080"]), legend=legend)
    dash = alt.StrokeDash("way:N", scale=alt.Scale(domain=ways, range=[[1, 0], [7, 4], [1, 0]]), legend=legend)
    told = [
        alt.Tooltip("seed:N", title=" "),
        alt.Tooltip("side:N", title="  "),
        alt.Tooltip("value:Q", title=words.y, format=".4f"),
        alt.Tooltip("told:N", title=words.difference),
    ]
    lines, means = (alt.Chart(alt.NamedData(name)).encode(x=x, color=hue) for name in ("lines", "means"))
    layers = [
        means.mark_line(strokeWidth=7, opacity=0.4).encode(y=y("value"), strokeDash=dash, tooltip=told[1:]),
        means.mark_point(shape="diamond", filled=False, size=120, strokeWidth=6, opacity=1)
        .encode(y=y("value"), tooltip=told[1:]),
        lines.mark_line(strokeWidth=2).encode(y=y("value"), strokeDash=dash, detail="seed:N", tooltip=told),
        lines.mark_point(filled=False, size=25, strokeWidth=6, opacity=1).encode(y=y("value"), tooltip=told),
        alt.Chart(alt.NamedData("labels")).mark_text(align="left", dx=12, fontSize=12, color="#808080")
        .encode(x=x, y=y("at"), text="seed:N"),
    ]  # fmt: skip
    return layered(layers, height=HEIGHT)
