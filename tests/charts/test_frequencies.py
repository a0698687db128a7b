"""The pictures of RoPE's frequencies: what is drawn, and that no slider moves a spec."""

import json
import math
import re

import numpy as np
import pytest
import vl_convert

from core.charts import Chart, FrequencyWords, Room, dials, seen_map, wavelengths
from core.charts.frequency_data import FROM, MOST_DIALS, PER_OCTAVE, TO, runs
from core.positions.reach import reach
from core.positions.rope import inv_freq
from core.positions.seen import SEEN, TRAINED, UNSEEN, seen_angles

ROOM = Room(base=1e8, length=1_048_576)


def pictures(
    head_dim: int = 128, base: float = 1e6, length: int = 32_768, share: float = 1.0
) -> tuple[Chart, Chart, Chart]:
    found = reach(head_dim, base, length, share)
    return wavelengths(found, ROOM), dials(found), seen_map(found.inv_freq, found.inv_freq, length)


def svg(chart: Chart, width: int = 900) -> str:
    return vl_convert.vegalite_to_svg(json.dumps({**chart.standalone(), "width": width}))


def test_no_slider_changes_a_spec() -> None:
    at_first = [chart.spec for chart in pictures()]
    for moved in (
        {"base": 10.0},
        {"base": 1e8},
        {"length": 64},
        {"length": 1_048_576},
        {"head_dim": 16},
        {"share": 0.25},
    ):
        assert [chart.spec for chart in pictures(**moved)] == at_first


def test_columns_keep_their_types_so_that_the_browser_only_swaps_rows() -> None:
    for one, other in zip(pictures(), pictures(head_dim=16, base=10.0, length=64, share=0.5), strict=True):
        assert {n: list(f.dtypes) for n, f in one.datasets.items()} == {
            n: list(f.dtypes) for n, f in other.datasets.items()
        }


@pytest.mark.parametrize("base", [10.0, 1e8])
@pytest.mark.parametrize("head_dim", [16, 256])
@pytest.mark.parametrize("length", [64, 1_048_576])
def test_the_axis_of_wavelengths_holds_the_ends_of_the_sliders(base: float, head_dim: int, length: int) -> None:
    chart = pictures(head_dim, base, length)[0]
    low, high = chart.spec["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    values = [*chart.datasets["pairs"]["wavelength"], *chart.datasets["window"]["y"]]
    assert low < min(values) and max(values) < high


def test_a_renderer_draws_every_pair_and_tells_the_slow_ones_by_shape_too() -> None:
    drawn = svg(pictures()[0])
    points = re.findall(r'aria-roledescription="point"[^>]* d="([^"]+)"', drawn)
    assert len(points) == 64
    assert sum("A" not in path for path in points) == 24  # a triangle has no arc
    assert ">training window: 32,768 tokens<" in drawn


def test_pairs_that_do_not_turn_are_said() -> None:
    words = FrequencyWords(still="stehen still")
    assert ">stehen still<" in svg(wavelengths(reach(128, 1e6, 4096, 0.25), ROOM, words))
    assert ">stehen still<" not in svg(wavelengths(reach(128, 1e6, 4096), ROOM, words))


@pytest.mark.parametrize(("head_dim", "count"), [(16, 8), (32, 16), (256, 16)])
def test_dials_run_from_the_fastest_to_the_slowest(head_dim: int, count: int) -> None:
    table = pictures(head_dim)[1].table
    assert len(table) == count <= MOST_DIALS
    assert (table["pair"].iloc[0], table["pair"].iloc[-1]) == (0, head_dim // 2 - 1)
    assert table["pair"].is_unique


def test_a_dial_is_filled_counter_clockwise_from_the_right() -> None:
    chart = dials(reach(4, 100.0, 15))  # the second pair turns by 0.1 rad a token, and so by 1.5 rad
    assert chart.table["degrees"].tolist() == pytest.approx([360, math.degrees(1.5)])
    path = re.findall(r'aria-roledescription="arc mark"[^>]* d="([^"]+)"', svg(chart))[-1]
    x, y, radius, *_, x2, y2 = numbers(path)
    assert math.atan2(-y, x) == pytest.approx(1.5, abs=1e-3)  # up is minus in a browser
    assert (x2, y2) == (radius, 0)


def numbers(path: str) -> list[float]:
    """The numbers of an arc's path before it goes back to the middle."""
    return [float(number) for number in re.findall(r"-?[\d.]+", path.split("L")[0])]


def test_the_map_holds_every_cell() -> None:
    """Each column, painted by the stretches, is what seen_angles says of it."""
    found = reach(128, 1e6, 32_768)
    table = seen_map(found.inv_freq / 2, found.inv_freq, 32_768).table
    kinds = {name: kind for kind, name in ((TRAINED, "inside"), (SEEN, "that training"), (UNSEEN, "never seen"))}
    for power in np.arange(FROM, TO, 1 / PER_OCTAVE)[::7]:
        position = int(np.floor(2.0**power * 32_768))
        of_it = table[(table["first"] <= position) & (position <= table["last"])]
        assert of_it["pair"].tolist() == list(range(64))
        told = [next(kind for part, kind in kinds.items() if part in name) for name in of_it["kind"]]
        expected = seen_angles(found.inv_freq / 2, found.inv_freq, 32_768, np.array([position]))[:, 0]
        assert told == expected.tolist()


def test_the_map_of_the_smallest_window_has_no_gap_and_no_overlap() -> None:
    w = inv_freq(256)
    cells = seen_map(w, w, 64).datasets["cells"]
    for _, row in cells.groupby("pair"):
        np.testing.assert_array_equal(row["x"].iloc[1:], row["x2"].iloc[:-1])
        assert (row["x"].iloc[0], row["x2"].iloc[-1]) == (2.0**FROM, 2.0**TO)


def test_runs_by_hand() -> None:
    row, begin, end = runs(np.array([[0, 0, 1], [2, 2, 2], [0, 1, 0]]))
    assert list(zip(row, begin, end, strict=True)) == [
        (0, 0, 2), (0, 2, 3), (1, 0, 3), (2, 0, 1), (2, 1, 2), (2, 2, 3),
    ]  # fmt: skip


def test_the_window_is_where_the_map_turns() -> None:
    cells = pictures()[2].datasets["cells"]
    trained = cells[cells["kind"] == "inside the training window"]
    assert (trained["x2"] == 1).all() and len(trained) == 64
    assert 'fill="#E06A10"' in svg(pictures()[2]) or "rgb(224, 106, 16)" in svg(pictures()[2])
