"""The pictures for a lecture hall: names that keep apart, lines that end early, axes that stay put."""

import numpy as np
import pandas as pd
import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from core.charts import LengthWords, SeriesWords, differences, projected
from core.charts.replay_data import frames
from core.results import paired

from .conftest import Study, loss

PLACES = st.lists(st.floats(0, 100), min_size=1, max_size=12)


def made(study: Study) -> tuple:
    rows = study.rows[study.rows["split"].isin(["val", "forced"])]
    return frames(rows, study.runs, 128, "tail_loss", SeriesWords())


@given(PLACES)
def test_names_keep_their_distance_their_order_and_the_ends(wanted: list[float]) -> None:
    placed = projected.apart(wanted, 5, 0, 100)
    order = np.argsort(wanted, kind="stable")
    assert (np.diff(placed[order]) >= 5 - 1e-9).all()
    assert placed.min() >= -1e-9 and placed.max() <= 100 + 1e-9


@given(PLACES)
def test_names_that_touch_stand_around_the_middle_of_what_they_name(wanted: list[float]) -> None:
    # The condition for least squares, where the ends are far: each touching group is moved by 0 on average, and no
    # part at the top of a group would rather go down (else it would have to be pushed apart from the rest).
    placed, order = projected.apart(wanted, 5, -1e6, 1e6), np.argsort(wanted, kind="stable")
    moved, gaps = (placed - np.array(wanted))[order], np.diff(placed[order])
    for group in np.split(np.arange(len(wanted)), np.flatnonzero(gaps > 5 + 1e-6) + 1):
        assert moved[group].sum() == pytest.approx(0, abs=1e-6)
        assert (np.cumsum(moved[group]) <= 1e-6).all()


def test_names_that_cannot_all_fit_still_keep_their_distance() -> None:
    assert projected.apart([1, 1, 1], 5, 0, 4).tolist() == [0, 5, 10]


def test_the_last_step_shows_the_losses_and_a_step_moves_no_axis(study: Study) -> None:
    _, lengths, series = made(study)
    steps = sorted(lengths["step"].unique())
    first, last = (projected.by_length(lengths, series, step, 128, LengthWords()) for step in (steps[0], steps[-1]))
    assert first.spec == last.spec
    for chart, step in ((first, steps[0]), (last, steps[-1])):
        lines = chart.datasets["lines"].set_index(["series", "x"])["mean"]
        seeds = [loss("alibi", seed, int(step), 1024) for seed in range(3)]
        assert lines["ALiBi (n=3)", 1024] == pytest.approx(np.mean(seeds))


def test_every_line_has_its_name_and_a_table_that_ends_says_so(study: Study) -> None:
    _, lengths, series = made(study)
    chart = projected.by_length(lengths, series, int(lengths["step"].max()), 128, LengthWords(table_ends="Ende"))
    svg = vl_convert.vegalite_to_svg(chart.standalone())
    named = {*chart.datasets["names"]["series"], *chart.datasets["ends"]["series"]}
    assert named == set(chart.datasets["lines"]["series"])
    for name in chart.datasets["names"]["series"]:
        assert f">{name}<" in svg
    assert ">Sinusoidal, unscaled (n=2 of 3): not finite<" in svg  # a seed of it diverged
    assert ">Learned table (n=3): Ende<" in svg and ">training length 128<" in svg


def test_curves_leave_out_the_untrained_model_alone(study: Study) -> None:
    curve, _, series = made(study)
    untrained = curve.assign(step=0, mean=9.0, lo=9.0, hi=9.0)
    with_it = projected.by_step(pd.concat([untrained, curve]), series, "step", "loss")
    assert with_it.datasets["lines"].equals(projected.by_step(curve, series, "step", "loss").datasets["lines"])
    assert len(projected.by_step(untrained, series, "step", "loss").datasets["lines"])
    assert ">RoPE (n=3)<" in vl_convert.vegalite_to_svg(with_it.standalone())


def test_enlarged_changes_the_type_and_no_number(study: Study) -> None:
    chart = differences(paired(study.values, "rope", "val_loss"))
    large = projected.enlarged(chart)
    assert large.datasets is chart.datasets and large.table is chart.table
    svg = vl_convert.vegalite_to_svg({**large.standalone(), "width": 1200})
    assert 'font-size="20px"' in svg and 'font-size="20px"' not in vl_convert.vegalite_to_svg(chart.standalone())
