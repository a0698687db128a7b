"""Writing and reading one run: nothing is lost, whatever fails and wherever the root is."""

import errno
import os
import resource
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.results import RunFileError, Store, StoreError
from core.results.runfile import COLUMNS, encode, latest_attempts, to_frame


def test_rows_and_footer_come_back(store, make_rows, make_footer):
    rows, footer = make_rows({128: 2.0, 256: 2.5}), make_footer()
    store.write("reference/rope-s0", rows, footer)
    run = store.read("reference/rope-s0")
    assert (run.name, run.footer) == ("reference/rope-s0", footer)
    assert list(run.rows) == list(COLUMNS)
    for column in ("attempt", "step", "tokens", "split", "metric", "value"):
        assert run.rows[column].tolist() == rows[column].tolist()
    assert run.rows["eval_length"].isna().tolist() == rows["eval_length"].isna().tolist()
    assert run.rows["position"].isna().all()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=30))
def test_values_survive_bit_for_bit_and_nan_is_not_absence(make_rows, make_footer, values):
    store = Store("memory:///nan")
    rows = pd.concat([make_rows({128: 1.0})] * 5, ignore_index=True).iloc[: len(values)].assign(value=values)
    store.write("run", rows, make_footer())
    back = store.read("run").rows
    assert len(back) == len(values)
    np.testing.assert_array_equal(back["value"].to_numpy(), np.array(values, dtype=np.float64))


def test_a_missing_value_in_a_required_column_is_refused(store, make_rows, make_footer):
    rows = make_rows({128: 2.0})
    with pytest.raises(ValueError, match="'step'"):
        store.write("a", rows.assign(step=[None, *rows["step"].tolist()[1:]]), make_footer())
    with pytest.raises(ValueError, match="lack the columns tokens"):
        store.write("a", rows.drop(columns="tokens"), make_footer())
    with pytest.raises(ValueError, match="'step'"):
        store.write("a", rows.assign(step=0.5), make_footer())
    assert not (Path(store.root) / "a.parquet").exists()


def test_a_run_without_rows_is_a_run(store, make_rows, make_footer):
    store.write("empty", make_rows({}).iloc[:0], make_footer())
    assert len(store.read("empty").rows) == 0
    assert store.index().runs["val_loss"].isna().all()


@pytest.mark.parametrize("root", ["memory:///bucket/runs", "fsspec+memory:///other", "mock:///a/b"])
def test_the_root_may_be_a_url(root, make_rows, make_footer):
    store = Store(root)
    store.write("deep/er/run", make_rows({128: 2.0, 256: 2.5}), make_footer())
    assert store.index().runs[["name", "val_loss", "rise_at_2x"]].values.tolist() == [["deep/er/run", 2.5, 0.5]]
    assert store.index().broken == ()


def test_a_url_nobody_opens_is_one_sentence_without_the_secret():
    with pytest.raises(StoreError, match=r"^The runs at nosuch://host/runs cannot be opened: .*\.$"):
        Store("nosuch://key:secret@host/runs?token=secret")


@pytest.mark.parametrize(
    "name", ["中文 跑", 'it\'s "quoted"', "<script>alert(1)</script>", "a[0].b{c}", "é🙂", "%2e%2e"]
)
def test_names_are_data(store, make_rows, make_footer, name):
    store.write(name, make_rows({128: 2.0}), make_footer(run_id=f"../../{name}"))
    assert store.index().runs["name"].tolist() == [name]
    assert store.index().runs["run_id"].tolist() == [f"../../{name}"]
    assert store.rows([name])["name"].unique().tolist() == [name]


@pytest.mark.parametrize(
    "name", ["../up", "a/../../b", "/abs", "", "a//b", ".hidden", "a/.b", "a\\b", "a\nb", "x/", "a\0"]
)
def test_names_that_leave_the_root_are_refused(store, make_rows, make_footer, name, tmp_path):
    with pytest.raises(RunFileError, match="cannot be a run's name"):
        store.write(name, make_rows({128: 2.0}), make_footer())
    with pytest.raises(RunFileError):
        store.read(name)
    assert list(tmp_path.iterdir()) == []


