"""Faults of run folders (dashboards.md section 4) by their number: what is broken is named, what is good is read."""

import math
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pandas as pd
import pytest

from core.results import RunFileError, final_values, latest_per_seed, over_seeds
from core.results.summary import EVALUATED


def finals(store):
    """The final values of all runs in the store."""
    runs = store.index().runs
    return final_values(runs, store.rows(runs["name"], ("val", "forced"), EVALUATED))


def at_256(store):
    """The row of the tail loss at 256 tokens over seeds."""
    table = over_seeds(finals(store))
    return table[(table["metric"] == "tail_loss") & (table["eval_length"] == 256)].iloc[0]


def test_fault_04_an_infinite_value_is_counted_and_enters_no_std(store, put):
    for seed, loss in enumerate((2.0, 2.5, math.inf)):
        put("rope", seed, {128: 2.0, 256: loss})
    row = at_256(store)
    assert (row["mean"], row["n"], row["asked"], row["nonfinite"]) == (2.25, 2, 3, 1)
    assert row["std"] == pytest.approx(math.sqrt(0.125))


def test_fault_05_a_logged_nan_is_another_thing_than_no_row(store, put):
    put("rope", 0, {128: 2.0, 256: math.nan})
    put("rope", 1, {128: 2.0})
    put("rope", 2, {128: 2.0, 256: 2.5})
    found = finals(store)
    found = found[(found["metric"] == "tail_loss") & (found["eval_length"] == 256)].set_index("seed")
    assert found["value"].isna().to_dict() == {0: True, 1: True, 2: False}
    assert found["step"].notna().to_dict() == {0: True, 1: False, 2: True}
    assert (at_256(store)["nonfinite"], at_256(store)["n"]) == (1, 1)


def test_fault_07_a_resumed_attempt_rewrites_no_logged_row(store, put, make_rows):
    first, second = make_rows({128: 5.0}, steps=150), make_rows({128: 4.0}, steps=200, attempt=2, first=100)
    put(rows=pd.concat([first, second], ignore_index=True))
    logged = store.all_rows("rope-s0").query("metric == 'tail_loss'")
    assert logged.groupby("attempt")["step"].apply(list).to_dict() == {1: [0, 50, 100, 150], 2: [100, 150, 200]}
    replaced = store.replaced(["rope-s0"], "val", "tail_loss")
    assert replaced[["attempt", "step", "value"]].to_numpy().tolist() == [[1, 100, 5.0], [1, 150, 5.0]]


def test_fault_09_two_runs_of_a_seed_in_one_folder_do_not_fuse(store, put):
    put("rope", 0, {128: 2.0, 256: 3.0}, name="a", run_id="first", end="2026-01-01T00:02:00+00:00")
    put("rope", 0, {128: 2.0, 256: 4.0}, name="b", run_id="second", end="2026-01-02T00:02:00+00:00")
    assert store.index().runs["run_id"].tolist() == ["first", "second"]
    (kept,) = latest_per_seed(store.index().runs).to_dict("records")
    assert (kept["name"], kept["replaces"]) == ("b", ("a",))
    assert (at_256(store)["mean"], at_256(store)["asked"]) == (4.0, 1)


def test_fault_10_a_deleted_run_leaves_the_index_and_is_said_to_be_missing(store, put):
    put("rope", 0), put("rope", 1)
    store.index()
    (Path(store.root) / "rope-s0.parquet").unlink()
    assert store.index().runs["name"].tolist() == ["rope-s1"] and store.index().broken == ()
    with pytest.raises(RunFileError, match="there is no run of this name"):
        store.rows(["rope-s0", "rope-s1"])


def test_fault_11_a_folder_that_was_trained_anew_shows_nothing_of_the_old(store, put, age):
    for seed in range(3):
        put("rope", seed, {128: 2.0, 256: 9.0})
    age(60)
    assert at_256(store)["mean"] == 9.0
    shutil.rmtree(store.root)
    for seed in range(2):
        put("rope", seed, {128: 2.0, 256: 3.0})
    age(10)
    assert (at_256(store)["mean"], at_256(store)["asked"]) == (3.0, 2)


def test_fault_12_a_file_without_its_end_is_named_and_the_rest_read(store, put):
    put("rope", 0), put("rope", 1)
    path = Path(store.root) / "rope-s0.parquet"
    path.write_bytes(path.read_bytes()[:-200])
    found = store.index()
    assert found.runs["name"].tolist() == ["rope-s1"]
    assert [(one.name, one.code) for one in found.broken] == [("rope-s0", "truncated")]


def test_fault_13_one_bad_folder_blanks_no_list(store, put):
    put("rope", 0)
    for place, content in enumerate((b"", b"\xff\xfe\x00", b"PAR1")):
        folder = Path(store.root) / f"bad-{place}"
        folder.mkdir()
        (folder / "run.parquet").write_bytes(content)
    (Path(store.root) / os.fsdecode(b"n\xe9.parquet")).write_bytes(b"x")
    found = store.index()
    assert found.runs["name"].tolist() == ["rope-s0"] and len(found.broken) == 4


@pytest.mark.parametrize("name", ["中文/运行一", "é", "🧭", "a b"])
def test_fault_14_names_in_any_script_are_read(store, put, name):
    put("rope", 0, name=name)
    assert store.index().runs["name"].tolist() == [name]
    assert set(store.rows([name])["name"]) == {name}


def test_fault_26_a_run_without_a_heartbeat_is_not_running_for_days(store, put):
    now = datetime(2026, 5, 3, tzinfo=UTC)
    for name, ago in (("alive", timedelta(seconds=30)), ("killed", timedelta(days=2))):
        put(name=name, status="running", heartbeat=(now - ago).isoformat(), end=None)
    assert store.index(now).runs.set_index("name")["status"].to_dict() == {"alive": "running", "killed": "stopped?"}


@pytest.mark.parametrize("name", ["lr=1e-3@x", "a.b.c", "a[0]", "x:y", "50% <b>"])
def test_fault_15_signs_in_a_name_are_data(store, put, name):
    put(name, 0, {128: 2.0, 256: 2.5}, name=name)
    assert finals(store)["series"].unique().tolist() == [name]


def test_fault_30_a_folder_without_metrics_still_lists_its_runs(store, put, make_rows):
    put("rope", 0, rows=make_rows({128: 1.0}).iloc[:0])
    (run,) = store.index().runs.to_dict("records")
    assert run["encoding"] == "rope" and run["steps"] == 100 and math.isnan(run["val_loss"])
    assert at_most_one_value(store)


def at_most_one_value(store) -> bool:
    """Whether the only cell is the one that every run has, and it is empty."""
    found = finals(store)
    return found["metric"].tolist() == ["val_loss"] and found["value"].isna().all()
