"""Loss while training: mean lines with what surrounds them, in Vega-Lite."""

from dataclasses import dataclass, field
from typing import Any

import altair as alt
import pandas as pd

from core.charts import curve_data
from core.charts.chart import Chart
from core.charts.curve_data import CurveOptions
from core.charts.scales import floored, log_ticks, positive
from core.charts.series import Series, SeriesWords, colour_scale, dash_scale, looks, relabelled

HEIGHT = 320  # px of the plot; the legend above it comes on top
FIT = {"type": "fit-x", "contains": "padding"}
_FAINT = 0.07  # of a muted series, which can still be found


@dataclass(frozen=True)
class CurveWords:
    """What the chart says; a page passes its translation."""

    x: str = "training step"
    y: str = "validation loss (nats/token)"
    step: str = "training step"
    seed: str = "seed"
    value: str = "value"
    encoding: str = "position encoding"
    series: SeriesWords = field(default_factory=SeriesWords)


def curves(
    rows: pd.DataFrame,
    runs: pd.DataFrame | None = None,
    options: CurveOptions | None = None,
    words: CurveWords | None = None,
) -> Chart:
    """The curves of one metric from the rows of a Store; `runs` (the index) adds seeds that logged nothing to n.

    The raw curve stays visible under a smoothed one. A mean is drawn only where all its seeds have a finite value;
    what is not finite is a cross at its step. Both axes hold every seed, whatever the options.
    """
    options, words = options or CurveOptions(), words or CurveWords()
    table = curve_data.means(rows, runs, options)
    lines = curve_data.seeds(rows, options.x)
    if table.empty:
        raise ValueError("nothing to draw: no step was logged by every seed of these runs")
    made = looks(table, words.series)
    odd = curve_data.odd_values(lines, options.log_y)
    x_domain, y_domain = curve_data.domains(table, lines, options.log_y)
    hover = curve_data.read_out(table, {name: one.label for name, one in made.items()})
    shown, shown_lines = curve_data.on_screen(table, lines)
    if options.log_y:
        shown = shown.assign(mean=positive(shown["mean"]), lo=floored(shown["lo"], y_domain))
        shown_lines = shown_lines.assign(value=positive(shown_lines["value"]))
    datasets = {
        "means": _small(relabelled(shown, made)[["series", "x", "mean", "lo", "hi", "smooth"]]),
        "lines": _small(relabelled(shown_lines, made)[["series", "seed", "x", "value"]]),
        "odd": relabelled(odd, made),
        "hover": hover,
    }
    if options.band != "seeds":
        del datasets["lines"]
    few = shown.groupby("series", observed=True).size().max() <= 40
    spec = _spec(list(made.values()), options, words, x_domain, y_domain, bool(few))
    return Chart(spec, _table(table, made, options), datasets)


def _small(frame: pd.DataFrame) -> pd.DataFrame:
    """Floats as float32, which is more than a screen shows."""
    floats = frame.select_dtypes("float64").columns
    return frame.astype(dict.fromkeys(floats, "float32")).reset_index(drop=True)


def _table(table: pd.DataFrame, made: dict[str, Series], options: CurveOptions) -> pd.DataFrame:
    """The numbers of the chart, never smoothed and never thinned."""
    columns = ["series", "step", "x", "mean", "std", "n", "asked", "nonfinite"]
    named = relabelled(table, made)[columns]
    return named.drop(columns="x") if options.x == "step" else named.rename(columns={"x": options.x})


