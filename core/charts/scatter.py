"""Every run as a point, a setting or a metric across and a metric up, with the means over seeds, in Vega-Lite."""

from dataclasses import dataclass, field
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.charts.against import SHAPES
from core.charts.chart import Chart, layered
from core.charts.scales import linear_domain, log_domain, log_ticks, positive
from core.charts.series import Series, SeriesWords, colour_scale, looks
from core.results.digits import mean_std, number
from core.results.points import Measured, categories, group_means

HEIGHT = 380  # px
MOST_POINTS = 2000  # a browser draws more than these too slowly; the means are of all runs whatever is drawn
_FLOATS = ["x", "x_lo", "x_hi", "mean", "lo", "hi"]
_EDGE = 10  # px from the upper edge to the crosses


@dataclass(frozen=True)
class ScatterWords:
    """What the picture says; a page passes its translation."""

    x: str = "validation loss (nats/token)"
    y: str = "rise of the loss at 2× (nats/token)"
    encoding: str = "position encoding"
    series: str = "series"
    run: str = "run"
    seed: str = "seed"
    status: str = "status"
    legend: SeriesWords = field(default_factory=lambda: SeriesWords(n="{n} runs", n_of="{n} of {asked} runs"))


@dataclass(frozen=True)
class Scatter:
    """The picture, and how many runs it could not place: without a finite y, without an x that its axis has."""

    chart: Chart
    without_y: int
    without_x: int
    not_drawn: int  # more points than a browser draws


def scatter(
    points: pd.DataFrame,
    x: Measured,
    words: ScatterWords | None = None,
    *,
    log_x: bool = False,
    log_y: bool = False,
    labels: dict[str, str] | None = None,
) -> Scatter:
    """Points of runs, diamonds of their means over seeds with a bar of one standard deviation where n is above 1.

    `points` are those of core.results.points; a run without a finite y is a cross at the upper edge. `labels` say the
    series, and encodings that stand across. Raises ValueError where nothing can be placed.
    """
    words = words or ScatterWords()
    placed = (
        points if x.is_number else points.assign(x=[(labels or {}).get(one, one) for one in points["x"].astype(str)])
    )
    points = placed
    if x.is_number:
        placed = placed.copy()
        placed["x"] = positive(placed["x"]) if log_x else placed["x"].where(np.isfinite(placed["x"].astype("float64")))
    finite = placed["y"].where(np.isfinite(placed["y"]))
    placed["y"] = positive(finite) if log_y else finite
    there = placed["x"].notna()
    drawn, odd = placed[there & placed["y"].notna()], placed[there & placed["y"].isna()]
    if drawn.empty:
        raise ValueError("nothing to draw: no run has both numbers on these axes")
    made = looks(_counted(points), words.legend)
    means = _means(points, x, log_x, log_y)
    datasets = {
        "points": _named(drawn.head(MOST_POINTS), made, labels)[["encoding", "series", "run_id", "seed", "x", "y"]],
        "means": _named(means, made, labels)[["encoding", "series", "told_x", "told_y", *_FLOATS]],
        "odd": _named(odd, made, labels)[["encoding", "series", "run_id", "seed", "status", "x"]],
    }
    axes = _axes(placed, means, x, words, (log_x, log_y))
    table = means[["series", "experiment", "x", "mean", "std", "n", "asked"]].reset_index(drop=True)
    chart = Chart(_spec(list(made.values()), axes, words, x), table, datasets)
    return Scatter(chart, int(placed["y"].isna().sum()), int((~there).sum()), max(0, len(drawn) - MOST_POINTS))


def _counted(points: pd.DataFrame) -> pd.DataFrame:
    """A row for each encoding, with how many of its runs enter a mean."""
    counts = points.groupby("encoding", sort=False)["used"].agg(n="sum", asked="size").reset_index()
    return counts.assign(series=counts["encoding"], split="val")


def _means(points: pd.DataFrame, x: Measured, log_x: bool, log_y: bool) -> pd.DataFrame:
    """The means over seeds that the axes have a place for, with the ends of their bars and their numbers as text."""
    means = group_means(points, x)
    means = means[means["n"] > 0]
    means = means.assign(lo=means["mean"] - means["std"], hi=means["mean"] + means["std"])
    if x.is_number:
        means = means.assign(x_lo=means["x"] - means["x_std"], x_hi=means["x"] + means["x_std"])
        means["told_x"] = [_told(*row) for row in zip(means["x"], means["x_std"], means["n"], strict=True)]
    else:
        means = means.assign(x=means["x"].astype(str), x_lo=np.nan, x_hi=np.nan, told_x=means["x"].astype(str))
    told = zip(means["mean"], means["std"], means["n"], means["count"], strict=True)
    means["told_y"] = [f"{mean_std(mean, std, int(n))} (n={count})" for mean, std, n, count in told]
    kept = means["x"].notna() if not (x.is_number and log_x) else means["x"] > 0
    return means[kept & ((means["mean"] > 0) | (not log_y))].reset_index(drop=True)


