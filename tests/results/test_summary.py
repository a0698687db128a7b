"""Statistics over seeds against known answers, and against a second derivation."""

import math
import statistics

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.results import curve, evidence, final_values, latest_per_seed, over_seeds, table

NAN = float("nan")
LOSSES = st.floats(-1e3, 1e3).filter(lambda value: value == 0 or abs(value) > 1e-6)


def cell(frame, **where):
    for column, value in where.items():
        frame = frame[frame[column] == value]
    assert len(frame) == 1, frame
    return frame.iloc[0]


def test_known_mean_std_and_interval(make_values):
    row = over_seeds(make_values({"rope": {0: 1.0, 1: 2.0, 2: 3.0}})).iloc[0]
    assert (row["mean"], row["std"], row["n"], row["asked"], row["finished"], row["count"]) == (2, 1, 3, 3, 3, "3")
    assert row["hi"] - row["mean"] == pytest.approx(4.303 / math.sqrt(3), abs=1e-3)
    five = over_seeds(make_values({"rope": dict(enumerate([0.0, 0, 0, 0, 5]))})).iloc[
        0
    ]  # ties are five values, not two
    assert (five["mean"], five["n"]) == (1, 5)
    assert (five["hi"] - 1) / (five["std"] / math.sqrt(5)) == pytest.approx(2.776, abs=1e-3)


def test_one_seed_has_a_mean_and_no_spread(make_values):
    row = over_seeds(make_values({"rope": {0: 1.5}})).iloc[0]
    assert (row["mean"], row["n"]) == (1.5, 1)
    assert np.isnan([row["std"], row["lo"], row["hi"]]).all()


@settings(max_examples=25, deadline=None)
@given(st.lists(LOSSES, min_size=2, max_size=8))
def test_mean_std_and_interval_against_other_libraries(make_values, losses):
    row = over_seeds(make_values({"rope": dict(enumerate(losses))})).iloc[0]
    assert row["mean"] == pytest.approx(statistics.fmean(losses), abs=1e-9)
    assert row["std"] == pytest.approx(statistics.stdev(losses), abs=1e-9)
    if row["std"] > 1e-9:
        low, high = stats.ttest_1samp(losses, 0).confidence_interval(0.95)
        assert (row["lo"], row["hi"]) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))


def test_a_series_does_not_change_with_what_stands_beside_it(make_values):
    alone = over_seeds(make_values({"rope": {0: 1.0, 1: 2.0}}))
    beside = over_seeds(make_values({"none": {0: 9.0}, "rope": {0: 1.0, 1: 2.0}, "alibi": {5: NAN}}))
    pd.testing.assert_frame_equal(alone, beside[beside["series"] == "rope"].reset_index(drop=True))


def test_a_diverged_seed_stays_in_asked_and_is_said(store, put):
    put("rope", 0, {128: 1.0}), put("rope", 1, {128: 2.0})
    put("rope", 2, {128: NAN}, status="diverged")
    row = cell(over_seeds(store.values()), metric="val_loss")
    assert (row["mean"], row["n"], row["asked"], row["finished"], row["nonfinite"]) == (2.0, 2, 3, 2, 1)
    assert row["count"] == "2 of 3 finished"
    assert table(store.values())["count"].tolist() == ["2 of 3 finished"]


def test_a_seed_that_diverged_before_it_was_ever_evaluated_is_counted(store, put, make_rows):
    put("rope", 0, {128: 1.0, 256: 2.0})
    put("rope", 1, rows=make_rows({}), status="diverged")
    put("none", 0, rows=make_rows({}), status="diverged")
    values = store.values()
    assert cell(over_seeds(values), series="rope", metric="tail_loss", eval_length=256)["count"] == "1 of 2 finished"
    assert cell(table(values), series="none")["count"] == "0 of 1 finished"
    assert math.isnan(cell(table(values), series="none")["val_loss_mean"])


@pytest.mark.parametrize("status", ["running", "interrupted", "diverged"])
def test_only_finished_runs_enter_a_mean(store, put, status):
    put("rope", 0, {128: 1.0})
    put("rope", 1, {128: 9.0}, status=status)
    row = cell(over_seeds(store.values()), metric="val_loss")
    assert (row["mean"], row["n"], row["asked"], row["count"]) == (1.5, 1, 2, "1 of 2 finished")


