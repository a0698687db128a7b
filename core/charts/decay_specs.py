"""The Vega-Lite specs of decay by distance, its bound and the least base; they stay the same while a slider moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt

from core.charts import decay_data
from core.charts.chart import HEIGHT, layered
from core.charts.legend import colour, dash, muting, shown
from core.charts.series import Series
from core.positions.encodings import ENCODINGS

GREY = "#8a8a8a"
MOST_PAIRS = 128  # of a head; no bound and no sum is larger
LIVE = "live"  # the base under the slider, whose value changes while its name stays
# Bases in use, beside the one that is dragged: the original, Llama 3, Qwen3 and Qwen3.5.
PRESETS: dict[str, tuple[str, tuple[int, ...]]] = {
    "10000": ("#D55E00", (6, 3)),
    "500000": ("#00936B", (2, 3)),
    "1000000": ("#A87B00", (10, 3, 2, 3)),
    "10000000": ("#C0569B", (12, 4)),
}
FIRST = tuple(name for name in PRESETS if name != "1000000")  # the slider starts there, and one line is enough


@dataclass(frozen=True)
class DecayWords:
    """What these charts say; a page passes its translation."""

    x: str = "distance (tokens)"
    y: str = "mean cosine (1 = as at distance 0)"
    bound: str = "mean size of the partial sums"
    base: str = "base (rope_theta)"
    least: str = "least cosine sum (pairs)"
    live: str = "the dragged base"
    feasible: str = "never negative"
    infeasible: str = "negative somewhere"
    span: str = "least sums of neighbouring bases"
    negative: str = "first below zero"
    context: str = "context"
    marks: dict[str, str] = field(default_factory=lambda: {name: name for name in decay_data.MARKS.values()})


def looks(presets: Sequence[str], words: DecayWords) -> dict[str, Series]:
    """How the base under the slider and the chosen presets are drawn, in the order of the legend, by name."""
    made = {LIVE: Series("rope", words.live, words.live, ENCODINGS["rope"].colour, ())}
    for name, (hue, pattern) in PRESETS.items():
        if name in presets:
            label = f"{int(name):,}"
            made[name] = Series("rope", label, label, hue, pattern)
    return made


def decay_spec(series: Sequence[Series], words: DecayWords, floor: float, log: bool) -> dict[str, Any]:
    """The spec over the named data rows, marks, context, negatives and hover; the y axis runs from `floor` to 1."""
    keep = muting(list(series))
    x = _distance(words, log)
    y_scale = alt.Scale(domain=[floor, 1.0], nice=False, zero=False)

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", title=words.y, scale=y_scale, axis=alt.Axis(tickCount=7, format=".1f"))

    rows = alt.Chart(alt.NamedData("rows")).encode(x=x, color=colour(list(series), words.base), opacity=shown(keep))
    zero = alt.Chart(alt.NamedData("context")).mark_rule(color=GREY, strokeWidth=1.5, tooltip=None, aria=False)
    dots = alt.Chart(alt.NamedData("negatives")).mark_point(shape="triangle-down", size=110, filled=True)
    told = [
        alt.Tooltip("series:N", title=words.base),
        alt.Tooltip("x:Q", title=words.negative, format=","),
    ]
    layers = [
        _beyond(x),
        zero.encode(y=alt.datum(0.0, type="quantitative", scale=y_scale)),
        *_marked(x),
        rows.mark_area(tooltip=None, fillOpacity=0.2).encode(y=y("low"), y2="high:Q"),
        rows.mark_line(tooltip=None, strokeWidth=2).encode(y=y("mean"), strokeDash=dash(list(series), words.base)),
        dots.encode(x=x, y=y("zero"), color=colour(list(series), words.base), opacity=shown(keep), tooltip=told),
        *_context(x),
        _read_out(x, words, [one.title for one in series]),
    ]
    return _layered(layers, keep)


def bound_spec(series: Sequence[Series], words: DecayWords) -> dict[str, Any]:
    """The spec of RoFormer's bound over the named data rows and context; no base falls below 0.5."""
    keep = muting(list(series))
    x = _distance(words, log=True)
    scale = alt.Scale(type="log", domain=[0.5, MOST_PAIRS], nice=False, clamp=True)
    y = alt.Y(
        "value:Q", title=words.bound, scale=scale, axis=alt.Axis(values=[0.5, 1, 2, 5, 10, 20, 50, 100], format="~g")
    )
    lines = alt.Chart(alt.NamedData("rows")).mark_line(strokeWidth=1.6, tooltip=None)
    hue = colour(list(series), words.base)
    drawn = lines.encode(x=x, y=y, color=hue, strokeDash=dash(list(series), words.base), opacity=shown(keep))
    return _layered([_beyond(x), drawn, *_context(x)], keep)


