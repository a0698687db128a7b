"""The pictures of Compare: what they hold, and that they compile."""

import json

import numpy as np
import pandas as pd
import pytest
import vl_convert

from core.charts import Axis, Chart, ScatterWords, SlopeWords, dropped, parallel, scatter, slopes
from core.charts.parallel import MOST_LINES, NOT_FINITE
from core.charts.scatter import MOST_POINTS
from core.results.dropped import without_each_seed
from core.results.marks import Marks
from core.results.pairs import seed_by_seed
from core.results.points import Measured, field_of, metric_of, points, quarter
from tests.charts.conftest import Study
from tests.results.conftest import values_of

HOSTILE = "<script>alert('x')</script> [0].y\" a:b 中文"


def svg(chart: Chart) -> str:
    return vl_convert.vegalite_to_svg({**chart.standalone(), "width": 600})


def many(count: int) -> tuple[pd.DataFrame, Measured]:
    """So many runs of one series, with a metric that is their number."""
    same = {"experiment": "e", "encoding": "rope", "scaling": "none", "series": "rope", "status": "finished"}
    runs = pd.DataFrame([same | {"name": f"n{k}", "run_id": f"r{k}", "seed": k} for k in range(count)])
    return runs, Measured(values=pd.Series(np.arange(count, dtype=float)), is_number=True, is_metric=True)


@pytest.mark.parametrize("across", ["val_loss", "encoding", "seed"])
def test_points_of_a_study_compile_and_say_what_has_no_place(study: Study, across: str) -> None:
    is_metric = across == "val_loss"
    x = metric_of(study.runs, across) if is_metric else field_of(study.runs, Marks(), across)
    made = scatter(points(study.runs, x, metric_of(study.runs, "rise_at_2x")), x)
    # learned tables have no loss at twice the length (3 runs), and one run of sinusoidal-raw diverged
    assert made.without_y == 4 and made.not_drawn == 0
    assert len(made.chart.datasets["points"]) == 17
    drawn = svg(made.chart)
    assert "<svg" in drawn and "Infinity" not in drawn
    labels = {"sinusoidal-raw": "2 of 3 runs", "learned": "0 of 3 runs", "rope": "3 runs"}
    text = json.dumps(made.chart.spec)
    assert all(label in text for label in labels.values())


def test_a_logarithmic_axis_drops_what_it_cannot_hold_and_counts_it(study: Study) -> None:
    x = field_of(study.runs, Marks(), "seed")
    made = scatter(points(study.runs, x, metric_of(study.runs, "val_loss")), x, log_x=True)
    assert made.without_x == 7 and set(made.chart.datasets["points"]["x"]) == {1.0, 2.0}  # seed 0 of seven encodings
    assert made.chart.datasets["means"]["x"].min() > 0 and "<svg" in svg(made.chart)


def test_a_single_run_is_a_point_without_a_bar_and_none_is_refused() -> None:
    runs, metric = many(1)
    placed = runs.assign(replaces=[()], step=1, x=metric.values, y=2.0, used=True)
    made = scatter(placed, metric)
    assert made.chart.datasets["means"][["lo", "hi", "x_lo", "x_hi"]].isna().all(axis=None)
    with pytest.raises(ValueError, match="nothing to draw"):
        scatter(placed.assign(y=np.nan), metric)


def test_more_points_than_a_browser_draws_are_counted_and_meant() -> None:
    runs, metric = many(MOST_POINTS + 5)
    placed = runs.assign(replaces=[()] * len(runs), step=1, x=1.0, y=metric.values, used=True)
    made = scatter(placed, metric)
    assert made.not_drawn == 5 and made.chart.table["n"].iloc[0] == MOST_POINTS + 5


def test_slopes_hold_every_pair_and_their_mean() -> None:
    values = values_of({"rope": {0: 2.0, 1: 2.2, 5: 9.0}, "alibi": {0: 2.1, 1: 2.0}})
    pairs = seed_by_seed(values, "rope", "alibi", "tail_loss", 256)
    chart = slopes(pairs, "RoPE", HOSTILE)
    lines, means = chart.datasets["lines"], chart.datasets["means"]
    assert sorted(lines.loc[lines["way"] == "lower", "value"]) == [2.0, 2.2] and len(lines) == 4
    assert means["value"].to_list() == pytest.approx([2.1, 2.05]) and set(means["told"]) == {"-0.0500"}
    assert len(chart.table) == 3  # the seed without a partner is in the table
    assert "<script>" not in svg(chart) and "seed 1" in svg(chart)
    with pytest.raises(ValueError, match="share no seed"):
        slopes(pairs.assign(other=np.nan), "RoPE", "ALiBi")


