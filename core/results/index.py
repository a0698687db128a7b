"""The index: one row for every run below a root, kept in a file that can be deleted at any time.

An entry holds as long as path, mtime and size do. Every process may write the file; it is replaced whole, so the
last one wins and each version is right.
"""

import contextlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs

from core.results import files
from core.results.errors import BrokenFile, RunFileError
from core.results.footer import Footer
from core.results.identity import at_places, experiment, series
from core.results.kept import RACY_NS
from core.results.runfile import joined, latest_attempts, to_frame
from core.results.summary import EVALUATED, run_values

INDEX_PATH = ".index.parquet"
INDEX_KEY, INDEX_VERSION = b"position_lab_index", b"1"  # raise it when a column or the rule behind one changes
STALE = timedelta(minutes=5)  # a run that has been silent for longer is "stopped?"
BATCH = 50  # files that a thread reads before their rows are looked at
EVALUATIONS = ("attempt", "step", "split", "eval_length", "metric", "value")

_TEXT = """name run_id run_name encoding scaling series status message experiment corpus corpus_sha256 start heartbeat
end config commit dtype machine python torch numpy""".split()
_WHOLE = "seed steps steps_done attempt train_length parameters threads eval_step mtime size".split()
_FLAGS = "dirty compiled".split()
_NUMBERS = "val_loss rise_at_2x rise_ratio_at_2x".split()
_NULLABLE = {pa.int64(): pd.Int64Dtype()}
INDEX_SCHEMA = pa.schema(
    [(name, pa.string()) for name in _TEXT]
    + [(name, pa.int64()) for name in _WHOLE]
    + [(name, pa.bool_()) for name in _FLAGS]
    + [(name, pa.float64()) for name in _NUMBERS],
    metadata={INDEX_KEY: INDEX_VERSION},
)


@dataclass(frozen=True)
class RunIndex:
    """Every run below a root, one row each, and the files that are none, with the reason."""

    runs: pd.DataFrame
    broken: tuple[BrokenFile, ...]


def build(
    store: fs.SubTreeFileSystem, open_run: Callable[..., tuple[Footer, pa.Table]], now: datetime | None = None
) -> RunIndex:
    """The index of what lies below the root at this moment; only files that changed are read."""
    found = list(files.walk(store))
    listed = {_name(item): item for item in found if isinstance(item, fs.FileInfo)}
    stored = _stored(store)
    kept = _still_true(stored, listed)
    known = set(kept["name"].to_pylist())
    new = [listed[name] for name in sorted(set(listed) - known)]
    with ThreadPoolExecutor(files.readers(store)) as pool:
        read = list(pool.map(lambda at: _read(open_run, new[at : at + BATCH]), range(0, len(new), BATCH)))
    table = pa.concat_tables([kept, _with_values(read)]).sort_by("name")
    if any(part.entries for part in read) or len(table) != len(stored):
        _save(store, table)
    refused = [file for part in read for file in part.broken if file.code != "missing"]
    broken = [item for item in found if isinstance(item, BrokenFile)] + refused
    return RunIndex(_as_of(table.to_pandas(types_mapper=_NULLABLE.get), now or datetime.now(UTC)), tuple(broken))


def _name(info: fs.FileInfo) -> str:
    return str(info.path).removesuffix(files.SUFFIX)


def _stored(store: fs.SubTreeFileSystem) -> pa.Table:
    """The entries in the index file that can be trusted; none where it is missing, broken or of another version."""
    try:
        info = store.get_file_info(INDEX_PATH)
        with store.open_input_file(INDEX_PATH) as source:
            table = pq.ParquetFile(source, page_checksum_verification=True).read(use_threads=False)
    except (pa.ArrowException, OSError, ValueError):
        return INDEX_SCHEMA.empty_table()
    ours = table.schema.equals(INDEX_SCHEMA, check_metadata=False) and _of_this_version(table)
    if not ours or info.mtime_ns is None:  # a filesystem that tells no mtime gives nothing to key an entry by
        return INDEX_SCHEMA.empty_table()
    # A file that changed just before the index was written may change again without a new mtime.
    return table.filter(pc.less(table["mtime"], info.mtime_ns - RACY_NS))


def _of_this_version(table: pa.Table) -> bool:
    return (table.schema.metadata or {}).get(INDEX_KEY) == INDEX_VERSION


