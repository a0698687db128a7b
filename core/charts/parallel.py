"""Settings against a metric as parallel axes: a line a run, in Vega-Lite."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.charts.chart import Chart, layered
from core.charts.scales import log_ticks
from core.charts.series import Series, SeriesWords, colour_scale, dash_scale, looks
from core.results.digits import number
from core.results.points import Measured, categories, wants_log

HEIGHT = 400  # px
MOST_LINES = 300
MOST_LABELS = 14  # of one axis
NOT_FINITE = 1.1  # above the axis
_FAINT = 0.07
_STROKE = {"symbolType": "stroke", "symbolSize": 500, "symbolStrokeWidth": 2.5}


@dataclass(frozen=True)
class ParallelWords:
    """What the picture says; a page passes its translation."""

    run: str = "run"
    axis: str = "axis"
    value: str = "value"
    encoding: str = "position encoding"
    not_finite: str = "not finite"
    legend: SeriesWords = field(default_factory=lambda: SeriesWords(n="{n} runs", n_of="{n} of {asked} runs"))


@dataclass(frozen=True, kw_only=True)
class Axis:
    """One upright axis: its title, and the quantity of every run."""

    title: str
    measured: Measured
    labels: dict[str, str] = field(default_factory=dict)  # of words, by what they are in the record


@dataclass(frozen=True)
class Parallel:
    """The picture, and how many runs are in it and how many are not."""

    chart: Chart
    lines: int
    left_out: int


def parallel(
    runs: pd.DataFrame,
    axes: Sequence[Axis],
    lit: pd.Series | None = None,
    words: ParallelWords | None = None,
    by_metric: bool = False,
) -> Parallel:
    """A line for each run over all axes, the last of which is a metric; `lit` says which lines are not faint.

    Of more than MOST_LINES runs those are drawn that stand evenly in the order of the metric, lowest and highest among
    them. Lines have the colour and dash of their encoding or, `by_metric`, a colour for the metric. Raises ValueError
    where there is no run or fewer than two axes.
    """
    words = words or ParallelWords()
    if runs.empty or len(axes) < 2:
        raise ValueError("nothing to draw: parallel axes need a run and two axes")
    chosen = _spread(axes[-1].measured.values)
    shown = runs.loc[chosen]
    counts = shown.groupby("encoding", sort=False).size().rename("n").reset_index()
    made = looks(counts.assign(series=counts["encoding"], asked=counts["n"], split="val"), words.legend)
    lit = pd.Series(True, runs.index) if lit is None else lit
    places = [(axis, *_places(axis, chosen, words)) for axis in axes]
    metric = axes[-1].measured.values.loc[chosen].astype("float64")
    same = {
        "run": shown["run_id"].astype(str).to_numpy(),
        "line": np.arange(len(shown)),
        "encoding": [made[str(name)].label for name in shown["encoding"]],
        "lit": lit.loc[chosen].to_numpy(bool),
        "metric": metric.where(np.isfinite(metric)).to_numpy(),
    }
    rows = [pd.DataFrame({**same, **_crossing(axis, place)}) for axis, place, _ in places]
    ticks = [marks.assign(axis=axis.title) for axis, _, marks in places]
    titles = [axis.title for axis in axes]
    order = {"lines": pd.concat(rows, ignore_index=True), "ticks": pd.concat(ticks, ignore_index=True)}
    cells = {axis.title: axis.measured.values.loc[chosen].to_numpy() for axis in axes}
    table = pd.DataFrame({"run": shown["run_id"].astype(str).to_numpy(), **cells})
    chart = Chart(_spec(titles, list(made.values()), words, by_metric), table, order)
    return Parallel(chart, len(shown), len(runs) - len(shown))


def _crossing(axis: Axis, place: pd.Series) -> dict[str, Any]:
    """Where the runs cross one axis, and what is told there."""
    told = [_told(value, axis) for value in axis.measured.values.loc[place.index]]
    return {"axis": axis.title, "place": place.to_numpy(np.float64), "told": told}


def _spread(metric: pd.Series) -> pd.Index:
    """The runs that are drawn: all, or MOST_LINES evenly over the order of the metric, with both ends."""
    order = metric.astype("float64").sort_values(kind="stable", na_position="last").index
    if len(order) <= MOST_LINES:
        return metric.index
    return order[np.unique(np.linspace(0, len(order) - 1, MOST_LINES).round().astype(int))]


def _told(value: Any, axis: Axis) -> str:
    """The value of a run as text."""
    if axis.measured.is_number:
        return number(float(value)) if axis.measured.is_metric else f"{float(value):,.12g}"
    return axis.labels.get(str(value), str(value))


def _places(axis: Axis, chosen: pd.Index, words: ParallelWords) -> tuple[pd.Series, pd.DataFrame]:
    """Where each run crosses the axis, from 0 to 1, and the labels beside it; what is not finite stands above it."""
    values = axis.measured.values.loc[chosen]
    if not axis.measured.is_number:
        order = categories(values)
        at = {text: (place + 0.5) / len(order) for place, text in enumerate(order)}
        every = -(-len(order) // MOST_LABELS)
        marks = [(at[text], axis.labels.get(text, text)) for text in order[::every]]
        return values.astype(str).map(at), pd.DataFrame(marks, columns=["place", "label"])
    numbers = values.astype("float64")
    finite = numbers[np.isfinite(numbers)]
    log = wants_log(finite) and not axis.measured.is_metric
    low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
    marked = _round_values(finite, low, high, log)
    made = np.log if log else np.asarray
    span = float(made(high) - made(low)) or 1.0
    shift = 0.0 if high > low else 0.5

    def place(value: Any) -> Any:
        return shift + (made(value) - made(low)) / span

    places = pd.Series(np.where(np.isfinite(numbers), place(numbers.where(np.isfinite(numbers), high)), NOT_FINITE))
    ticks = pd.DataFrame({"place": [float(place(one)) for one in marked], "label": [f"{one:,.6g}" for one in marked]})
    if len(finite) < len(numbers):
        ticks.loc[len(ticks)] = [NOT_FINITE, words.not_finite]
    return places.set_axis(values.index), ticks


def _round_values(finite: pd.Series, low: float, high: float, log: bool) -> list[float]:
    """What is labelled: the values themselves where they are few, else round ones between the ends."""
    distinct = sorted(set(finite))
    if len(distinct) <= MOST_LABELS // 2:
        return distinct
    if log:
        return log_ticks([low, high])
    step = 10.0 ** np.floor(np.log10((high - low) / 4))
    step *= next(size for size in (1, 2, 5, 10) if (high - low) / (step * size) <= 6)
    return [float(f"{one * step:.12g}") for one in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1)]


def _spec(titles: list[str], series: list[Series], words: ParallelWords, by_metric: bool) -> dict[str, Any]:
    """The Vega-Lite spec over the named data lines and ticks."""
    limit = alt.ExprRef(f"max(40, width / {len(titles)} - 10)")
    axis = alt.Axis(
        title=None,
        orient="top",
        labelAngle=0,
        labelFontSize=12,
        labelLimit=limit,
        labelOverlap=False,
        grid=True,
        domain=False,
    )
    scale = alt.Scale(domain=titles, type="point", padding=0.35)
    x = alt.X("axis:N", sort=titles, scale=scale, axis=axis)
    y = alt.Y("place:Q", scale=alt.Scale(domain=[-0.04, 1.14], nice=False), axis=None)
    lines = alt.Chart(alt.NamedData("lines")).transform_calculate(strength=f"datum.lit ? 0.75 : {_FAINT}")
    strength = alt.Opacity("strength:Q", scale=None, legend=None)
    told = [
        alt.Tooltip("run:N", title=words.run),
        alt.Tooltip("axis:N", title=words.axis),
        alt.Tooltip("told:N", title=words.value),
    ]
    look = _by_metric(titles[-1]) if by_metric else _by_encoding(series, words)
    labels = alt.Chart(alt.NamedData("ticks")).encode(x=x, y=y, text="label:N")
    layers = [
        lines.mark_line(strokeWidth=1.8).encode(x=x, y=y, detail="line:N", opacity=strength, **look),
        lines.mark_point(filled=False, size=8, strokeWidth=4).encode(
            x=x, y=y, opacity=strength, tooltip=told, color=look["color"]
        ),
        labels.mark_text(align="right", dx=-7, fontSize=12, fontWeight=600, color="#7a7a7a"),
    ]
    return layered(layers, height=HEIGHT)


def _by_metric(title: str) -> dict[str, Any]:
    """The lines' channels where their colour tells the metric."""
    legend = alt.Legend(title=title, orient="bottom", titleLimit=400, gradientLength=220)
    return {"color": alt.Color("metric:Q", scale=alt.Scale(scheme="viridis"), legend=legend)}


def _by_encoding(series: list[Series], words: ParallelWords) -> dict[str, Any]:
    """The lines' channels where colour and dash tell the encoding."""
    columns = alt.ExprRef("max(1, floor(width / 250))")
    legend = alt.Legend(title=words.encoding, orient="bottom", columns=columns, labelLimit=240, **_STROKE)
    hue, dashes = alt.Scale(**colour_scale(series)), alt.Scale(**dash_scale(series))
    return {
        "color": alt.Color("encoding:N", sort=None, scale=hue, legend=legend),
        "strokeDash": alt.StrokeDash("encoding:N", sort=None, scale=dashes, legend=legend),
    }
