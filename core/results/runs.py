"""The runs below one root: writing one, reading one, and the index of all."""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core.results import files, index
from core.results.errors import RunFileError, StoreError, os_reason
from core.results.footer import Footer
from core.results.identity import identify
from core.results.kept import RACY_NS, Kept, Stamp
from core.results.kinds import on_tasks, on_texts
from core.results.runfile import (
    COLUMNS,
    broken_bytes,
    decode_footer,
    decode_rows,
    encode,
    joined,
    latest_attempts,
    replaced_attempts,
    to_frame,
)
from core.results.summary import ACCURACIES, EVALUATED, final_accuracies, final_values

_KEPT = Kept()  # of this process: stores are made anew for every page


@dataclass(frozen=True)
class Run:
    """One run file: its name below the root, its footer, and its rows of every attempt."""

    name: str
    footer: Footer
    rows: pd.DataFrame


class Store:
    """The run files below a root, which is a folder or a URL that pyarrow's filesystems (or fsspec's) open."""

    def __init__(self, root: str | Path):
        self.root = root
        self.files = files.open_root(root)

    def write(self, name: str, rows: pd.DataFrame, footer: Footer) -> None:
        """Put a run under the name; on an error the file that was there before is whole."""
        path = _path(name)
        try:
            files.write_atomic(self.files, path, encode(rows, footer))
        except OSError as error:
            raise StoreError(
                f"The run {name} could not be written to {files.shown(self.root)}: {os_reason(error)}. "
                "What was there before is intact; make room or choose another folder, and resume."
            ) from error

    def read(self, name: str) -> Run:
        """The run of that name with the rows of its latest attempt for each step."""
        footer, table = self.open(name)
        return Run(name, footer, to_frame(latest_attempts(table)))

    def all_rows(self, name: str) -> pd.DataFrame:
        """The rows of every attempt of a run, as they were logged."""
        return to_frame(self.open(name)[1])

    def open(self, name: str, columns: Sequence[str] = COLUMNS) -> tuple[Footer, pa.Table]:
        """The footer and the named columns of a run as an arrow table; RunFileError says why it cannot be read."""
        path = _path(name)
        now, root = time.time_ns(), str(self.root)
        info = self.files.get_file_info(path)
        stamp = Stamp(info.mtime_ns or now, info.size or 0)
        found = _KEPT.get(root, path, stamp)
        if found is None:
            found = self._decoded(name, path)
            if stamp.mtime_ns < now - RACY_NS:
                _KEPT.put(root, path, stamp, *found)
        footer, table = found
        return footer, table.select(list(columns))

    def _decoded(self, name: str, path: str) -> tuple[Footer, pa.Table]:
        """The footer and all columns of a run, read from its file."""
        try:
            with self.files.open_input_file(path) as source:
                content = source.read_buffer()
        except FileNotFoundError as error:
            raise RunFileError(name, "there is no run of this name", "missing") from error
        except OSError as error:
            raise RunFileError(name, f"it cannot be read: {os_reason(error)}") from error
        try:
            file = pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True)
            return decode_footer(name, file), decode_rows(name, file)
        except (pa.ArrowException, OSError, ValueError) as error:
            raise broken_bytes(name, content) from error

    def rows(
        self,
        names: Iterable[str],
        split: str | Sequence[str] | None = None,
        metrics: str | Sequence[str] | None = None,
    ) -> pd.DataFrame:
        """The rows of several runs in one frame, with what identifies each run; the latest attempt wins.

        A run that cannot be read raises RunFileError: no number may be made from fewer runs than were asked for.
        """
        return self._joined(names, split, metrics, latest_attempts)

    def replaced(
        self,
        names: Iterable[str],
        split: str | Sequence[str] | None = None,
        metrics: str | Sequence[str] | None = None,
    ) -> pd.DataFrame:
        """What `rows` leaves out: the rows of earlier attempts at steps that a later attempt logged anew."""
        return self._joined(names, split, metrics, replaced_attempts)

    def _joined(
        self,
        names: Iterable[str],
        split: str | Sequence[str] | None,
        metrics: str | Sequence[str] | None,
        attempts: Callable[[pa.Table], pa.Table],
    ) -> pd.DataFrame:
        """The chosen rows of several runs in one frame."""
        wanted = list(dict.fromkeys(names))
        with ThreadPoolExecutor(files.readers(self.files)) as pool:
            opened = list(pool.map(self.open, wanted))
        tables = [attempts(table) for _, table in opened]
        rows, run = joined(tables, split=_several(split), metric=_several(metrics))
        return to_frame(identify(wanted, [footer for footer, _ in opened], run, rows))

    def values(self, names: Iterable[str] | None = None) -> pd.DataFrame:
        """The final losses of the named runs, or of all that were trained on a text, as final_values gives them."""
        runs = on_texts(self._named(names))
        return final_values(runs, self.rows(runs["name"], ("val", "forced"), EVALUATED))

    def accuracies(self, names: Iterable[str] | None = None) -> pd.DataFrame:
        """The final accuracies of the named runs, or of all that were trained on a task, as final_accuracies gives
        them."""
        runs = on_tasks(self._named(names))
        return final_accuracies(runs, self.rows(runs["name"], "val", ACCURACIES))

    def _named(self, names: Iterable[str] | None) -> pd.DataFrame:
        """The rows of the index for these runs, or all of them."""
        runs = self.index().runs
        return runs if names is None else runs[runs["name"].isin(list(names))]

    def index(self, now: datetime | None = None) -> index.RunIndex:
        """One row for every readable run, and the broken files with their reasons."""
        try:
            return index.build(self.files, self.open, now)
        except OSError as error:
            where = files.shown(self.root)
            raise StoreError(f"The runs at {where} cannot be listed: {os_reason(error)}.") from error


def _several(chosen: str | Sequence[str] | None) -> Sequence[str] | None:
    """One as a list of one."""
    return [chosen] if isinstance(chosen, str) else chosen


def _path(name: str) -> str:
    """The path of a run's file below the root; names that could leave the root or hide a file are refused."""
    parts = name.split("/")
    if any(not part or part.startswith(".") or "\\" in part or not part.isprintable() for part in parts):
        raise RunFileError(name, "this cannot be a run's name; use letters, digits, '-' and '/' for folders", "name")
    return name + files.SUFFIX
