"""A CSV or parquet file as columns of plain values: a number, a text, or None for a cell that is empty."""

import csv
import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

ABSENT = {"", "null", "none", "n/a", "<na>"}  # NaN is a value; these are none
NO_NUMBER = "_"  # Python reads 1_000 as a number; a table means a name by it


class TableError(ValueError):
    """The file is no table; the text says why."""


def cell(text: str) -> float | str | None:
    """A cell of a CSV as a number where it is one (NaN and Inf are), None where it is empty, else as its text."""
    if text.strip().lower() in ABSENT:
        return None
    if NO_NUMBER in text:
        return text
    try:
        return float(text)
    except ValueError:
        return text


def read_cells(path: Path) -> tuple[dict[str, list[Any]], int]:
    """The columns of the table by name, and how many of its lines were left out; TableError where it is none."""
    if path.suffix.lower() == ".parquet":
        return _parquet(path), 0
    try:
        return from_csv(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise TableError("it is not UTF-8; save it as UTF-8") from error


def from_csv(text: str) -> tuple[dict[str, list[Any]], int]:
    """The columns of a CSV, and how many of its lines have another number of cells than its first and were left out."""
    try:
        head = next(csv.reader(io.StringIO(text, newline=""), delimiter=","), [])
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(head)))
    except csv.Error as error:
        raise TableError(f"it is no table: {error}") from error
    rows = [row for row in rows if row]
    if not rows:
        raise TableError("it is empty")
    names = rows[0]
    if len(set(names)) < len(names):
        raise TableError(f"it has two columns of the name '{next(n for n in names if names.count(n) > 1)}'")
    whole = [row for row in rows[1:] if len(row) == len(names)]
    known: dict[str, Any] = {}
    columns = {
        name: [known[text] if text in known else known.setdefault(text, cell(text)) for text in texts]
        for name, texts in zip(names, zip(*whole, strict=True), strict=True)
    } if whole else {name: [] for name in names}  # fmt: skip
    return columns, len(rows) - 1 - len(whole)


def _delimiter(head: list[str]) -> str:
    """What parts the cells: a comma, and where the first line has none of it, a tab or a semicolon."""
    if len(head) > 1:
        return ","
    return next((mark for mark in ("\t", ";") if head and mark in head[0]), ",")


def _parquet(path: Path) -> dict[str, list[Any]]:
    """The columns of a parquet file; null is an empty cell, and NaN a number."""
    try:
        table = pq.ParquetFile(path, page_checksum_verification=True).read(use_threads=False)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise TableError("it is no parquet file, or a damaged one") from error
    return {name: _plain(table[name]) for name in table.column_names}


def _plain(column: pa.ChunkedArray) -> list[Any]:
    """The cells of a column: times as seconds since 1970, yes and no as they are, what is no number as text."""
    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.timestamp("us"), safe=False).cast(pa.int64())
        return [None if value is None else value / 1e6 for value in column.to_pylist()]
    return [value if isinstance(value, int | float | str | None) else str(value) for value in column.to_pylist()]
