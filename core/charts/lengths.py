"""Loss by length: how far each encoding carries beyond the length that it was trained at, in Vega-Lite."""

from dataclasses import dataclass, field
from typing import Any

import altair as alt
import pandas as pd

from core.charts import length_data
from core.charts.chart import Chart, layered
from core.charts.legend import colour, dash, muting, shown
from core.charts.scales import linear_domain, log2_ticks
from core.charts.series import Series, SeriesWords, looks, relabelled

_GREY = "#8a8a8a"
_LINE = 14  # px between two lines of text above the plot


@dataclass(frozen=True)
class LengthWords:
    """What the charts by length say; a page passes its translation."""

    x: str = "evaluation length (tokens)"
    position: str = "position in the text (means of 16 positions)"
    y: str = "loss (nats/token)"
    train_length: str = "training length"
    table_ends: str = "table ends"
    not_finite: str = "not finite"
    seed: str = "seed"
    value: str = "value"
    encoding: str = "position encoding"
    series: SeriesWords = field(default_factory=SeriesWords)


def lengths(
    values: pd.DataFrame,
    train_length: int,
    metric: str = "tail_loss",
    ratio: bool = False,
    dots: bool = False,
    words: LengthWords | None = None,
    y_domain: list[float] | None = None,
) -> Chart:
    """Mean ± std of the final loss, or of a task's accuracy, by evaluation length, from the values of a Store.

    x is logarithmic to base 2. With `ratio` each run's loss is divided by its own at the training length first. A
    learned table ends where it ends, with a mark; what its untrained rows give is a series of its own. A `y_domain`
    that is given cuts off what a standard deviation has beyond it.
    """
    words = words or LengthWords()
    chosen = length_data.final(values, metric, train_length if ratio else None)
    table = length_data.means(chosen)
    if not table["n"].any():
        raise ValueError(f"nothing to draw: no finished run has {metric} at an evaluation length")
    made = looks(table.sort_values("eval_length"), words.series)
    seeds = chosen[chosen["used"]].rename(columns={"eval_length": "x"})
    y_domain = y_domain or linear_domain(seeds["value"], table["lo"], table["hi"], [1.0] if ratio else [])
    x_values = log2_ticks([*table["eval_length"], train_length])
    scale = alt.Scale(type="log", base=2, domain=[x_values[0] / 1.08, x_values[-1] * 1.12], nice=False)
    x = alt.X("x:Q", title=words.x, scale=scale, axis=alt.Axis(values=x_values, format="d", labelOverlap=True))
    series = list(made.values())
    datasets = {
        "means": relabelled(table.rename(columns={"eval_length": "x"}), made),
        "train_length": _train_length(train_length, words),
        "table_ends": _table_ends(table, made, words),
    }
    if dots:
        datasets["seeds"] = relabelled(seeds, made)[["series", "seed", "x", "value"]]
    above = 1 + len(datasets["table_ends"])
    spec = _spec(series, words, x, y_domain, above=above, dots=dots, bars=True, unit=ratio)
    columns = ["series", "eval_length", "mean", "std", "n", "asked", "nonfinite"]
    return Chart(spec, relabelled(table, made)[columns], {key: _plain(frame) for key, frame in datasets.items()})


def by_position(
    rows: pd.DataFrame, train_length: int, runs: pd.DataFrame | None = None, words: LengthWords | None = None
) -> Chart:
    """Mean ± std of the loss at each position of the longest text, in means of 16 positions, from a Store's rows."""
    words = words or LengthWords()
    table = length_data.positions(rows, runs)
    if table.empty:
        raise ValueError("nothing to draw: these runs have no loss by position")
    made = looks(table, words.series)
    y_domain = linear_domain(table["lo"], table["hi"], table["mean"])
    scale = alt.Scale(domain=[0, float(table["x"].max()) + length_data.BUCKET / 2], nice=False)
    x = alt.X("x:Q", title=words.position, scale=scale, axis=alt.Axis(format="d"))
    datasets = {
        "means": relabelled(table, made),
        "train_length": _train_length(train_length, words),
        "table_ends": _table_ends(table, made, words),
    }
    above = 1 + len(datasets["table_ends"])
    spec = _spec(list(made.values()), words, x, y_domain, above=above, dots=False, bars=False, unit=False)
    columns = ["series", "position", "mean", "std", "n", "asked", "nonfinite"]
    return Chart(spec, relabelled(table, made)[columns], {key: _plain(frame) for key, frame in datasets.items()})


def _train_length(train_length: int, words: LengthWords) -> pd.DataFrame:
    """The one row behind the labelled rule."""
    return pd.DataFrame({"x": [train_length], "text": [f"{words.train_length} {train_length}"]})


