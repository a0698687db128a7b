"""Arrows that turn, and bars: what is drawn, and that no slider moves a spec."""

import json
import math

import numpy as np
import pytest
import vl_convert

from core.charts import Bar, BarWords, bars, many_planes, plane
from core.course.rotation import PAIRS, planes, turned
from core.positions.rope import inv_freq


def test_no_position_changes_a_spec() -> None:
    one = [plane(turned(PAIRS["aligned"], m, n)) for m, n in ((0, 0), (5000, 7))]
    many = [many_planes(planes(inv_freq(dim), m, 3)) for dim, m in ((128, 0), (8, 99))]
    for first, other in (one, many):
        assert first.spec == other.spec
        kinds = [{name: list(frame.dtypes) for name, frame in chart.datasets.items()} for chart in (first, other)]
        assert kinds[0] == kinds[1]


def test_the_sector_lies_between_the_arrows_the_short_way() -> None:
    for m, n in ((2, 5), (5, 2), (0, 11), (1000, 7)):
        chart = plane(turned(PAIRS["aligned"], m, n))
        q, k = chart.datasets["hands"]["angle"]
        row = chart.datasets["sectors"].iloc[0]
        assert row["from"] == pytest.approx(q)
        assert math.cos(row["to"]) == pytest.approx(math.cos(k)) and math.sin(row["to"]) == pytest.approx(math.sin(k))
        assert abs(row["to"] - row["from"]) <= math.pi + 1e-9


def test_every_dial_is_named_and_drawn() -> None:
    chart = many_planes(planes(inv_freq(128, 1e6), 43, 40))
    assert list(chart.datasets["dials"]["name"])[:2] == ["pair 0", "pair 4"] and len(chart.table) == 16
    assert "-" not in "".join(chart.datasets["dials"]["told"]), "an angle between two arrows has no sign"
    for width in (300, 900):
        svg = vl_convert.vegalite_to_svg(json.dumps({**chart.standalone(), "width": width}))
        assert svg.count("pair ") == 16 and "NaN" not in svg


def test_bars_keep_their_axis_and_say_their_numbers() -> None:
    rows = [Bar(label=name, value=value, kind=name, before=1.0) for name, value in (("a", -0.5), ("b", 2.0))]
    chart = bars(rows, (-1, 3), BarWords(value="score"))
    svg = vl_convert.vegalite_to_svg(json.dumps({**chart.standalone(), "width": 400}))
    assert "-0.500" in svg and "2.000" in svg and "score" in svg
    assert chart.spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [-1, 3]
    assert np.allclose(chart.table["value"], [-0.5, 2])
