"""The pictures of lessons 2 and 3: specs that stay while numbers change, and that Vega-Lite draws."""

import json

import numpy as np
import pytest
import vl_convert

from core.charts.chart import Chart
from core.charts.numbering import HIGHEST, numberings, signals
from core.charts.sinusoids import apart, beside, clock, code_map
from core.course.numbering import swamped

PICTURES = {
    "signals": lambda end: signals(swamped(1023 * end, 1.0), ("dog", "man")),
    "numberings": lambda end: numberings(32 if end else 2),
    "clock": lambda end: clock(1000 * end, 50 * end),
    "apart": lambda end: apart(10_000 * end, 200 if end else 1, 8),
    "map": lambda _: code_map(),
    "beside": lambda end: beside(("128", "256"), (1.0 + end, 2.0), (1.8, 3.5), (0.1, 0.2), 5.6),
}


@pytest.mark.parametrize("name", PICTURES)
def test_only_rows_change(name: str) -> None:
    first, last = (PICTURES[name](end) for end in (0, 1))
    assert first.spec == last.spec
    assert all(len(frame) <= 6400 for frame in last.datasets.values())
    for chart in (first, last):
        svg = vl_convert.vegalite_to_svg(json.dumps(chart.standalone() | {"width": 800}))
        assert "<path" in svg and "NaN" not in svg


def test_axes_hold_every_value_of_the_two_words() -> None:
    for place in (0, 1, 37, 1023):
        for scale in (1.0, 0.02):
            assert np.abs(swamped(place, scale).vectors).max() <= HIGHEST


def test_a_short_text_has_the_cells_it_has() -> None:
    cells: Chart = numberings(20)
    counts = cells.table.groupby("lane").size()
    assert counts["index"] == counts["bit 0"] == 20
    assert counts["table, number 1"] == 16, "the table has no more rows"


def test_the_bound_stays_above_the_curve() -> None:
    chart = apart(0, 6, 64)
    assert chart.datasets["apart"]["distance"].max() < chart.datasets["most"]["most"][0]
    assert chart.datasets["marked"]["gap"].tolist() == [6]
