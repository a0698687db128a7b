"""Charts: frames in, Vega-Lite (and one Vega) specs out; no words of their own but English defaults."""

from core.charts.chart import Chart
from core.charts.curve_data import AXES, BANDS, CurveOptions
from core.charts.curves import CurveWords, curves
from core.charts.differences import DifferenceWords, differences
from core.charts.extremes import Extremes, extremes
from core.charts.lengths import LengthWords, by_position, lengths
from core.charts.replay import ReplayWords, replay
from core.charts.series import SeriesWords

__all__ = [
    "AXES",
    "BANDS",
    "Chart",
    "CurveOptions",
    "CurveWords",
    "DifferenceWords",
    "Extremes",
    "LengthWords",
    "ReplayWords",
    "SeriesWords",
    "by_position",
    "curves",
    "differences",
    "extremes",
    "lengths",
    "replay",
]