def base_spec(words: DecayWords) -> dict[str, Any]:
    """The spec of the least cosine sum by base over the named data spans, sides, chosen and named."""
    x = alt.X(
        "x:Q",
        title=words.base,
        scale=alt.Scale(type="log", domain=[10, 1e10], nice=False),
        axis=alt.Axis(format="~e", values=[10.0**power for power in range(1, 11)]),
    )
    scale = alt.Scale(type="symlog", constant=1, domain=[-MOST_PAIRS, MOST_PAIRS], nice=False)
    axis = alt.Axis(values=[-100, -30, -10, -3, -1, 0, 1, 3, 10, 30, 100], format="d", labelOverlap="greedy")

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", title=words.least, scale=scale, axis=axis)

    hue = ENCODINGS["rope"].colour
    sides = alt.Chart(alt.NamedData("sides"))
    shade = sides.mark_rect(color=ENCODINGS["alibi"].colour, fillOpacity=0.12, tooltip=None)
    said = sides.mark_text(color=GREY, align="left", dx=6, fontSize=12, tooltip=None)
    told = [
        alt.Tooltip("base:Q", title=words.base, format=",.0f"),
        alt.Tooltip("told:N", title=words.span),
    ]
    spans = alt.Chart(alt.NamedData("spans")).encode(x=x)
    chosen = alt.Chart(alt.NamedData("chosen")).encode(x=x)
    zero = alt.Chart(alt.NamedData("chosen")).mark_rule(color=GREY, strokeWidth=1.5, tooltip=None, aria=False)
    layers = [
        shade.transform_filter("datum.y < 0").encode(y=y("y"), y2="y2:Q"),
        said.encode(x=alt.value(0), y=y("at"), text="text:N"),
        zero.encode(y=alt.datum(0.0, type="quantitative", scale=scale)),
        spans.mark_area(color=hue, fillOpacity=0.35, line={"color": hue, "strokeWidth": 1}, tooltip=None).encode(
            y=y("high"), y2="low:Q"
        ),
        spans.mark_line(color=hue, strokeWidth=1.5, tooltip=None).encode(y=y("low")),
        spans.mark_bar(color=hue, fillOpacity=0, width=5, tooltip=True).encode(
            y=alt.value(0), y2=alt.value(HEIGHT), tooltip=told
        ),
        *_named(x),
        chosen.mark_rule(color=hue, strokeWidth=1.5, tooltip=None),
        chosen.mark_point(color=hue, size=120, filled=True, tooltip=None).encode(y=y("sum")),
    ]
    return layered(layers)


def _distance(words: DecayWords, log: bool) -> alt.X:
    """The axis of distances: from 1 to REACH, or on a linear one as far as the data go."""
    if not log:
        return alt.X("x:Q", title=words.x, scale=alt.Scale(nice=False, zero=False), axis=alt.Axis(format="~s"))
    scale = alt.Scale(type="log", domain=[1, decay_data.REACH], nice=False)
    ticks = [10**power for power in range(7)]
    return alt.X("x:Q", title=words.x, scale=scale, axis=alt.Axis(values=ticks, format=",d"))


def _beyond(x: alt.X) -> alt.Chart:
    """The distances that lie beyond the context, shaded."""
    beyond = alt.Chart(alt.NamedData("context")).mark_rect(color=GREY, fillOpacity=0.12, tooltip=None)
    return beyond.encode(x=x, x2="end:Q", y=alt.value(0), y2=alt.value(HEIGHT))


def _context(x: alt.X) -> list[alt.Chart]:
    """The rule where the context ends, and its label at the top."""
    base = alt.Chart(alt.NamedData("context")).encode(x=x)
    text = base.mark_text(color=GREY, align="right", baseline="top", dx=-5, tooltip=None)
    rule = base.mark_rule(color=GREY, strokeWidth=1.5, tooltip=None)
    return [rule, text.encode(y=alt.value(4), text="text:N")]


def _marked(x: alt.X) -> list[alt.Chart]:
    """A rule at each real distance, and along it what it is."""
    base = alt.Chart(alt.NamedData("marks")).encode(x=x)
    rule = base.mark_rule(color=GREY, strokeDash=[2, 4], tooltip=None)
    text = base.mark_text(color=GREY, angle=270, align="left", baseline="top", dx=4, dy=3, tooltip=None)
    return [rule, text.encode(y=alt.value(HEIGHT), text="text:N")]


def _named(x: alt.X) -> list[alt.Chart]:
    """A rule at each base that has a name, and its label, each in a line of its own."""
    base = alt.Chart(alt.NamedData("named")).encode(x=x)
    rule = base.mark_rule(color=GREY, strokeDash=[5, 3], tooltip=None)
    text = base.mark_text(color=GREY, align="right", baseline="top", dx=-5, tooltip=None).encode(text="text:N")
    lines = [text.transform_filter(f"datum.line === {line}").encode(y=alt.value(4 + 16 * line)) for line in (0, 1)]
    return [rule, *lines]


def _read_out(x: alt.X, words: DecayWords, titles: list[str]) -> alt.Chart:
    """A rule under the pointer with what every base has there."""
    hover = alt.selection_point(
        name="hover", on="pointermove", nearest=True, encodings=["x"], empty=False, clear="pointerout"
    )
    told = [alt.Tooltip("distance:N", title=words.x)]
    told += [alt.Tooltip(f"r{at}:N", title=title) for at, title in enumerate(titles)]
    opacity = alt.when(hover).then(alt.value(0.7)).otherwise(alt.value(0))
    rule = alt.Chart(alt.NamedData("hover")).mark_rule(color=GREY)
    return rule.encode(x=x, opacity=opacity, tooltip=told).add_params(hover)


def _layered(layers: list[alt.Chart], keep: alt.Parameter) -> dict[str, Any]:
    return layered(layers, keep)
