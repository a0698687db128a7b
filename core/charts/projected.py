"""Pictures for a lecture hall: large type, thick lines, and each line's name at its end instead of a legend."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.optimize import isotonic_regression

from core.charts.chart import FIT, Chart, spec_of
from core.charts.lengths import LengthWords
from core.charts.scales import linear_domain, log2_ticks
from core.charts.series import Series, colour_scale, dash_scale

HEIGHT = 520  # px: with its title and its buttons one screen of a projector
_ROW = 27  # px between two names
_ROOM = 0.3  # of the width, for the names
_LARGE = "width > 700 ? {large} : {small}"  # a phone is no projector, but shows the page whole
_GREY = "#7b7b7b"  # stands out by 4 : 1 from the light and from the dark background


@dataclass(frozen=True, kw_only=True)
class _Frame:
    """The horizontal axis of a picture: its title, its ends without the names, its ticks, and whether it doubles."""

    title: str
    low: float
    high: float
    ticks: list[int] | None
    doubling: bool

    def ends(self) -> list[float]:
        """The domain with room on the right for the names."""
        if self.doubling:
            return [self.low / 1.08, self.high * (self.high / self.low) ** (_ROOM / (1 - _ROOM))]
        return [self.low, self.high + (self.high - self.low) * _ROOM / (1 - _ROOM)]


def by_length(frame: pd.DataFrame, series: list[Series], step: int, train_length: int, words: LengthWords) -> Chart:
    """Mean ± std by evaluation length at one training step; both axes hold every step of the frame.

    `frame` is what core.charts.replay_data.frames returns for the lengths, and `series` are its lines.
    """
    at = frame[frame["step"] == step].rename(columns={"eval_length": "x"})
    lengths = log2_ticks([*frame["eval_length"], train_length])
    across = _Frame(title=words.x, low=lengths[0], high=lengths[-1], ticks=lengths, doubling=True)
    rule = pd.DataFrame({"x": [float(train_length)], "text": [f"{words.train_length} {train_length}"]})
    return _picture(at, frame, series, across, words.y, rule, words)


def by_step(
    frame: pd.DataFrame, series: list[Series], x_title: str, y_title: str, words: LengthWords | None = None
) -> Chart:
    """Mean ± std by training step, of the frame that core.charts.replay_data.frames returns for the curves.

    The untrained model is left out where others follow: its loss, far above all, would press them together.
    """
    frame = frame[frame["step"] > 0] if (frame["step"] > 0).any() else frame
    at = frame.rename(columns={"step": "x"})
    across = _Frame(
        title=x_title, low=float(at["x"].min()), high=float(at["x"].max()), ticks=_round_steps(at["x"]), doubling=False
    )
    return _picture(at, frame, series, across, y_title, pd.DataFrame({"x": [], "text": []}), words or LengthWords())


def enlarged(chart: Chart) -> Chart:
    """The same picture in type that is read from the back rows, with labels that are long enough for it."""
    fonts = {"labelFontSize": _large(20, 12), "titleFontSize": _large(20, 12), "labelLimit": 420}
    config = chart.spec.get("config", {}) | {"axis": fonts, "legend": fonts}
    return replace(chart, spec=_relaxed(chart.spec) | {"autosize": FIT, "config": config})


def _relaxed(part: Any) -> Any:
    """The part of a spec without limits of its own on labels."""
    if isinstance(part, dict):
        return {name: _relaxed(value) for name, value in part.items() if name != "labelLimit"}
    return [_relaxed(one) for one in part] if isinstance(part, list) else part


def apart(wanted: ArrayLike, gap: float, low: float, high: float) -> np.ndarray:
    """The places nearest to those wanted, by least squares, that are a gap apart and, while they fit, within the ends.

    With the gaps taken out it is an isotonic regression.
    """
    asked = np.asarray(wanted, dtype=np.float64)
    order, steps = np.argsort(asked, kind="stable"), gap * np.arange(len(asked))
    flat = isotonic_regression(asked[order] - steps).x if len(asked) else asked
    placed = np.empty_like(asked)
    placed[order] = np.clip(flat, low, max(high - gap * (len(asked) - 1), low)) + steps
    return placed


def _picture(
    at: pd.DataFrame,
    whole: pd.DataFrame,
    series: list[Series],
    across: _Frame,
    y_title: str,
    rule: pd.DataFrame,
    words: LengthWords,
) -> Chart:
    """The lines of `at` with their names, on axes that hold all of `whole`."""
    y_domain = linear_domain(whole["mean"], whole["lo"], whole["hi"])
    lines = at[["series", "x", "mean", "lo", "hi"]].astype({"x": "float64", "series": "str"}).reset_index(drop=True)
    last = _last(lines)
    early = last["x"] < (across.high if across.doubling else 0)
    datasets = {
        "lines": lines,
        "names": _names(last[~early], across, y_domain),
        "ends": _ends(last[early], lines, across, words),
        "rule": rule,
    }
    spec = _spec(series, across, y_domain, y_title)
    wanted = ["series", "step", "eval_length", "mean", "std", "n"]
    table = at.rename(columns={"x": "eval_length" if across.doubling else "step"})
    return Chart(spec, table[[column for column in wanted if column in table]], datasets)


def _last(lines: pd.DataFrame) -> pd.DataFrame:
    """The last point of each line: series, x, y."""
    seen = lines[np.isfinite(lines["mean"])]
    last = seen.loc[seen.groupby("series", sort=False)["x"].idxmax(), ["series", "x", "mean"]]
    return last.rename(columns={"mean": "y"}).reset_index(drop=True)


def _ends(stopped: pd.DataFrame, lines: pd.DataFrame, across: _Frame, words: LengthWords) -> pd.DataFrame:
    """What is said, in rows from the top, of lines that end early (at x, y) or have no point at all (y is NaN)."""
    told = list(stopped.assign(why=words.table_ends).itertuples(index=False, name=None))
    seen = set(lines.loc[np.isfinite(lines["mean"]), "series"])
    told += [(name, across.low, np.nan, words.not_finite) for name in lines["series"].unique() if name not in seen]
    ends = pd.DataFrame(told, columns=["series", "x", "y", "why"]).astype({"x": "float64", "y": "float64"})
    return ends.assign(text=ends["series"] + ": " + ends["why"], row=_ROW * np.arange(1, len(ends) + 1) + 3)


def _names(last: pd.DataFrame, across: _Frame, y_domain: list[float]) -> pd.DataFrame:
    """The last points with the place of each name: x2, y2."""
    low, high = y_domain
    px = (high - low) / HEIGHT
    right, left = across.ends()[1], across.high
    beside = left * (right / left) ** 0.12 if across.doubling else left + 0.12 * (right - left)
    return last.assign(x2=beside, y2=apart(last["y"], _ROW * px, low + 10 * px, high - 10 * px))


def _spec(series: list[Series], across: _Frame, y_domain: list[float], y_title: str) -> dict[str, Any]:
    """The Vega-Lite spec over the named data lines, names, ends and rule."""
    kind = {"type": "log", "base": 2} if across.doubling else {"type": "linear"}
    axis = {"format": ",d", "labelOverlap": True, "grid": False} | ({"values": across.ticks} if across.ticks else {})
    scale = alt.Scale(domain=across.ends(), nice=False, **kind)
    x = alt.X("x:Q", title=across.title, scale=scale, axis=alt.Axis(**axis))
    y_scale = alt.Scale(domain=y_domain, nice=False, zero=False)

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", title=y_title, scale=y_scale, axis=alt.Axis(tickCount=6))

    hue = alt.Color("series:N", scale=alt.Scale(**colour_scale(series)), sort=None, legend=None)
    dash = alt.StrokeDash("series:N", scale=alt.Scale(**dash_scale(series)), sort=None, legend=None)
    lines = alt.Chart(alt.NamedData("lines")).encode(x=x, color=hue)
    names = alt.Chart(alt.NamedData("names")).encode(color=hue)
    ends = alt.Chart(alt.NamedData("ends")).encode(x=x, color=hue)
    rule = alt.Chart(alt.NamedData("rule")).encode(x=x)
    size = alt.ExprRef(_LARGE.format(large=21, small=11))
    layers = [
        rule.mark_rule(color=_GREY, strokeDash=[6, 6], strokeWidth=2, tooltip=None),
        rule.mark_text(color=_GREY, align="left", baseline="top", dx=7, fontSize=size, tooltip=None).encode(
            y=alt.value(3), text="text:N"
        ),
        lines.mark_area(fillOpacity=0.14, tooltip=None).encode(y=y("lo"), y2="hi:Q"),
        lines.mark_line(strokeWidth=4, tooltip=None, clip=True).encode(y=y("mean"), strokeDash=dash),
        lines.mark_circle(size=90, opacity=1, tooltip=None).encode(y=y("mean")),
        names.mark_rule(strokeWidth=1.5, opacity=0.6, tooltip=None).encode(
            x=x, x2=alt.X2("x2:Q"), y=y("y"), y2=alt.Y2("y2:Q")
        ),
        names.mark_text(align="left", baseline="middle", dx=6, fontSize=size, fontWeight="bold", tooltip=None).encode(
            x=alt.X("x2:Q", scale=scale), y=y("y2"), text="series:N"
        ),
        ends.mark_point(shape="square", size=260, strokeWidth=3, filled=False, opacity=1, tooltip=None).encode(
            y=y("y")
        ),
        ends.mark_text(align="left", baseline="top", dx=7, fontSize=size, fontWeight="bold", tooltip=None).encode(
            y=alt.Y("row:Q", scale=None), text="text:N"
        ),
    ]
    return enlarged(Chart(spec_of(alt.layer(*layers).properties(height=HEIGHT)), pd.DataFrame())).spec


def _large(large: int, small: int) -> dict[str, str]:
    """A size in px that is `large` where the picture is wide."""
    return {"expr": _LARGE.format(large=large, small=small)}


def _round_steps(steps: Iterable[float]) -> list[int] | None:
    """At most six of the evaluated steps, evenly taken, as ticks; None where there are too few."""
    known = sorted({int(step) for step in steps})
    return known[:: -(-len(known) // 6)] if len(known) > 1 else None
