"""Charts: frames in, Vega-Lite (and one Vega) specs out; no words of their own but English defaults."""

from core.charts.against import AgainstWords, against
from core.charts.attention_map import AttentionWords, attention_map
from core.charts.bars import Bar, BarWords, bars
from core.charts.chart import Chart
from core.charts.curve_data import AXES, BANDS, CurveNotes, CurveOptions
from core.charts.curve_data import notes as curve_notes
from core.charts.curve_specs import CurveWords
from core.charts.curves import curves
from core.charts.depth_data import by_depth
from core.charts.depths import DepthWords, depth_maps, depth_maps_together
from core.charts.differences import DifferenceWords, differences
from core.charts.dropped import DroppedWords, dropped
from core.charts.extension import ExtensionWords, ratios, rule_map, rule_maps
from core.charts.extremes import Extremes, extremes
from core.charts.frequencies import FrequencyWords, Room, dials, wavelengths
from core.charts.lengths import LengthWords, by_position, lengths
from core.charts.parallel import Axis, ParallelWords, parallel
from core.charts.probes import ProbeWords, probes
from core.charts.projected import enlarged
from core.charts.ramps import RampWords, ramps
from core.charts.replay import ReplayWords, replay
from core.charts.scatter import ScatterWords, scatter
from core.charts.seen_map import MapWords, seen_map
from core.charts.series import SeriesWords
from core.charts.sketched import SketchedWords, sketched
from core.charts.slopes import SlopeWords, slopes
from core.charts.turning import TurningWords, many_planes, plane
from core.charts.vector_rows import RowWords, vector_rows

__all__ = [
    "AXES",
    "BANDS",
    "AgainstWords",
    "AttentionWords",
    "Axis",
    "Bar",
    "BarWords",
    "Chart",
    "CurveNotes",
    "CurveOptions",
    "CurveWords",
    "DepthWords",
    "DifferenceWords",
    "DroppedWords",
    "ExtensionWords",
    "Extremes",
    "FrequencyWords",
    "LengthWords",
    "MapWords",
    "ParallelWords",
    "ProbeWords",
    "RampWords",
    "ReplayWords",
    "Room",
    "RowWords",
    "ScatterWords",
    "SeriesWords",
    "SketchedWords",
    "SlopeWords",
    "TurningWords",
    "against",
    "attention_map",
    "bars",
    "by_depth",
    "by_position",
    "curve_notes",
    "curves",
    "depth_maps",
    "depth_maps_together",
    "dials",
    "differences",
    "dropped",
    "enlarged",
    "extremes",
    "lengths",
    "many_planes",
    "parallel",
    "plane",
    "probes",
    "ramps",
    "ratios",
    "replay",
    "rule_map",
    "rule_maps",
    "scatter",
    "seen_map",
    "sketched",
    "slopes",
    "vector_rows",
    "wavelengths",
]
