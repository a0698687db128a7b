"""Curves of what real logs hold: faults of dashboards.md section 4 by their number, and seeds of unequal length."""

import math

import numpy as np
import pandas as pd
import pytest
import vl_convert

from core.charts import CurveOptions, curve_data, curve_notes, curves
from core.results import Store

from .conftest import COLUMNS, footer

DIVERGED = [3.0, 2.5, math.nan, math.inf, math.nan]


def logged(store: Store, seed: int, values: list[float], steps: list[int] | None = None, attempt: int = 1) -> None:
    """Write a run of RoPE whose validation loss is these values."""
    steps = steps or list(range(0, 50 * len(values), 50))
    rows = [
        (attempt, step, step * 10, step * 0.1, "val", 128, None, "window_loss", value)
        for step, value in zip(steps, values, strict=True)
    ]
    store.write(f"rope-s{seed}", pd.DataFrame(rows, columns=COLUMNS), footer("rope", seed))


def drawn(store: Store, **options: object) -> tuple:
    """The chart and the notes of all that was written."""
    runs = store.index().runs
    rows, again = store.rows(runs["name"], "val"), store.replaced(runs["name"], "val")
    chosen = CurveOptions(**options)  # type: ignore[arg-type]
    return curves(rows, runs, chosen, None, again), curve_notes(rows, runs, chosen, again)


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(tmp_path)


def test_fault_01_nan_and_inf_are_marks_at_their_step_and_counted(store: Store) -> None:
    logged(store, 0, DIVERGED)
    logged(store, 1, [3.0, math.nan, 2.0, 2.0, 2.0])
    chart, notes = drawn(store)
    marks = chart.datasets["odd"][["seed", "step", "what"]].to_numpy().tolist()
    assert marks == [[0, 100, "NaN"], [1, 50, "NaN"]]  # the first of several in a row
    told = notes.odd.set_index("seed")[["count", "step", "to_end"]].to_dict("index")
    assert told == {0: {"count": 3, "step": 100, "to_end": True}, 1: {"count": 1, "step": 50, "to_end": False}}
    assert "✕" in vl_convert.vegalite_to_svg(chart.standalone())


def test_fault_02_a_finite_value_between_nans_is_a_dot(store: Store) -> None:
    logged(store, 0, [3.0, math.nan, 2.5, math.nan, 2.0, 1.9])
    chart, _ = drawn(store)
    assert chart.datasets["alone"][["x", "value"]].to_numpy().tolist() == [[0, 3.0], [100, 2.5]]
    svg = vl_convert.vegalite_to_svg(chart.standalone())
    assert 'aria-roledescription="circle"' in svg


def test_fault_03_one_nan_metric_leaves_the_others_drawn(store: Store) -> None:
    logged(store, 0, [math.nan] * 3)
    logged(store, 1, [3.0, 2.0, 1.0])
    assert len(drawn(store)[0].table) == 3
    assert drawn(store, members=True)[0].datasets["lines"]["value"].notna().sum() == 3


def test_fault_08_rows_out_of_order_are_drawn_by_step(store: Store) -> None:
    logged(store, 0, [1.0, 3.0, 2.0], steps=[100, 0, 50])
    means = drawn(store)[0].datasets["means"]
    assert means[["x", "mean"]].to_numpy().tolist() == [[0, 3.0], [50, 2.0], [100, 1.0]]


def test_fault_06_a_resumed_run_shows_its_latest_attempt_and_the_rest_faintly(store: Store) -> None:
    first = [(1, step, 0, 0.0, "val", 128, None, "window_loss", 5.0) for step in (0, 50, 100, 150)]
    second = [(2, step, 0, 0.0, "val", 128, None, "window_loss", 4.0) for step in (100, 150, 200)]
    store.write("rope-s0", pd.DataFrame(first + second, columns=COLUMNS), footer("rope", 0))
    chart, notes = drawn(store)
    assert chart.datasets["means"]["mean"].tolist() == [5.0, 5.0, 4.0, 4.0, 4.0]
    faint = chart.datasets["replaced"][["attempt", "x", "value"]].to_numpy().tolist()
    assert faint == [[1, 100, 5.0], [1, 150, 5.0]]
    assert notes.replaced[["seed", "attempt", "first", "last"]].to_numpy().tolist() == [[0, 1, 100, 150]]


def test_fault_18_steps_that_a_seed_skipped_enter_no_mean(store: Store) -> None:
    logged(store, 0, [3.0, 2.0, 1.0], steps=[0, 50, 100])
    logged(store, 1, [3.0, 9.0, 1.0], steps=[0, 75, 100])
    means = drawn(store)[0].datasets["means"]
    assert means[["x", "mean"]].to_numpy().tolist() == [[0, 3.0], [100, 1.0]]


def test_fault_21_and_22_a_single_step_of_one_seed_is_a_point_without_spread(store: Store) -> None:
    logged(store, 0, [3.0])
    chart, _ = drawn(store)
    assert chart.datasets["alone"][["x", "value"]].to_numpy().tolist() == [[0, 3.0]]
    assert chart.table["n"].tolist() == [1] and chart.table["std"].isna().all()
    assert chart.datasets["means"][["lo", "hi"]].isna().all(axis=None)