def _spec(
    series: list[Series], options: CurveOptions, words: CurveWords, x_domain: list, y_domain: list, points: bool
) -> dict[str, Any]:
    """The Vega-Lite spec over the named data means, lines, odd and hover."""
    keep = muting(series)
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
    if options.band == "seeds":
        lines = alt.Chart(alt.NamedData("lines")).mark_line(clip=True, strokeWidth=1, strokeOpacity=0.4, tooltip=None)
        layers.append(lines.encode(x=x, y=y("value"), color=hue, detail="seed:N", opacity=shown(keep)))
    raw = 0.3 if options.smoothing else 1
    dots = {"size": 22, "opacity": raw} if points else False
    line = means.mark_line(clip=True, strokeWidth=2, strokeOpacity=raw, tooltip=None, point=dots)
    layers.append(line.encode(y=y("mean"), strokeDash=dashes))
    if options.smoothing:
        smooth = means.mark_line(clip=True, strokeWidth=2.5, tooltip=None)
        layers.append(smooth.encode(y=y("smooth"), strokeDash=dashes))
    layers += [_odd(words, x, hue, keep), _rule(len(series), words, x)]
    return alt.layer(*layers).add_params(keep).properties(height=HEIGHT, autosize=FIT).to_dict()


def muting(series: list[Series]) -> alt.Parameter:
    """The selection behind the legend: all series are kept until a click mutes one. Add it to the whole chart."""
    return alt.selection_point(
        name="keep",
        fields=["series"],
        bind="legend",
        toggle="true",
        empty=False,
        value=[{"series": one.label} for one in series],
    )


def shown(keep: alt.Parameter) -> Any:
    """Opacity of a mark: 1, and faint where its series is muted. A mark fainter than that sets its fill or stroke
    opacity: the legend would take this channel's value for its own.
    """
    return alt.when(keep).then(alt.value(1)).otherwise(alt.value(_FAINT))


def legend(title: str, series: list[Series]) -> alt.Legend:
    """A legend above the chart in as many columns as its width holds, so that a narrow page keeps its picture."""
    longest = max((_width(one.label) for one in series), default=0)
    columns = alt.ExprRef(f"max(1, floor(width / {max(210, 50 + longest)}))")
    return alt.Legend(title=title, orient="top", columns=columns, symbolType="stroke", symbolSize=400, labelLimit=290)


def _width(label: str) -> int:
    """About how wide a legend draws the label, in px; Chinese characters are twice as wide as Latin ones."""
    return sum(12 if ord(letter) > 0x2E80 else 6 for letter in label)


def colour(series: list[Series], title: str) -> alt.Color:
    """The colour channel with the registry's colours."""
    return alt.Color("series:N", scale=alt.Scale(**colour_scale(series)), sort=None, legend=legend(title, series))


def dash(series: list[Series], title: str) -> alt.StrokeDash:
    """The dash channel with the registry's dashes; its legend is the one of the colours."""
    return alt.StrokeDash("series:N", scale=alt.Scale(**dash_scale(series)), sort=None, legend=legend(title, series))


def _odd(words: CurveWords, x: alt.X, hue: alt.Color, keep: alt.Parameter) -> alt.Chart:
    """Crosses at the upper edge for what no line can show."""
    marks = alt.Chart(alt.NamedData("odd")).mark_text(text="✕", fontSize=13, fontWeight="bold", clip=False)
    told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("seed:N", title=words.seed),
        alt.Tooltip("step:Q", title=words.step, format=","),
        alt.Tooltip("what:N", title=words.value),
    ]
    return marks.encode(x=x, y=alt.value(8), color=hue, opacity=shown(keep), tooltip=told)


def _rule(count: int, words: CurveWords, x: alt.X) -> alt.Chart:
    """The read-out: a rule at the nearest step with every series, the lowest first."""
    hover = alt.selection_point(
        name="hover", on="pointermove", nearest=True, encodings=["x"], empty=False, clear="pointerout"
    )
    told = [alt.Tooltip("step:Q", title=words.step, format=",")]
    told += [alt.Tooltip(f"r{rank}:N", title=f"{rank + 1}") for rank in range(count)]
    rule = alt.Chart(alt.NamedData("hover")).mark_rule(color="#8a8a8a")
    opacity = alt.when(hover).then(alt.value(0.7)).otherwise(alt.value(0))
    return rule.encode(x=x, opacity=opacity, tooltip=told).add_params(hover)


def _format(x: str) -> str:
    """The number format of the x axis: millions of tokens are abbreviated, steps are not."""
    return "~s" if x == "tokens" else ",d"
