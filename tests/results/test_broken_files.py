"""Every good run is listed and every bad file is named, whatever lies below the root."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.results import RunFileError, files


def names(store):
    return store.index().runs["name"].tolist()


def damage(content):
    middle = len(content) // 4
    return content[:middle] + bytes(byte ^ 0xFF for byte in content[middle : middle + 40]) + content[middle + 40 :]


def without_footer(path):
    pq.write_table(pq.ParquetFile(path).read().replace_schema_metadata({}), path)


def with_footer(path, **changes):
    table = pq.ParquetFile(path).read()
    said = json.loads(table.schema.metadata[b"position_lab"]) | changes
    pq.write_table(table.replace_schema_metadata({b"position_lab": json.dumps(said)}), path)


def without_column(path):
    pq.write_table(pq.ParquetFile(path).read().drop_columns(["tokens"]), path)


def with_text(path):
    table = pq.ParquetFile(path).read()
    place = table.column_names.index("value")
    pq.write_table(table.set_column(place, "value", pa.array(["x"] * len(table))), path)


def with_null(path):
    table = pq.ParquetFile(path).read()
    place = table.column_names.index("step")
    pq.write_table(table.set_column(place, "step", pa.nulls(len(table), pa.int32())), path)


BROKEN = {
    "empty": (lambda path: path.write_bytes(b""), "empty", "it is empty"),
    "text": (lambda path: path.write_text("loss,1\n"), "not_parquet", "it is not a parquet file"),
    "cut": (lambda path: path.write_bytes(path.read_bytes()[:-40]), "truncated", "it is cut off"),
    "magic": (lambda path: path.write_bytes(b"PAR1"), "truncated", "it is cut off"),
    "flipped": (lambda path: path.write_bytes(damage(path.read_bytes())), "damaged", "it is damaged"),
    "footerless": (without_footer, "no_footer", "the footer 'position_lab' is missing"),
    "newer": (
        lambda path: with_footer(path, schema_version=2),
        "footer",
        "run schema 2, and this version reads schema 1",
    ),
    "seedless": (lambda path: with_footer(path, seed="a"), "footer", "\"a\" as 'seed'"),
    "narrow": (without_column, "columns", "lacks the columns tokens"),
    "typed": (with_text, "columns", "other types"),
    "null": (with_null, "columns", "rows without step"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_bad_file_is_named_with_its_reason_and_hides_nothing(store, put, kind):
    spoil, code, reason = BROKEN[kind]
    put("rope", 0), put("rope", 1, name="sub/<b>坏"), put("rope", 2)
    spoil(Path(store.root) / "sub/<b>坏.parquet")
    for _ in range(2):  # with and without an index file
        found = store.index()
        assert found.runs["name"].tolist() == ["rope-s0", "rope-s2"]
        assert [(item.name, item.code) for item in found.broken] == [("sub/<b>坏", code)]
        assert reason in found.broken[0].reason
        assert "\n" not in found.broken[0].reason
    with pytest.raises(RunFileError, match="sub/<b>坏: "):
        store.rows(["rope-s0", "sub/<b>坏"])


def test_foreign_types_that_fit_are_read(store, put):
    put("rope", 0)
    path = Path(store.root) / "rope-s0.parquet"
    table = pq.ParquetFile(path).read()
    plain = {"split": pa.string(), "metric": pa.large_string(), "step": pa.int64(), "seconds": pa.float64()}
    wide = pa.schema([pa.field(f.name, plain.get(f.name, f.type)) for f in table.schema], table.schema.metadata)
    pq.write_table(table.cast(wide), path)
    assert store.index().runs["val_loss"].tolist() == [2.5]


def test_other_files_are_no_runs(store, put):
    put("rope", 0)
    root = Path(store.root)
    for name in (".1f.tmp", ".hidden.parquet", "a.safetensors", "notes.txt", "b.parquet.bak"):
        (root / name).write_bytes(b"half a file")
    (root / ".ipynb_checkpoints").mkdir()
    shutil.copy(root / "rope-s0.parquet", root / ".ipynb_checkpoints/rope-s0.parquet")
    (root / "folder.parquet").mkdir()
    assert names(store) == ["rope-s0"]
    assert store.index().broken == ()


def test_a_folder_that_links_to_its_parent_ends(store, put):
    put("rope", 0, name="a/rope")
    (Path(store.root) / "a/loop").symlink_to(Path(store.root) / "a")
    assert "a/rope" in names(store)


def test_a_name_that_is_not_utf8_is_said(store, put):
    put("rope", 0)
    try:
        Path(os.fsdecode(os.fsencode(store.root) + b"/a\xff.parquet")).write_bytes(b"x")
    except OSError:
        pytest.skip("this disk takes only UTF-8 names")
    found = store.index()
    assert found.runs["name"].tolist() == ["rope-s0"]
    assert [(item.name, item.code) for item in found.broken] == [(".", "name")]
    assert found.broken[0].reason == "1 of the names in this folder are not UTF-8; rename them"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads what it likes")
def test_a_folder_without_permission_is_named(store, put):
    put("rope", 0), put("rope", 1, name="closed/rope")
    closed = Path(store.root) / "closed"
    closed.chmod(0)
    try:
        found = store.index()
    finally:
        closed.chmod(0o755)
    assert found.runs["name"].tolist() == ["rope-s0"]
    assert [(item.name, item.reason) for item in found.broken] == [
        ("closed", "this folder cannot be listed: permission was denied")
    ]


def test_a_folder_that_cannot_be_listed_hides_no_other(store, put, monkeypatch):
    put("rope", 0), put("rope", 1, name="closed/rope")
    listed = files._listed

    def refuse(root, folder):
        if folder == "closed":
            raise PermissionError(13, "no")
        return listed(root, folder)

    monkeypatch.setattr(files, "_listed", refuse)
    found = store.index()
    assert found.runs["name"].tolist() == ["rope-s0"]
    assert [(b.name, b.reason) for b in found.broken] == [
        ("closed", "this folder cannot be listed: permission was denied")
    ]


def test_a_file_deleted_while_the_index_is_made_is_no_error(store, put, monkeypatch):
    put("rope", 0), put("rope", 1)
    walk = list(files.walk(store.files))
    (Path(store.root) / "rope-s1.parquet").unlink()
    monkeypatch.setattr(files, "walk", lambda *_: walk)
    found = store.index()
    assert (found.runs["name"].tolist(), found.broken) == (["rope-s0"], ())


def test_a_flipped_bit_in_a_value_is_not_read_as_another_number(store, put, make_rows):
    rows = make_rows({128: 2.0}).assign(metric="tail_loss")
    rows["value"] = np.random.default_rng(0).normal(
        size=len(rows)
    )  # too random for zstd: the bytes lie bare in the file
    put("rope", 0, rows=rows)
    path = Path(store.root) / "rope-s0.parquet"
    content = bytearray(path.read_bytes())
    content[content.index(rows["value"].to_numpy()[4].tobytes())] ^= 1
    path.write_bytes(content)
    assert [item.code for item in store.index().broken] == ["damaged"]