def test_a_finished_run_with_an_infinite_loss_is_counted(store, put):
    put("rope", 0, {128: 1.0}), put("rope", 1, {128: math.inf})
    row = cell(over_seeds(store.values()), metric="val_loss")
    assert (row["mean"], row["nonfinite"], row["finished"], row["count"]) == (1.5, 1, 2, "1 of 2 with a value")


def test_the_rise_is_between_tails_at_the_last_evaluation(store, put, make_rows):
    early, late = make_rows({128: 9.0, 256: 1.0}, steps=50), make_rows({128: 2.0, 256: 2.5}, first=100)
    put(rows=pd.concat([late, early], ignore_index=True))
    values = store.values()
    assert cell(values, metric="rise_at_2x")["value"] == 0.5
    assert cell(values, metric="rise_ratio_at_2x")["value"] == 1.25
    assert cell(values, metric="val_loss")["value"] == 2.5
    assert set(values["step"]) == {100}


def test_the_forced_split_is_a_series_of_its_own(store, put, make_rows):
    rows = pd.concat([make_rows({128: 2.0}), make_rows({128: 2.0, 256: 8.0}, split="forced")], ignore_index=True)
    put("learned", 0, rows=rows), put("rope", 0)
    result = table(store.values()).set_index("series")
    assert set(result.index) == {"rope", "learned", "learned, forced"}
    assert math.isnan(result.loc["learned", "tail_loss_256_mean"])
    assert result.loc["learned, forced", "tail_loss_256_mean"] == 8.0
    assert result.loc["learned, forced", "rise_at_2x_mean"] == 6.0
    assert math.isnan(result.loc["learned", "rise_at_2x_mean"])
    assert math.isnan(result.loc["learned, forced", "val_loss_mean"])
    assert math.isnan(store.index().runs.set_index("name").loc["learned-s0", "rise_at_2x"])


def test_unlike_configs_are_never_meant_together(store, put):
    put("rope", 0, {128: 1.0}), put("rope", 1, {128: 3.0}, config={"steps": 50})
    put("rope", 2, {128: 5.0}, corpus={"name": "tiny", "sha256": "other"})
    put("rope", 3, {128: 7.0}, scaling="yarn")
    assert sorted(table(store.values())["val_loss_mean"]) == [1.5, 3.5, 5.5, 7.5]


def test_a_seed_that_occurs_twice_is_not_fused_but_said(store, put):
    put(name="old", losses={128: 1.0}, end="2026-01-01T10:00:00+00:00")
    put(name="new", losses={128: 2.0}, end="2026-01-01T12:00:00+02:00", status="finished")
    put(name="later", losses={128: 3.0}, end="2026-01-01T11:00:00+00:00")
    put(name="going", losses={128: 4.0}, end=None, status="running")
    values = store.values()
    row = cell(values, metric="val_loss")
    assert (row["name"], row["value"], set(row["replaces"])) == ("later", 3.5, {"old", "new", "going"})
    summary = cell(over_seeds(values), metric="val_loss")
    assert (summary["n"], summary["asked"], summary["replaced"]) == (1, 1, 3)


def test_repeating_a_seed_cannot_hide_that_it_diverged_later(store, put):
    put(name="good", end="2026-01-01T10:00:00+00:00")
    put(name="bad", end="2026-01-01T11:00:00+00:00", status="diverged", losses={128: NAN})
    assert latest_per_seed(store.index().runs)["name"].tolist() == ["bad"]


def test_evidence_leads_from_a_number_to_its_runs(store, put):
    (
        put("rope", 1, {128: 2.0}),
        put("rope", 0, {128: 1.0}),
        put("none", 0),
        put("rope", 2, {128: NAN}, status="diverged"),
    )
    values = store.values()
    found = evidence(values, "rope", "val_loss")
    assert found["name"].tolist() == ["rope-s0", "rope-s1", "rope-s2"]
    assert found["used"].tolist() == [True, True, False]
    assert found["step"].tolist() == [100, 100, 100]
    entered = found.loc[found["used"], "value"]
    assert entered.mean() == cell(over_seeds(values), series="rope", metric="val_loss")["mean"]
    assert found["rule"].nunique() == 1 and "last evaluation" in found["rule"][0]
    assert len(evidence(values, "rope", "tail_loss", 128)) == 3
    assert len(evidence(values, "rope", "val_loss", experiment="none such")) == 0


