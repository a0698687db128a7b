"""The index: what it says of a run, and that nothing depends on the index file."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from core.results import Store, StoreError, files, index


def names(store):
    return store.index().runs["name"].tolist()


def test_a_missing_root_is_no_runs_and_is_not_created(store):
    found = store.index()
    assert (len(found.runs), found.broken) == (0, ())
    assert {"name", "val_loss", "status", "experiment"} <= set(found.runs)
    assert len(store.values()) == 0
    assert not Path(store.root).exists()


def test_an_empty_root_is_no_runs(store):
    Path(store.root).mkdir()
    assert len(store.index().runs) == 0
    assert list(Path(store.root).iterdir()) == []


def test_a_root_that_is_a_file_is_said(tmp_path):
    (tmp_path / "runs").write_text("x")
    with pytest.raises(StoreError, match=r"cannot be listed: .*folder"):
        Store(tmp_path / "runs").index()


def test_the_columns_of_one_run(store, put):
    put("rope", 3, {128: 2.0, 256: 2.25}, config={"steps": 100}, versions={"torch": "2.13"}, parameters=7)
    run = store.index().runs.iloc[0]
    assert (run["val_loss"], run["rise_at_2x"], run["rise_ratio_at_2x"]) == (2.5, 0.25, 1.125)
    assert (run["encoding"], run["seed"], run["steps"], run["train_length"]) == ("rope", 3, 100, 128)
    assert (run["eval_step"], run["parameters"], run["corpus_sha256"], run["torch"]) == (100, 7, "ab12", "2.13")
    assert json.loads(run["config"])["rope_theta"] == 1e4


def test_the_experiment_is_the_config_without_encoding_and_seed(store, put):
    put("rope", 0), put("alibi", 1), put("rope", 2, config={"steps": 99})
    put("rope", 3, corpus={"name": "tiny", "sha256": "other"})
    runs = store.index().runs.set_index("name")["experiment"]
    assert runs["rope-s0"] == runs["alibi-s1"]
    assert runs.nunique() == 3
    assert runs.str.fullmatch("[0-9a-f]{8}").all()


def test_a_run_of_nan_only_is_a_run(store, put):
    put("rope", 0, {128: float("nan"), 256: float("nan")}, status="diverged", message="NaN at step 10")
    run = store.index().runs.iloc[0]
    assert (run["status"], run["message"], run["eval_step"]) == ("diverged", "NaN at step 10", 100)
    assert pd.isna(run["val_loss"])
    assert store.index().broken == ()


def test_silent_running_runs_are_said_to_have_stopped(store, put):
    now = datetime(2026, 5, 1, tzinfo=UTC)
    beats = {"new": timedelta(minutes=4), "old": timedelta(minutes=6), "ahead": -timedelta(minutes=3)}
    for name, ago in beats.items():
        put(name=name, status="running", heartbeat=(now - ago).isoformat(), end=None)
    put(name="never", status="running", heartbeat="", end=None)
    put(name="nonsense", status="running", heartbeat="yesterday", end=None)
    put(name="over", status="finished", heartbeat=(now - timedelta(days=9)).isoformat())
    for _ in range(2):
        status = store.index(now).runs.set_index("name")["status"].to_dict()
        assert status == {"new": "running", "old": "stopped?", "ahead": "running"} | {
            "never": "stopped?",
            "nonsense": "stopped?",
            "over": "finished",
        }
    later = store.index(now + timedelta(hours=1)).runs.set_index("name")["status"]
    assert later["new"] == "stopped?"


def test_the_index_file_saves_reading(store, put, monkeypatch, age):
    put("rope", 0), put("rope", 1)
    age()
    first = store.index()
    reads = []
    monkeypatch.setattr(Store, "open", lambda self, name, *_: reads.append(name))
    pd.testing.assert_frame_equal(store.index().runs, first.runs)
    assert reads == []


def test_changed_new_and_deleted_files_are_seen(store, put, age):
    put("rope", 0), put("rope", 1)
    age()
    store.index()
    put("rope", 1, {128: 7.0}), put("rope", 2)
    (Path(store.root) / "rope-s0.parquet").unlink()
    runs = store.index().runs
    assert runs["name"].tolist() == ["rope-s1", "rope-s2"]
    assert runs["val_loss"].tolist() == [7.5, 2.5]
    assert pq.ParquetFile(Path(store.root) / ".index.parquet").metadata.num_rows == 2


def test_a_rewrite_with_the_same_size_is_seen_by_its_mtime(store, put, age):
    put("rope", 0, {128: 5.0})
    path = Path(store.root) / "rope-s0.parquet"
    before = path.stat().st_size
    age(20)
    store.index()
    put("rope", 0, {128: 6.0})
    age(10)
    assert path.stat().st_size == before
    assert store.index().runs["val_loss"].tolist() == [6.5]


def test_a_rewrite_with_the_same_size_and_mtime_is_seen_while_the_file_is_new(store, put):
    put("rope", 0, {128: 5.0})
    path = Path(store.root) / "rope-s0.parquet"
    before = path.stat()
    store.index()
    put("rope", 0, {128: 6.0})
    assert path.stat().st_size == before.st_size
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert store.index().runs["val_loss"].tolist() == [6.5]


@pytest.mark.parametrize("content", [b"", b"PAR1", b"junk", None])
def test_a_broken_index_file_is_rebuilt(store, put, content, age):
    put("rope", 0)
    age()
    store.index()
    path = Path(store.root) / ".index.parquet"
    if content is None:  # another version of the index
        pq.write_table(pq.ParquetFile(path).read().drop_columns(["val_loss"]), path)
    else:
        path.write_bytes(content)
    assert store.index().runs["val_loss"].tolist() == [2.5]
    assert pq.ParquetFile(path).metadata.num_rows == 1


def test_an_index_of_another_version_is_not_believed(store, put, monkeypatch, age):
    put("rope", 0)
    age()
    monkeypatch.setattr(index, "INDEX_SCHEMA", index.INDEX_SCHEMA.with_metadata({index.INDEX_KEY: b"0"}))
    store.index()
    monkeypatch.undo()
    path = Path(store.root) / ".index.parquet"
    before = path.read_bytes()
    assert names(store) == ["rope-s0"]
    assert path.read_bytes() != before


def test_a_root_that_cannot_be_written_is_read(store, put, monkeypatch):
    put("rope", 0)

    def refuse(*_):
        raise PermissionError(13, "read-only")

    monkeypatch.setattr(files, "write_atomic", refuse)
    assert names(store) == names(store) == ["rope-s0"]
    assert not (Path(store.root) / ".index.parquet").exists()
    with pytest.raises(StoreError, match="permission was denied"):
        put("rope", 1)
