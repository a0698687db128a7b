"""The Vega-Lite spec of the curves: lines, what surrounds them, what no line can show, and the read-out."""

from dataclasses import dataclass, field
from typing import Any

import altair as alt

from core.charts.chart import layered
from core.charts.curve_data import CurveOptions
from core.charts.legend import colour, dash, muting, shown
from core.charts.scales import log_ticks
from core.charts.series import Series, SeriesWords


@dataclass(frozen=True)
class CurveWords:
    """What the chart says; a page passes its translation."""

    x: str = "training step"
    y: str = "validation loss (nats/token)"
    step: str = "training step"
    seed: str = "seed"
    value: str = "value"
    attempt: str = "replaced attempt"
    encoding: str = "position encoding"
    series: SeriesWords = field(default_factory=SeriesWords)


def curve_spec(
    series: list[Series], options: CurveOptions, words: CurveWords, domains: tuple[list, list], points: bool
) -> dict[str, Any]:
    """The Vega-Lite spec over the named data means, fewer, falls, lines, alone, replaced, odd and hover."""
    keep, (x_domain, y_domain) = muting(series), domains
    ticks = {"values": log_ticks(y_domain), "format": "~g"} if options.log_y else {"tickCount": 7}
    y_scale = alt.Scale(type="log" if options.log_y else "linear", domain=y_domain, nice=False, zero=False)
    x_axis = alt.Axis(format=_format(options.x), tickCount=8)
    x = alt.X("x:Q", title=words.x, scale=alt.Scale(domain=x_domain, nice=False), axis=x_axis)

    def y(field_name: str) -> alt.Y:
        return alt.Y(f"{field_name}:Q", title=words.y, scale=y_scale, axis=alt.Axis(**ticks))

    hue, dashes = colour(series, words.encoding), dash(series, words.encoding)
    means = alt.Chart(alt.NamedData("means")).encode(x=x, color=hue, opacity=shown(keep))
    layers: list[alt.Chart] = []
    if options.band in ("std", "t"):
        layers.append(means.mark_area(clip=True, tooltip=None, fillOpacity=0.17).encode(y=y("lo"), y2="hi:Q"))
    if options.members:
        lines = alt.Chart(alt.NamedData("lines")).mark_line(clip=True, strokeWidth=1, strokeOpacity=0.4, tooltip=None)
        layers.append(lines.encode(x=x, y=y("value"), color=hue, detail="seed:N", opacity=shown(keep)))
    layers.append(_replaced(words, x, y("value"), hue, keep))
    raw = 0.3 if options.smoothing else 1
    dots = {"size": 22, "opacity": raw} if points else False
    line = means.mark_line(clip=True, strokeWidth=2, strokeOpacity=raw, tooltip=None, point=dots)
    layers.append(line.encode(y=y("mean"), strokeDash=dashes))
    if options.smoothing:
        smooth = means.mark_line(clip=True, strokeWidth=2.5, tooltip=None)
        layers.append(smooth.encode(y=y("smooth"), strokeDash=dashes))
    layers += _fewer(x, y("mean"), hue, dashes, keep)
    dot = alt.Chart(alt.NamedData("alone")).mark_circle(size=26, clip=True, tooltip=None)
    layers.append(dot.encode(x=x, y=y("value"), color=hue, opacity=shown(keep)))
    layers += [_odd(words, x, hue, keep), _rule(len(series), words, x)]
    return layered(layers, keep)


def _fewer(x: alt.X, y: alt.Y, hue: alt.Color, dashes: alt.StrokeDash, keep: alt.Parameter) -> list[alt.Chart]:
    """A thin line where some seeds have ended, and over how many it is where their number falls."""
    line = alt.Chart(alt.NamedData("fewer")).mark_line(clip=True, strokeWidth=1, tooltip=None)
    said = alt.Chart(alt.NamedData("falls")).mark_text(dy=-9, fontSize=11, clip=True, tooltip=None)
    common = {"x": x, "y": y, "color": hue, "opacity": shown(keep)}
    return [line.encode(strokeDash=dashes, **common), said.encode(text="text:N", **common)]


def _replaced(words: CurveWords, x: alt.X, y: alt.Y, hue: alt.Color, keep: alt.Parameter) -> alt.Chart:
    """Faint points where an earlier attempt had logged what a later one logged anew."""
    points = alt.Chart(alt.NamedData("replaced")).mark_point(size=20, strokeWidth=1, strokeOpacity=0.55, clip=True)
    told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("seed:N", title=words.seed),
        alt.Tooltip("attempt:N", title=words.attempt),
        alt.Tooltip("step:Q", title=words.step, format=","),
        alt.Tooltip("value:Q", title=words.value, format=".4f"),
    ]
    return points.encode(x=x, y=y, color=hue, tooltip=told, opacity=shown(keep))


def _odd(words: CurveWords, x: alt.X, hue: alt.Color, keep: alt.Parameter) -> alt.Chart:
    """Crosses at the upper edge for what no line can show."""
    marks = alt.Chart(alt.NamedData("odd")).mark_text(text="✕", fontSize=13, fontWeight="bold", clip=False)
    told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("seed:N", title=words.seed),
        alt.Tooltip("step:Q", title=words.step, format=","),
        alt.Tooltip("what:N", title=words.value),
    ]
    return marks.encode(x=x, y=alt.YValue(8), color=hue, opacity=shown(keep), tooltip=told)


def _rule(count: int, words: CurveWords, x: alt.X) -> alt.Chart:
    """The read-out: a rule at the nearest step with every series, the lowest first."""
    hover = alt.selection_point(
        name="hover", on="pointermove", nearest=True, encodings=["x"], empty=False, clear="pointerout"
    )
    told = [alt.Tooltip("step:Q", title=words.step, format=",")]
    told += [alt.Tooltip(f"r{rank}:N", title=f"{rank + 1}") for rank in range(count)]
    rule = alt.Chart(alt.NamedData("hover")).mark_rule(color="#8a8a8a")
    opacity = alt.OpacityValue(0, condition=[{"param": hover.name, "empty": False, "value": 0.7}])
    return rule.encode(x=x, opacity=opacity, tooltip=told).add_params(hover)


def _format(x: str) -> str:
    """The number format of the x axis: millions of tokens are abbreviated, steps are not."""
    return "~s" if x == "tokens" else ",d"