def _told(x: float, x_std: float, n: int) -> str:
    """A metric as mean ± std, a setting as it is."""
    return mean_std(x, x_std, n) if np.isfinite(x_std) else number(x)


def _named(frame: pd.DataFrame, made: dict[str, Series], labels: dict[str, str] | None) -> pd.DataFrame:
    """The frame with the legend's labels as encoding, and the series in words."""
    encodings = [made[str(name)].label for name in frame["encoding"]]
    series = [(labels or {}).get(str(name), str(name)) for name in frame["series"]]
    return frame.assign(encoding=encodings, series=series).reset_index(drop=True)


def _axes(
    placed: pd.DataFrame, means: pd.DataFrame, x: Measured, words: ScatterWords, log: tuple[bool, bool]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Title, scale and axis of both directions; both hold every run and the bars of every mean."""
    if x.is_number:
        across = _axis(words.x, log[0], placed["x"], means["x_lo"], means["x_hi"])
    else:
        order = categories(placed["x"])
        axis = alt.Axis(labelAngle=-35 if len(order) > 4 else 0, labelLimit=150, labelOverlap=False)
        across = {"title": words.x, "scale": alt.Scale(domain=order), "sort": order, "axis": axis}
    return across, _axis(words.y, log[1], placed["y"], means["lo"], means["hi"])


def _axis(title: str, log: bool, *columns: pd.Series) -> dict[str, Any]:
    """Title, scale and axis of one direction with numbers."""
    if not log:
        scale = alt.Scale(domain=linear_domain(*columns), nice=False, zero=False)
        return {"title": title, "scale": scale, "axis": alt.Axis(tickCount=6)}
    domain = log_domain(*columns)
    scale = alt.Scale(type="log", domain=domain, clamp=True)
    return {"title": title, "scale": scale, "axis": alt.Axis(values=log_ticks(domain))}


def _spec(
    series: list[Series], axes: tuple[dict[str, Any], dict[str, Any]], words: ScatterWords, x: Measured
) -> dict[str, Any]:
    """The Vega-Lite spec over the named data points, means and odd."""
    kind = "Q" if x.is_number else "N"

    def across(name: str) -> alt.X:
        return alt.X(f"{name}:{kind}", **axes[0])

    def up(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", **axes[1])

    labels, shapes = [one.label for one in series], [SHAPES[place % len(SHAPES)] for place in range(len(series))]
    columns = alt.ExprRef("max(1, floor(width / 210))")
    legend = alt.Legend(title=words.encoding, orient="top", columns=columns, symbolSize=110, labelLimit=240)
    hue = alt.Color("encoding:N", sort=None, scale=alt.Scale(**colour_scale(series)), legend=legend)
    shape = alt.Shape("encoding:N", sort=None, scale=alt.Scale(domain=labels, range=shapes), legend=legend)
    named = {"series": words.series, "run_id": words.run, "seed": words.seed}
    whose = [alt.Tooltip(f"{name}:N", title=title) for name, title in named.items()]
    x_told = alt.Tooltip(f"x:{kind}", title=words.x, **({"format": ",.5~g"} if x.is_number else {}))
    told = [*whose, x_told, alt.Tooltip("y:Q", title=words.y, format=".4f")]
    of_mean = [whose[0], alt.Tooltip("told_x:N", title=words.x), alt.Tooltip("told_y:N", title=words.y)]
    means = alt.Chart(alt.NamedData("means")).encode(color=hue)
    bar = means.mark_rule(clip=True, tooltip=None, strokeWidth=1.5)
    cross = alt.Chart(alt.NamedData("odd")).mark_point(shape="M-1,-1L1,1M1,-1L-1,1", size=50, strokeWidth=2)
    layers = [
        alt.Chart(alt.NamedData("points")).mark_point(size=34, filled=True, opacity=0.45)
        .encode(x=across("x"), y=up("y"), color=hue, shape=shape, tooltip=told),
        bar.encode(x=across("x"), y=up("lo"), y2="hi:Q"),
        means.mark_point(size=150, filled=True, opacity=1).encode(
            x=across("x"), y=up("mean"), shape=shape, tooltip=of_mean
        ),
        cross.encode(
            x=across("x"), y=alt.value(_EDGE), color=hue,
            tooltip=[*whose, alt.Tooltip("status:N", title=words.status)],
        ),
    ]  # fmt: skip
    if x.is_metric:
        layers.insert(2, bar.encode(x=across("x_lo"), x2="x_hi:Q", y=up("mean")))
    return layered(layers, height=HEIGHT)
