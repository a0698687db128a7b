"""The picture of what rounding does to a score, and a picture for the wall of a lecture hall."""

import numpy as np
import pytest

from core.charts import enlarged
from core.charts.shift_errors import DOMAIN, ShiftWords, shift_errors_chart

WORDS = ShiftWords(x="shift", y="change", width="angles in", bound="allowed: 1e-04")
SHIFTS = (10, 20)


def test_a_line_for_each_precision_and_the_bound_that_both_are_held_against() -> None:
    errors = {"float32": np.array([1e-4, 2e-4]), "float64": np.array([0.0, 1e-14])}
    chart = shift_errors_chart(SHIFTS, errors, 1e-4, WORDS)
    assert chart.table["error"].tolist() == [1e-4, 2e-4, 0.0, 1e-14], "the table says what was measured"
    assert chart.datasets["rows"]["error"].min() == DOMAIN[0], "what is exactly 0 has a place on a logarithmic axis"
    assert chart.datasets["bound"].to_dict("records") == [{"bound": 1e-4, "label": "allowed: 1e-04"}]
    drawn = pytest.importorskip("vl_convert").vegalite_to_svg(chart.standalone() | {"width": 300})
    assert drawn.count("stroke-dasharray") >= 1 and "allowed: 1e-04" in drawn


def test_other_errors_change_the_data_alone() -> None:
    one, other = (
        shift_errors_chart(SHIFTS, {"float32": np.full(2, size), "float64": np.full(2, size)}, 1e-4, WORDS)
        for size in (1e-3, 1e-9)
    )
    assert one.spec == other.spec and not one.table.equals(other.table)


def test_on_a_wall_type_is_larger_and_the_data_are_the_same() -> None:
    chart = shift_errors_chart(SHIFTS, {"float32": np.ones(2), "float64": np.ones(2)}, 1e-4, WORDS)
    wall = enlarged(chart)
    svg = pytest.importorskip("vl_convert").vegalite_to_svg
    near, far = (svg(one.standalone() | {"width": 900}) for one in (chart, wall))
    assert 'font-size="20px"' in far and 'font-size="20px"' not in near
    assert wall.table is chart.table and wall.datasets is chart.datasets