def _table_ends(table: pd.DataFrame, made: dict[str, Series], words: LengthWords) -> pd.DataFrame:
    """The last points of learned tables, with what is said there."""
    ends = length_data.table_ends(table)
    text = [f"{made[str(name)].title}: {words.table_ends}" for name in ends["series"]]
    return relabelled(ends, made).assign(text=text, row=[-_LINE * (line + 1) - 5.0 for line in range(len(ends))])


def _plain(frame: pd.DataFrame) -> pd.DataFrame:
    """The columns that the spec reads, with plain numbers: an Int64 with a gap is an object on its way to Arrow."""
    wanted = ["series", "seed", "x", "value", "mean", "lo", "hi", "told", "text", "row"]
    kept = frame[[column for column in wanted if column in frame]]
    floats = {column: "float64" for column in ("x", "value", "mean", "lo", "hi", "row") if column in kept}
    return kept.astype(floats).reset_index(drop=True)


def _spec(
    series: list[Series],
    words: LengthWords,
    x: alt.X,
    y_domain: list[float],
    *,
    above: int,
    dots: bool,
    bars: bool,
    unit: bool,
) -> dict[str, Any]:
    """The Vega-Lite spec over the named data means, train_length, table_ends and, with `dots`, seeds.

    `above` lines of text are written over the plot, below the legend.
    """
    keep = muting(series)
    y_scale = alt.Scale(domain=y_domain, nice=False, zero=False)

    def y(field_name: str) -> alt.Y:
        return alt.Y(f"{field_name}:Q", title=words.y, scale=y_scale, axis=alt.Axis(tickCount=7))

    told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("x:Q", title=words.x, format=","),
        alt.Tooltip("told:N", title=words.y),
    ]
    hue, dashes = (channel(series, words.encoding, _LINE * above) for channel in (colour, dash))
    means = alt.Chart(alt.NamedData("means")).encode(x=x, color=hue)
    spread = means.mark_rule(strokeWidth=1.5, clip=True) if bars else means.mark_area(fillOpacity=0.15, tooltip=None)
    line = means.mark_line(strokeWidth=2, tooltip=None).encode(y=y("mean"), strokeDash=dashes)
    # By position there are too many to be seen, but each can be pointed at.
    point = means.mark_circle(size=55, fillOpacity=1 if bars else 0).encode(y=y("mean"), tooltip=told)
    layers = [
        *_marked_length(x),
        spread.encode(y=y("lo"), y2="hi:Q", opacity=shown(keep)),
        line.encode(opacity=shown(keep)),
        point.encode(opacity=shown(keep)),
        *_ends(x, y("mean"), hue, keep),
    ]
    if dots:
        layers.append(_seeds(x, y("value"), hue, keep, words))
    if unit:
        one = alt.datum(1.0, type="quantitative", scale=y_scale)
        layers.insert(0, alt.Chart(alt.NamedData("train_length")).mark_rule(color=_GREY).encode(y=one))
    return layered(layers, keep)


def _marked_length(x: alt.X) -> list[alt.Chart]:
    """The rule at the training length, and its label."""
    base = alt.Chart(alt.NamedData("train_length")).encode(x=x)
    rule = base.mark_rule(color=_GREY, strokeDash=[4, 4], tooltip=None)
    text = base.mark_text(color=_GREY, align="left", baseline="bottom", dx=-2, tooltip=None)
    return [rule, text.encode(y=alt.YValue(-5), text="text:N")]


def _ends(x: alt.X, y: alt.Y, hue: alt.Color, keep: alt.Parameter) -> list[alt.Chart]:
    """A square where a learned table has no more rows, and the words for it above the plot, where no line passes."""
    base = alt.Chart(alt.NamedData("table_ends")).encode(x=x, color=hue, opacity=shown(keep))
    text = base.mark_text(align="left", baseline="bottom", dx=-2, fontWeight="bold", tooltip=None)
    square = base.mark_point(shape="square", size=170, strokeWidth=2, filled=False, tooltip=None)
    return [square.encode(y=y), text.encode(y=alt.Y("row:Q", scale=None), text="text:N")]


def _seeds(x: alt.X, y: alt.Y, hue: alt.Color, keep: alt.Parameter, words: LengthWords) -> alt.Chart:
    """A ring for every seed."""
    rings = alt.Chart(alt.NamedData("seeds")).mark_point(size=22, strokeWidth=1.2, filled=False)
    told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("seed:N", title=words.seed),
        alt.Tooltip("value:Q", title=words.value, format=".4f"),
    ]
    return rings.encode(x=x, y=y, color=hue, tooltip=told, opacity=shown(keep))
