"""Charts: frames in, Vega-Lite (and one Vega) specs out; no words of their own but English defaults."""

from core.charts.against import AgainstWords, against
from core.charts.attention_map import AttentionWords, attention_map
from core.charts.bars import Bar, BarWords, bars
from core.charts.chart import Chart
from core.charts.curve_data import AXES, BANDS, CurveOptions
from core.charts.curves import CurveWords, curves
from core.charts.depth_data import by_depth
from core.charts.depths import DepthWords, depth_maps, depth_maps_together
from core.charts.differences import DifferenceWords, differences
from core.charts.extension import ExtensionWords, ratios, rule_map, rule_maps
from core.charts.extremes import Extremes, extremes
from core.charts.frequencies import FrequencyWords, Room, dials, wavelengths
from core.charts.lengths import LengthWords, by_position, lengths
from core.charts.probes import ProbeWords, probes
from core.charts.projected import for_projector
from core.charts.ramps import RampWords, ramps
from core.charts.replay import ReplayWords, replay
from core.charts.seen_map import MapWords, seen_map
from core.charts.series import SeriesWords
from core.charts.sketched import SketchedWords, sketched
from core.charts.turning import TurningWords, many_planes, plane
from core.charts.vector_rows import RowWords, vector_rows

__all__ = [
    "AXES",
    "BANDS",
    "AgainstWords",
    "AttentionWords",
    "Bar",
    "BarWords",
    "Chart",
    "CurveOptions",
    "CurveWords",
    "DepthWords",
    "DifferenceWords",
    "ExtensionWords",
    "Extremes",
    "FrequencyWords",
    "LengthWords",
    "MapWords",
    "ProbeWords",
    "RampWords",
    "ReplayWords",
    "Room",
    "RowWords",
    "SeriesWords",
    "SketchedWords",
    "TurningWords",
    "against",
    "attention_map",
    "bars",
    "by_depth",
    "by_position",
    "curves",
    "depth_maps",
    "depth_maps_together",
    "dials",
    "differences",
    "extremes",
    "for_projector",
    "lengths",
    "many_planes",
    "plane",
    "probes",
    "ramps",
    "ratios",
    "replay",
    "rule_map",
    "rule_maps",
    "seen_map",
    "sketched",
    "vector_rows",
    "wavelengths",
]