def test_names_of_seeds_stay_apart_and_are_left_out_where_they_are_many() -> None:
    close = {seed: 2.0 + 1e-4 * seed for seed in range(12)}
    values = values_of({"rope": dict.fromkeys(close, 1.0), "alibi": close})
    labels = slopes(seed_by_seed(values, "rope", "alibi", "tail_loss"), "a", "b").datasets["labels"]
    assert np.diff(labels["at"]).min() > 0.04 * (labels["at"].max() - labels["at"].min()) / 12 and len(labels) == 12
    more = values_of({"rope": dict.fromkeys(range(13), 1.0), "alibi": dict.fromkeys(range(13), 2.0)})
    assert slopes(seed_by_seed(more, "rope", "alibi", "tail_loss"), "a", "b").datasets["labels"].empty


def test_left_out_seeds_have_a_cell_each_with_sign_number_and_flip() -> None:
    base = {seed: 2.0 + 0.01 * (seed % 2) for seed in range(5)}
    other = {seed: loss - 0.05 for seed, loss in base.items()} | {4: base[4] + 0.06}
    table = without_each_seed(values_of({"rope": base, "alibi": other}), "rope", "tail_loss", 256)
    cells = dropped(table).datasets["cells"].set_index("column")
    assert len(cells) == 6 and cells.at["without 4", "text"] == "▼ -0.050 ⇄"
    assert cells.at["all seeds", "text"].startswith("○ -0.028") and "…" in cells.at["all seeds", "span"]
    assert svg(dropped(table)).count("▼ -0.050 ⇄") >= 1


def axes_of(study: Study) -> list[Axis]:
    names = ("encoding", "seed")
    made = [Axis(title=name, measured=field_of(study.runs, Marks(), name)) for name in names]
    return [*made, Axis(title="val_loss", measured=metric_of(study.runs, "val_loss"))]


@pytest.mark.parametrize("by_metric", [False, True])
def test_parallel_lines_run_from_0_to_1_and_above_where_not_finite(study: Study, by_metric: bool) -> None:
    lit = quarter(study.runs["val_loss"])
    made = parallel(study.runs, axes_of(study), lit, by_metric=by_metric)
    lines = made.chart.datasets["lines"]
    assert (made.lines, made.left_out) == (21, 0) and len(lines) == 63
    of_metric = lines[lines["axis"] == "val_loss"]
    finite = of_metric[of_metric["place"] != NOT_FINITE]
    assert len(of_metric) - len(finite) == 1  # the run that diverged
    assert (finite["place"].min(), finite["place"].max()) == (0.0, 1.0)
    assert lines.groupby("line")["lit"].first().sum() == lit.sum() == 5
    assert sorted(lines.loc[lines["axis"] == "seed", "place"].unique()) == [0.0, 0.5, 1.0]
    assert "<svg" in svg(made.chart)


def test_of_many_lines_those_drawn_are_spread_over_the_metric() -> None:
    runs, metric = many(1000)
    made = parallel(runs, [Axis(title=HOSTILE, measured=metric), Axis(title="m", measured=metric)])
    assert (made.lines, made.left_out) == (MOST_LINES, 700)
    drawn = np.sort(made.chart.table["m"].to_numpy())
    assert (drawn[0], drawn[-1]) == (0.0, 999.0) and np.diff(drawn).max() <= 4
    assert "<script>" not in svg(made.chart)
    with pytest.raises(ValueError, match="two axes"):
        parallel(runs, [Axis(title="m", measured=metric)])


def test_words_are_the_callers(study: Study) -> None:
    x = metric_of(study.runs, "val_loss")
    made = scatter(points(study.runs, x, metric_of(study.runs, "rise_at_2x")), x, ScatterWords(x="横轴量", y="纵轴量"))
    text = json.dumps(made.chart.spec, ensure_ascii=False)
    assert "横轴量" in text and "纵轴量" in text and "validation" not in text
    pairs = seed_by_seed(values_of({"rope": {0: 1.0}, "alibi": {0: 2.0}}), "rope", "alibi", "tail_loss")
    words = SlopeWords(y="损失", falls="降低", rises="升高", mean="均值", seed="种子 {seed}")
    assert "种子 0" in set(slopes(pairs, "a", "b", words).datasets["labels"]["seed"])