def test_fault_23_a_zero_flattens_no_log_axis_and_is_told(store: Store) -> None:
    logged(store, 0, [3.0, 0.0, 2.0, -1.0, 1.0])
    logged(store, 1, [3.0, 2.5, 2.0, 1.5, 1.2])
    chart, notes = drawn(store, log_y=True)
    domain = next(
        layer["encoding"]["y"]["scale"]["domain"]
        for layer in chart.spec["layer"]
        if layer["encoding"].get("y", {}).get("field") == "mean"
    )
    assert domain[0] > 0.9 and (chart.datasets["means"]["mean"].dropna() > 0).all()
    assert (chart.datasets["means"]["lo"].dropna() >= domain[0] - 1e-6).all()
    assert notes.odd[["seed", "count", "step"]].to_numpy().tolist() == [[0, 2, 50]]
    assert drawn(store)[1].odd.empty  # on a linear axis both can be drawn


def test_fault_24_smoothing_reads_every_row_before_thinning(store: Store) -> None:
    values = [2 + math.sin(i) for i in range(1500)]
    logged(store, 0, values)
    smooth = drawn(store, smoothing=0.9)[0].datasets["means"].set_index("x")["smooth"]
    total = weight = 0.0
    for i, value in enumerate(values):
        total, weight = 0.9 * total + 0.1 * value, 0.9 * weight + 0.1
        if i * 50 in smooth.index:
            assert smooth[i * 50] == pytest.approx(total / weight, rel=1e-5)
    assert len(smooth) <= 2 * curve_data.MOST_POINTS


def test_a_spike_survives_thinning(store: Store) -> None:
    values = [2.0] * 3000
    values[1234] = 50.0
    logged(store, 0, values)
    means = drawn(store)[0].datasets["means"]
    assert means["mean"].max() == 50.0 and len(means) <= 2 * curve_data.MOST_POINTS


def test_unequal_seeds_thin_the_line_and_its_n(store: Store) -> None:
    logged(store, 0, [4.0, 3.0, 2.0, 1.0])
    logged(store, 1, [4.0, 3.0, 3.0])
    logged(store, 2, [4.0, 6.0])
    chart, notes = drawn(store)
    assert chart.datasets["means"]["mean"].tolist() == [4.0, 4.0]  # by hand: (3+3+6)/3
    assert chart.datasets["fewer"][["x", "mean"]].to_numpy().tolist() == [[50, 4.0], [100, 2.5], [150, 1.0]]
    assert chart.datasets["falls"][["x", "text"]].to_numpy().tolist() == [[100, "n=2"], [150, "n=1"]]
    assert notes.falls[["step", "n", "asked"]].to_numpy().tolist() == [[100, 2, 3], [150, 1, 3]]
    assert chart.datasets["hover"].set_index("step")["r0"][100].endswith("(n=2)")
    assert ">n=2<" in vl_convert.vegalite_to_svg(chart.standalone())


def test_a_seed_that_skipped_a_step_does_not_thin_the_line_before_its_end(store: Store) -> None:
    logged(store, 0, [4.0, 3.0, 2.0])
    logged(store, 1, [4.0, 2.0], steps=[0, 100])
    chart, notes = drawn(store)
    assert chart.datasets["means"]["x"].tolist() == [0, 100] and notes.falls.empty


def test_axes_of_a_growing_run_move_seldom(store: Store) -> None:
    domains = set()
    for count in range(6, 20):
        logged(store, 0, list(np.linspace(6, 1.6, 20)[:count]))
        chart, _ = drawn(store, steps=(0, 1000), growing=True)
        line = next(one for one in chart.spec["layer"] if one["encoding"].get("y", {}).get("field") == "mean")
        assert line["encoding"]["x"]["scale"]["domain"] == [0, 1000]
        domains.add(tuple(line["encoding"]["y"]["scale"]["domain"]))
    assert len(domains) <= 4
    for low, high in domains:
        assert low <= 1.6 + 4.4 * 14 / 19 and high >= 6


def test_only_the_steps_looked_at_are_drawn(store: Store) -> None:
    logged(store, 0, [6.0, 3.0, 2.0, 1.9])
    chart, _ = drawn(store, steps=(50, 150))
    assert chart.datasets["means"]["x"].tolist() == [50, 100, 150]
    line = next(one for one in chart.spec["layer"] if one["encoding"].get("y", {}).get("field") == "mean")
    assert line["encoding"]["y"]["scale"]["domain"][1] < 3.2  # the untrained loss presses nothing together


def test_fault_25_a_clock_that_went_back_is_told(store: Store) -> None:
    rows = [
        (1, step, step * 10, seconds, "val", 128, None, "window_loss", 2.0)
        for step, seconds in ((0, 0.0), (50, 9.0), (100, 4.0), (150, 12.0))
    ]
    store.write("rope-s0", pd.DataFrame(rows, columns=COLUMNS), footer("rope", 0))
    logged(store, 1, [2.0] * 4)
    _, notes = drawn(store, x="seconds")
    assert notes.backwards[["series", "seed", "step"]].to_numpy().tolist() == [["rope", 0, 100]]
    assert drawn(store)[1].backwards.empty  # by steps nothing runs backwards


def test_a_gap_hides_no_spike_and_a_spike_no_gap(store: Store) -> None:
    values = [2.0] * 3000
    values[1234], values[1235], values[1240] = 50.0, math.nan, -1.0
    logged(store, 0, values)
    means = drawn(store)[0].datasets["means"]
    assert means["mean"].max() == 50.0 and means["mean"].min() == -1.0 and means["mean"].isna().sum() == 1
    assert len(means) <= 3 * curve_data.MOST_POINTS