def full_disk(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("moment", ["fsync", "open"])
def test_a_full_disk_leaves_the_old_file_and_no_temporary(store, put, make_rows, make_footer, monkeypatch, moment):
    put("rope", 0)
    folder = Path(store.root)
    before = (folder / "rope-s0.parquet").read_bytes()
    monkeypatch.setattr(os, moment, full_disk)
    with pytest.raises(StoreError, match=r"the disk is full\. What was there before is intact"):
        store.write("rope-s0", make_rows({128: 9.0}), make_footer())
    monkeypatch.undo()
    assert [path.name for path in folder.iterdir()] == ["rope-s0.parquet"]
    assert (folder / "rope-s0.parquet").read_bytes() == before


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs a limit on file sizes")
def test_a_write_that_stops_half_way_leaves_the_old_file(store, put, make_rows, make_footer):
    put("rope", 0)
    path = Path(store.root) / "rope-s0.parquet"
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
    try:
        with pytest.raises(StoreError, match="The run rope-s0 could not be written"):
            store.write("rope-s0", large(make_rows), make_footer())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(Path(store.root).iterdir()) == [path]
    assert path.read_bytes() == before


def large(make_rows):
    """Rows that do not compress below 64 KB."""
    rows = pd.concat([make_rows({128: 2.0})] * 4000, ignore_index=True)
    return rows.assign(value=np.random.default_rng(0).normal(size=len(rows)))


def test_a_real_disk_that_is_full(tmp_path, make_rows, make_footer):
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tmp_path], capture_output=True)
    if mounted.returncode:
        pytest.skip("this user may not mount a small disk")
    try:
        store = Store(tmp_path)
        store.write("a", make_rows({128: 2.0}), make_footer())
        before = (tmp_path / "a.parquet").read_bytes()
        with pytest.raises(StoreError, match="the disk is full"):
            store.write("a", large(make_rows), make_footer())
        assert [path.name for path in tmp_path.iterdir()] == ["a.parquet"]
        assert (tmp_path / "a.parquet").read_bytes() == before
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_the_rows_are_on_the_disk_before_the_name_is(store, put, monkeypatch):
    order = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (order.append(list(Path(store.root).iterdir())), fsync(handle)))
    put("rope", 0)
    assert [[path.suffix for path in names] for names in order] == [[".tmp"], [".parquet"]]


def test_resumed_attempts_the_latest_wins_and_earlier_rows_stay(store, put, make_rows):
    first = make_rows({128: 5.0}, steps=150)
    second = make_rows({128: 4.0}, steps=100, attempt=2, first=100)
    put(rows=pd.concat([second, first], ignore_index=True))  # the order in the file says nothing
    rows = store.rows(["rope-s0"], split="val", metrics="tail_loss").sort_values("step")
    assert rows["step"].tolist() == [0, 50, 100, 150]
    assert rows["value"].tolist() == [5.0, 5.0, 4.0, 5.0]
    assert rows["attempt"].tolist() == [1, 1, 2, 1]
    assert len(store.all_rows("rope-s0")) == len(first) + len(second)
    assert len(store.read("rope-s0").rows) == len(first)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 4)), min_size=1, unique=True))
def test_latest_attempts_against_a_loop(make_rows, make_footer, logged):
    one = make_rows({128: 1.0}).iloc[:1]
    rows = pd.concat([one.assign(attempt=a, step=s, value=a * 10.0 + s) for a, s in logged], ignore_index=True)
    content = pa.BufferReader(encode(rows, make_footer()))
    back = to_frame(latest_attempts(pq.ParquetFile(content).read()))
    winners = {}
    for attempt, step in sorted(logged):
        winners[step] = attempt
    assert dict(zip(back["step"], back["attempt"], strict=True)) == winners
    assert back["value"].tolist() == (back["attempt"] * 10.0 + back["step"]).tolist()


def test_rows_of_several_runs_carry_whose_they_are(store, put, make_rows):
    put("rope", 0)
    learned = pd.concat([make_rows({128: 2.0}), make_rows({128: 2.0, 256: 7.0}, split="forced")])
    put("learned", 1, rows=learned, scaling="yarn")
    rows = store.rows(["rope-s0", "learned-s1"])
    found = rows.groupby(["name", "split"], observed=True)[["encoding", "series", "seed"]].first().reset_index()
    assert sorted(found.values.tolist()) == [
        ["learned-s1", "forced", "learned", "learned, yarn, forced", 1],
        ["learned-s1", "train", "learned", "learned, yarn", 1],
        ["learned-s1", "val", "learned", "learned, yarn", 1],
        ["rope-s0", "train", "rope", "rope", 0],
        ["rope-s0", "val", "rope", "rope", 0],
    ]
    assert len(store.rows(["rope-s0", "rope-s0"])) == len(store.read("rope-s0").rows)
    assert list(store.rows([])) == list(rows)
    assert set(store.rows(["rope-s0"], ("val", "forced"), ["tail_loss"])["metric"]) == {"tail_loss"}


def test_a_run_that_is_gone_is_said(store):
    with pytest.raises(RunFileError, match="gone: there is no run of this name"):
        store.rows(["gone"])
