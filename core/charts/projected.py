"""A chart for the wall of a lecture hall."""

from dataclasses import replace
from typing import Any

from core.charts.chart import Chart

TYPE = 17  # px; a chart on a page has 11
LONGEST = 420  # px that a label may take before it is cut


def for_projector(chart: Chart) -> Chart:
    """The same picture with type that is read from the back rows, and labels that are long enough for it."""
    fonts = {"labelFontSize": TYPE, "titleFontSize": TYPE, "labelLimit": LONGEST}
    config = chart.spec.get("config", {}) | {"axis": fonts, "legend": fonts}
    return replace(chart, spec=_relaxed(chart.spec) | {"config": config})


def _relaxed(part: Any) -> Any:
    """The part of a spec without limits of its own on labels."""
    if isinstance(part, dict):
        return {name: _relaxed(value) for name, value in part.items() if name != "labelLimit"}
    return [_relaxed(one) for one in part] if isinstance(part, list) else part
