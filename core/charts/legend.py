"""What charts of lines have in common: a legend above them whose click mutes a series."""

import altair as alt

from core.charts.series import Series, colour_scale, dash_scale

_OFFSET = 18  # px, Vega's own
_FAINT = 0.07  # of a muted series, which can still be found


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


def shown(keep: alt.Parameter) -> alt.OpacityValue:
    """Opacity of a mark: 1, and faint where its series is muted. A mark fainter than that sets its fill or stroke
    opacity: the legend would take this channel's value for its own.
    """
    return alt.OpacityValue(_FAINT, condition=[{"param": keep.name, "empty": False, "value": 1}])


def legend(title: str, series: list[Series], above: int = 0) -> alt.Legend:
    """A legend above the chart in as many columns as its width holds, so that a narrow page keeps its picture.

    Below it `above` px are left free, for what is written above the plot.
    """
    longest = max((_width(one.label) for one in series), default=0)
    columns = alt.ExprRef(f"max(1, floor(width / {max(210, 50 + longest)}))")
    return alt.Legend(
        title=title, orient="top", columns=columns, symbolType="stroke", symbolSize=400, labelLimit=290,
        offset=_OFFSET + above,
    )  # fmt: skip


def _width(label: str) -> int:
    """About how wide a legend draws the label, in px; Chinese characters are twice as wide as Latin ones."""
    return sum(12 if ord(letter) > 0x2E80 else 6 for letter in label)


def colour(series: list[Series], title: str, above: int = 0) -> alt.Color:
    """The colour channel with the registry's colours."""
    return alt.Color(
        "series:N", scale=alt.Scale(**colour_scale(series)), sort=None, legend=legend(title, series, above)
    )


def dash(series: list[Series], title: str, above: int = 0) -> alt.StrokeDash:
    """The dash channel with the registry's dashes; its legend is the one of the colours."""
    return alt.StrokeDash(
        "series:N", scale=alt.Scale(**dash_scale(series)), sort=None, legend=legend(title, series, above)
    )