def test_values_and_tables_of_nothing(store):
    assert len(final_values(store.index().runs, store.rows([]))) == 0
    assert len(table(store.values())) == 0
    assert len(curve(store.rows([]))) == 0


def tail(frame):
    return frame[frame["metric"] == "tail_loss"]


def test_a_curve_stops_at_the_shortest_seed(store, put, make_rows):
    for seed, (steps, loss) in enumerate([(100, 1.0), (100, 2.0), (50, 9.0)]):
        put("rope", seed, rows=make_rows({128: loss}, steps=steps), status="finished" if steps == 100 else "running")
    line = tail(curve(store.rows([f"rope-s{seed}" for seed in range(3)], "val")))
    assert line["step"].tolist() == [0, 50]
    assert line["mean"].tolist() == [4.0, 4.0]
    assert line["n"].tolist() == line["asked"].tolist() == [3, 3]


def test_a_curve_is_over_shared_steps_and_nothing_is_interpolated(store, put, make_rows):
    put("rope", 0, rows=make_rows({128: 1.0}, steps=60, every=20))
    put("rope", 1, rows=make_rows({128: 3.0}, steps=60, every=30))
    line = tail(curve(store.rows(["rope-s0", "rope-s1"], "val")))
    assert line["step"].tolist() == [0, 60]
    assert line["std"].tolist() == pytest.approx([math.sqrt(2)] * 2)


def test_a_curve_has_no_mean_where_a_seed_is_nan(store, put, make_rows):
    put("rope", 0, rows=make_rows({128: 1.0}))
    bad = make_rows({128: 3.0})
    bad.loc[bad["step"] >= 50, "value"] = [math.inf, NAN] * (sum(bad["step"] >= 50) // 2)
    put("rope", 1, rows=bad, status="diverged")
    line = tail(curve(store.rows(["rope-s0", "rope-s1"], "val")))
    assert line["mean"].tolist()[0] == 2.0 and np.isnan(line["mean"].tolist()[1:]).all()
    assert (line["nonfinite"].tolist(), line["n"].tolist()) == ([0, 1, 1], [2, 1, 1])


def test_a_curve_knows_the_seeds_that_logged_nothing(store, put, make_rows):
    put("rope", 0), put("rope", 1, rows=make_rows({}), status="diverged")
    line = tail(curve(store.rows(["rope-s0", "rope-s1"], "val"), runs=store.index().runs))
    assert set(line["n"]) == {1} and set(line["asked"]) == {2}


def test_a_curve_of_one_seed_has_no_spread(store, put):
    put("rope", 0)
    line = curve(store.rows(["rope-s0"]))
    assert line["std"].isna().all() and set(line["n"]) == {1}


def test_a_curve_does_not_fuse_two_runs_of_a_seed_nor_two_experiments(store, put):
    put(name="a", losses={128: 1.0}, end="2026-01-01T10:00:00+00:00")
    put(name="b", losses={128: 2.0}, end="2026-01-01T11:00:00+00:00")
    put(name="c", losses={128: 4.0}, config={"steps": 7})
    lines = tail(curve(store.rows(["a", "b", "c"], "val")))
    assert lines.groupby("experiment", observed=True)["mean"].unique().map(list).tolist() in (
        [[2.0], [4.0]],
        [[4.0], [2.0]],
    )


@pytest.mark.parametrize("x", ["step", "tokens", "seconds"])
def test_a_curve_in_any_unit_is_sorted(store, put, make_rows, x):
    put("rope", 0, rows=make_rows({128: 1.0, 256: 2.0}).iloc[::-1])
    put("rope", 1, rows=make_rows({128: 1.0, 256: 2.0}).assign(seconds=lambda rows: rows["seconds"] * 3))
    line = curve(store.rows(["rope-s0", "rope-s1"], "val"), x=x)
    line = line[(line["metric"] == "tail_loss") & (line["eval_length"] == 256)]
    expected = {"step": [0, 50, 100], "tokens": [0, 50 * 4096, 100 * 4096], "seconds": [0, 10, 20]}
    assert line["x"].tolist() == pytest.approx(expected[x])
