"""The pictures of lesson 5: specs that stay while a slider moves, and that Vega-Lite draws."""

import json

import numpy as np
import pytest
import vl_convert

from core.charts import ramps, sketched
from core.positions.rope import inv_freq

DRAWN = (1.0, 0.9, 0.8)
RATIOS = np.geomspace(1, 0.25, 64)
PICTURES = {
    "sketched": lambda end: sketched(inv_freq(128, 1e8 if end else 10), 4096, (0, 1, 5), DRAWN),
    "ramps": lambda end: ramps({"A": RATIOS[::-1], "B": RATIOS}, 63 * end),
}


@pytest.mark.parametrize("name", PICTURES)
def test_only_rows_change(name: str) -> None:
    first, last = (PICTURES[name](end) for end in (0, 1))
    assert first.spec == last.spec
    assert all(len(frame) <= 300 for frame in last.datasets.values())
    for chart in (first, last):
        svg = vl_convert.vegalite_to_svg(json.dumps(chart.standalone() | {"width": 800}))
        assert "<path" in svg and "NaN" not in svg


def test_the_drawn_points_are_those_that_a_logarithm_has() -> None:
    chart = PICTURES["sketched"](0)
    assert chart.datasets["drawn"][["x", "mean"]].to_numpy().tolist() == [[1, 0.9], [5, 0.8]]
    assert chart.table["from_distance"].iloc[0] == 1


def test_the_mark_stands_at_the_pair_and_both_ramps_fit_the_axis() -> None:
    chart = PICTURES["ramps"](1)
    assert chart.datasets["chosen"]["pair"].tolist() == [63]
    low, high = chart.spec["layer"][1]["encoding"]["y"]["scale"]["domain"]
    assert low < chart.table["ratio"].min() and chart.table["ratio"].max() < high
