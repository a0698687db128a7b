"""A run as bytes: rows and footer to parquet and back.

NaN is a value here and null is an absence, so nothing goes through pandas' conversion, which cannot tell them apart.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.results.errors import RunFileError
from core.results.footer import FOOTER_KEY, Footer, FooterError

_WORD = pa.dictionary(pa.int32(), pa.string())
SCHEMA = pa.schema(
    [
        pa.field("attempt", pa.int32(), nullable=False),
        pa.field("step", pa.int32(), nullable=False),
        pa.field("tokens", pa.int64(), nullable=False),
        pa.field("seconds", pa.float32(), nullable=False),
        pa.field("split", _WORD, nullable=False),
        pa.field("eval_length", pa.int32()),  # null for train rows
        pa.field("position", pa.int32()),  # null but for position_loss
        pa.field("metric", _WORD, nullable=False),
        pa.field("value", pa.float64(), nullable=False),  # NaN and Inf are values
    ]
)
COLUMNS = tuple(SCHEMA.names)
NULLABLE = ("eval_length", "position")
READ_SCHEMA = pa.schema([field.with_nullable(True) for field in SCHEMA])  # filters and joins do not keep "not null"


def encode(rows: pd.DataFrame, footer: Footer) -> pa.Buffer:
    """The run file as bytes; ValueError names a column that is missing or that does not fit the schema."""
    missing = [name for name in COLUMNS if name not in rows and name not in NULLABLE]
    if missing:
        raise ValueError(f"the rows lack the columns {', '.join(missing)}")
    arrays = [_array(rows, column) for column in SCHEMA]
    table = pa.Table.from_arrays(arrays, schema=SCHEMA.with_metadata({FOOTER_KEY: footer.to_json()}))
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", write_page_checksum=True)
    return sink.getvalue()


def _array(rows: pd.DataFrame, column: pa.Field) -> pa.Array:
    """One column as arrow: null where a nullable one has no number, an error where a required one has none."""
    if column.name not in rows:
        return pa.nulls(len(rows), column.type)
    values = rows[column.name]
    try:
        if column.name in NULLABLE:
            return pa.array(values.astype("Int32"), column.type, from_pandas=True)
        if pa.types.is_dictionary(column.type):
            return _required(pa.array(values.astype(object), pa.string(), from_pandas=True)).dictionary_encode()
        if pa.types.is_integer(column.type):
            return _required(pa.array(values, column.type, from_pandas=True))
        return pa.array(values.to_numpy(np.float64, na_value=np.nan), pa.float64()).cast(column.type)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise ValueError(f"the column '{column.name}' is not {column.type} throughout") from error


def _required(array: pa.Array) -> pa.Array:
    if array.null_count:
        raise ValueError("a value is missing")
    return array


def decode_footer(name: str, file: pq.ParquetFile) -> Footer:
    """The footer of an open parquet file; RunFileError where there is none or it is not ours."""
    metadata = file.metadata.metadata or {}
    if FOOTER_KEY not in metadata:
        raise RunFileError(name, "it is a parquet file but no run: the footer 'position_lab' is missing", "no_footer")
    try:
        return Footer.from_json(metadata[FOOTER_KEY])
    except FooterError as error:
        raise RunFileError(name, str(error), "footer") from error


def decode_rows(name: str, file: pq.ParquetFile, columns: Sequence[str] = COLUMNS) -> pa.Table:
    """The named columns of an open run file as an arrow table in our types."""
    held = set(file.schema_arrow.names)
    missing = [column for column in COLUMNS if column not in held]
    if missing:
        raise RunFileError(name, f"it is no run of this schema: it lacks the columns {', '.join(missing)}", "columns")
    wanted = _schema(columns)
    table = file.read(columns=list(columns), use_threads=False).select(list(columns))
    known = table.schema.types == wanted.types  # as nearly always; a cast would look at every value
    try:
        table = pa.Table.from_arrays(table.columns, schema=wanted) if known else table.cast(wanted)
    except (pa.ArrowException, ValueError) as error:
        raise RunFileError(name, "its columns have other types than a run of this schema", "columns") from error
    lacking = [column for column in columns if column not in NULLABLE and table[column].null_count]
    if lacking:
        raise RunFileError(name, f"it has rows without {', '.join(lacking)}", "columns")
    return table


def _schema(columns: Sequence[str]) -> pa.Schema:
    return READ_SCHEMA if columns == COLUMNS else pa.schema([READ_SCHEMA.field(column) for column in columns])


def joined(
    tables: Sequence[pa.Table], columns: Sequence[str] = COLUMNS, **wanted: Sequence[str] | None
) -> tuple[pa.Table, np.ndarray]:
    """The rows of tables of these columns in one, and for each row the place of its table; of the rows only those whose
    split or metric is wanted. What is the same for all is done once: a filter for every table would take longer.
    """
    rows = pa.concat_tables([_schema(columns).empty_table(), *tables]).unify_dictionaries().combine_chunks()
    place = np.repeat(np.arange(len(tables), dtype=np.int32), [len(table) for table in tables])
    for column, chosen in wanted.items():
        if chosen is not None:
            kept = pc.is_in(rows[column], pa.array(chosen))
            rows, place = rows.filter(kept), place[kept.to_numpy()]
    return rows, place


def latest_attempts(table: pa.Table) -> pa.Table:
    """The table with one row a step and series: where several attempts logged it, the latest attempt's."""
    return table.filter(pa.array(_latest(table))) if _resumed(table) else table


def replaced_attempts(table: pa.Table) -> pa.Table:
    """The rows of the table that latest_attempts leaves out."""
    return table.filter(pa.array(~_latest(table))) if _resumed(table) else table.slice(0, 0)


def _resumed(table: pa.Table) -> bool:
    """Whether there are rows of several attempts: of few runs, so that the others need not be sorted."""
    attempts = pc.min_max(table["attempt"]).as_py()
    return attempts["min"] != attempts["max"]


def _latest(table: pa.Table) -> np.ndarray:
    """For each row whether no later attempt logged the same step of the same series."""
    keys = [key for key in ("split", "metric", "eval_length", "position", "step") if key in table.column_names]
    frame = table.select([*keys, "attempt"]).to_pandas()
    order = frame["attempt"].sort_values(kind="stable").index
    return (~frame.loc[order, keys].duplicated(keep="last")).sort_index().to_numpy()


def to_frame(table: pa.Table) -> pd.DataFrame:
    """The table in pandas: eval_length and position as nullable whole numbers, split and metric as categories."""
    frame = table.unify_dictionaries().to_pandas(types_mapper={pa.int32(): pd.Int32Dtype()}.get)
    whole = {name: "int32" for name in ("attempt", "step") if name in frame}
    return frame.astype(whole)


def broken_bytes(name: str, content: pa.Buffer) -> RunFileError:
    """Why bytes that the parquet reader refused are no run file."""
    head, tail = content[:4].to_pybytes(), content[max(0, len(content) - 4) :].to_pybytes()
    if not head:
        return RunFileError(name, "it is empty", "empty")
    if head != b"PAR1"[: len(head)]:
        return RunFileError(name, "it is not a parquet file", "not_parquet")
    if tail != b"PAR1" or len(content) < 12:
        return RunFileError(name, "it is cut off: the end of the file is missing", "truncated")
    return RunFileError(name, "it is damaged", "damaged")
