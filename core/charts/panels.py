"""The parts of the replay, in Vega: one panel with its axes, band, lines, heads and gaps, and the legend."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from core.charts.replay_data import records

if TYPE_CHECKING:
    from core.charts.replay import ReplayWords

_OPACITY = "indata('muted', 'series', datum.series) ? 0.07 : {shown}"
_GREY = "#8a8a8a"


@dataclass(frozen=True)
class Axis:
    """Scale and axis of one direction; `ticks` are the only labelled values where given."""

    type: str
    domain: list[float]
    title: str
    ticks: Sequence[float] | None = None
    format: str | None = None
    base: int = 10

    def scale(self, name: str, extent: str) -> dict[str, Any]:
        """The Vega scale over `extent` (a signal expression for the range in px)."""
        scale = {"name": name, "type": self.type, "domain": self.domain, "range": {"signal": extent}, "zero": False}
        if self.type != "log":
            return {**scale, "nice": False}
        return {"name": name, "type": "log", "base": self.base, "domain": self.domain, "range": scale["range"]}

    def axis(self, name: str, orient: str, ticks: str) -> dict[str, Any]:
        """The Vega axis; `ticks` is a signal expression for how many where no values are given."""
        axis: dict[str, Any] = {"scale": name, "orient": orient, "title": self.title, "grid": orient == "left"}
        axis["gridScale"] = "x" if orient == "left" else "y"  # without it grid lines are as long as the whole picture
        axis |= {"labelOverlap": True, "tickCount": {"signal": ticks}, "titlePadding": 8, "zindex": 0}
        if self.ticks is not None:
            axis["values"] = list(self.ticks)
        if self.format:
            axis["format"] = self.format
        return axis


@dataclass(frozen=True)
class Panel:
    """One of the two pictures. Its rule stands at `rule_at`, or at the shown step, where its lines then have heads."""

    rows: str
    x: str
    x_axis: Axis
    y_axis: Axis
    title: dict[str, str]
    rule_at: int | None = None
    rule_label: str = ""

    def group(self, x: dict, y: dict, words: "ReplayWords") -> dict[str, Any]:
        """The panel as a Vega group at (x, y) px."""
        size = {"width": {"signal": "panel_width"}, "height": {"signal": "panel_height"}}
        return {
            "type": "group",
            "name": f"panel_{self.rows}",
            "encode": {"update": {"x": x, "y": y, **size}},
            "title": {"text": self.title, "anchor": "start", "frame": "group", "offset": 8, "fontSize": 14},
            "scales": [
                self.x_axis.scale("x", "[0, panel_width]"),
                self.y_axis.scale("y", "[panel_height, 0]"),
            ],
            "axes": [
                self.x_axis.axis("x", "bottom", "ceil(panel_width / 80)"),
                self.y_axis.axis("y", "left", "ceil(panel_height / 50)"),
            ],
            "marks": [*self._rule(), self._lines(), self._points(words), self._gaps(words)],
        }

    def _rule(self) -> list[dict[str, Any]]:
        """The vertical rule: the shown step, or a fixed x with its label."""
        at = {"scale": "x", "signal": "shown_step"} if self.rule_at is None else {"scale": "x", "value": self.rule_at}
        ends = {"x": at, "y": {"value": 0}, "y2": {"signal": "panel_height"}}
        look = {"stroke": {"value": _GREY}, "strokeDash": {"value": [4, 4]}}
        rule = {"type": "rule", "encode": {"update": {**ends, **look}}}
        if self.rule_at is None:
            return [rule]
        label = {"text": {"value": self.rule_label}, "fill": {"value": _GREY}, "fontSize": {"value": 12}}
        place = {"x": at, "dx": {"value": 5}, "y": {"value": 14}, "baseline": {"value": "top"}}
        return [rule, {"type": "text", "encode": {"update": {**label, **place}}}]

    def _lines(self) -> dict[str, Any]:
        """Band and mean line of every series, clipped to the panel."""
        x = {"scale": "x", "field": self.x}
        colour = {"scale": "colour", "field": "series"}
        band = {"x": x, "y": {"scale": "y", "field": "lo"}, "y2": {"scale": "y", "field": "hi"}, "fill": colour}
        line = {"x": x, "y": {"scale": "y", "field": "mean"}, "stroke": colour, "strokeWidth": {"value": 2.25}}
        line["strokeDash"] = {"scale": "dash", "field": "series"}
        return {
            "type": "group",
            "name": f"series_{self.rows}",
            "clip": True,
            "encode": {"update": {"width": {"signal": "panel_width"}, "height": {"signal": "panel_height"}}},
            "marks": [
                {
                    "type": "group",
                    "from": {"facet": {"name": "one", "data": f"{self.rows}_now", "groupby": "series"}},
                    "marks": [
                        {
                            "type": "area",
                            "from": {"data": "one"},
                            "encode": {"update": {**band, "opacity": {"signal": _OPACITY.format(shown=0.16)}}},
                        },
                        {
                            "type": "line",
                            "name": f"line_{self.rows}",
                            "from": {"data": "one"},
                            "encode": {"update": {**line, "opacity": {"signal": _OPACITY.format(shown=1)}}},
                        },
                    ],
                }
            ],
        }

    def _points(self, words: "ReplayWords") -> dict[str, Any]:
        """The heads of the curves, or a point at every length; both tell their numbers."""
        told = {
            "": "datum.series",
            words.step: "format(datum.step, ',')",
            self.y_axis.title: "datum.told",
        }
        if self.rule_at is not None:
            told[words.length] = "datum.eval_length"
        shown = {
            "x": {"scale": "x", "field": self.x},
            "y": {"scale": "y", "field": "mean"},
            "fill": {"scale": "colour", "field": "series"},
            "size": {"value": 60},
            "opacity": {"signal": _OPACITY.format(shown=1)},
            "tooltip": {"signal": "{" + ", ".join(f"{json.dumps(key)}: {value}" for key, value in told.items()) + "}"},
            "description": {"signal": "datum.series + ': ' + datum.told"},
        }
        name = "head" if self.rule_at is None else "point"
        rows = f"{self.rows}_head" if self.rule_at is None else f"{self.rows}_now"
        return {"type": "symbol", "name": name, "from": {"data": rows}, "encode": {"update": shown}}

    def _gaps(self, words: "ReplayWords") -> dict[str, Any]:
        """A cross at the top of the panel wherever a loss was NaN or infinite: divergence is a result."""
        shown = {
            "x": {"scale": "x", "field": self.x},
            "y": {"value": 6},
            "shape": {"value": "M-1,-1L1,1M1,-1L-1,1"},
            "size": {"value": 40},
            "stroke": {"scale": "colour", "field": "series"},
            "strokeWidth": {"value": 2},
            "opacity": {"signal": _OPACITY.format(shown=1)},
            "tooltip": {"signal": f"datum.series + ': ' + {json.dumps(words.not_finite)}"},
        }
        return {"type": "symbol", "name": "gap", "from": {"data": f"{self.rows}_gap"}, "encode": {"update": shown}}


def data(name: str, rows: pd.DataFrame, shown: str) -> list[dict[str, Any]]:
    """The rows as Vega data, and what is drawn of them: `_now`, `_head` at the shown step, and `_gap`, not finite."""
    columns = ["series", "step", "mean", "lo", "hi", "told"] + (["eval_length"] if name == "lengths" else [])
    finite = rows["mean"].notna()
    now = [{"type": "filter", "expr": shown}]
    head = [{"type": "filter", "expr": "datum.step === shown_step"}]
    return [
        {"name": name, "values": records(rows[finite], columns)},
        {"name": f"{name}_missing", "values": records(rows[~finite], columns)},
        {"name": f"{name}_now", "source": name, "transform": now},
        {"name": f"{name}_head", "source": name, "transform": head},
        {"name": f"{name}_gap", "source": f"{name}_missing", "transform": now},
    ]


def legend() -> dict[str, Any]:
    """One legend over both panels; a click on an entry mutes its series."""
    faint = "indata('muted', 'series', datum.value) ? 0.3 : 1"
    entry = {"interactive": True, "update": {"opacity": {"signal": faint}, "cursor": {"value": "pointer"}}}
    return {
        "stroke": "colour",
        "strokeDash": "dash",
        "symbolType": "stroke",
        "symbolStrokeWidth": 2.5,
        "symbolSize": 500,
        "orient": "none",
        "legendX": 0,
        "legendY": 2,
        "direction": "horizontal",
        "columns": {"signal": "columns"},
        "labelLimit": 190,
        "labelFontSize": 12,
        "encode": {"symbols": {"name": "key_symbol", **entry}, "labels": {"name": "key_label", **entry}},
    }