def _still_true(stored: pa.Table, listed: dict[str, fs.FileInfo]) -> pa.Table:
    """The entries whose file has the same path, mtime and size as when it was read."""
    keys = zip(*(stored[key].to_pylist() for key in ("name", "mtime", "size")), strict=True)
    same = [
        name in listed and (listed[name].mtime_ns, listed[name].size) == (mtime, size) for name, mtime, size in keys
    ]
    return stored.filter(pa.array(same, pa.bool_()))


@dataclass(frozen=True)
class _Part:
    """What some of the files hold: their entries, the evaluations of all of them, and those that are no runs."""

    entries: list[dict[str, Any]]
    rows: pa.Table
    broken: list[BrokenFile]


def _read(open_run: Callable[..., tuple[Footer, pa.Table]], infos: list[fs.FileInfo]) -> _Part:
    """What the index says of these files, and why some of them are no runs."""
    entries, tables, broken = [], [], []
    for info in infos:
        name = _name(info)
        try:
            footer, rows = open_run(name, EVALUATIONS)
        except RunFileError as error:
            broken.append(BrokenFile(name, error.reason, error.code))
            continue
        entries.append(_described(footer) | {"name": name, "mtime": info.mtime_ns, "size": info.size})
        tables.append(latest_attempts(rows))
    rows, run = joined(tables, EVALUATIONS, metric=EVALUATED)
    return _Part(entries, rows.append_column("name", at_places([entry["name"] for entry in entries], run)), broken)


def _described(footer: Footer) -> dict[str, Any]:
    """The footer as index columns; a config from elsewhere may lack a number or have text in its place."""
    same = "run_id encoding scaling seed status message attempt start heartbeat end commit dirty compiled threads dtype"
    entry = {key: getattr(footer, key) for key in f"{same} machine parameters steps_done".split()}
    entry |= {key: _whole(footer.config.get(key)) for key in ("steps", "train_length")}
    entry |= {key: _text(footer.versions.get(key)) for key in ("python", "torch", "numpy")}
    return entry | {
        "run_name": footer.name,
        "series": series(footer.encoding, footer.scaling),
        "experiment": experiment(footer),
        "corpus": _text(footer.corpus.get("name")),
        "corpus_sha256": _text(footer.corpus.get("sha256")),
        "config": json.dumps(footer.config, sort_keys=True),
    }


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and abs(value) < 2**63 else None


def _text(value: Any) -> str | None:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else None


def _with_values(read: list[_Part]) -> pa.Table:
    """The entries with the headline numbers of their runs, NaN where a run has none."""
    entries = [entry for part in read for entry in part.entries]
    if not entries:
        return INDEX_SCHEMA.empty_table()
    frame = pa.Table.from_pylist(entries, schema=INDEX_SCHEMA).to_pandas()
    values = run_values(to_frame(pa.concat_tables([part.rows for part in read])), frame)
    values = values[values["split"] == "val"]
    by_metric = {metric: values[values["metric"] == metric].set_index("name") for metric in _NUMBERS}
    for metric, of_metric in by_metric.items():
        frame[metric] = frame["name"].map(of_metric["value"])
    frame["eval_step"] = frame["name"].map(by_metric["val_loss"]["step"])
    return pa.Table.from_pandas(frame, schema=INDEX_SCHEMA, preserve_index=False).replace_schema_metadata(
        INDEX_SCHEMA.metadata
    )


def _save(store: fs.SubTreeFileSystem, table: pa.Table) -> None:
    """Keep the index for the next reader; where the root cannot be written, each reader makes its own."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", write_page_checksum=True)
    with contextlib.suppress(OSError):
        files.write_atomic(store, INDEX_PATH, sink.getvalue())


def _as_of(runs: pd.DataFrame, now: datetime) -> pd.DataFrame:
    """The runs with "stopped?" as the status of those that say they run and have been silent for five minutes."""
    running = runs["status"] == "running"
    if not running.any():
        return runs
    heartbeat = pd.to_datetime(runs["heartbeat"].where(running), format="ISO8601", errors="coerce", utc=True)
    silent = running & ~(heartbeat > pd.Timestamp(now) - STALE)
    return runs.assign(status=runs["status"].mask(silent, "stopped?"))
