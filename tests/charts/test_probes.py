"""The chart of position readouts: every line has its own look, and the axis does not move with the errors."""

import json

import numpy as np
import vl_convert

from core.charts import ProbeWords, probes


def test_lines_differ_by_more_than_colour_and_the_axis_stays() -> None:
    told = {"no positions": [32, 20, 10], "mask off": [32, 32, 33], "RoPE": [32, 31, 30]}
    errors = {name: np.array(values, dtype=float) for name, values in told.items()}
    chart = probes(errors, 32.0, ProbeWords(blind="always the middle"))
    assert len(chart.table) == 9 and set(chart.table["series"]) == set(errors)
    line, points = (layer["encoding"] for layer in chart.spec["layer"][2:])
    for channel in (line["strokeDash"], points["shape"], points["color"]):
        looks = [str(look) for look in channel["scale"]["range"]]
        assert len(set(looks)) == len(errors)
    better = probes({name: error / 2 for name, error in errors.items()}, 32.0, ProbeWords(blind="always the middle"))
    assert better.spec == chart.spec
    svg = vl_convert.vegalite_to_svg(json.dumps({**chart.standalone(), "width": 350}))
    assert "always the middle" in svg and "NaN" not in svg
