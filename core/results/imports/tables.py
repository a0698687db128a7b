"""Tables of long (run, step, metric, value) or wide rows, as W&B, MLflow and trackio export them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from core.results.errors import BrokenFile, os_reason
from core.results.imports.answers import Answers
from core.results.imports.cells import TableError, read_cells
from core.results.imports.logged import Found, Logged, points
from core.results.imports.roles import Roles, roles

SUFFIXES = (".csv", ".tsv", ".parquet")
SETTING = re.compile(r"^(?:config|params|hparams|args)[./](.+)$")
SETTINGS = {"seed", "random_seed", "encoding", "lr", "learning_rate", "batch_size", "train_length", "block_size"}
SETTINGS |= {"context_length", "seq_len", "seq_length", "layers", "n_layer", "d_model", "n_embd", "heads", "n_head"}
BOUNDS = ("__MIN", "__MAX")  # what W&B puts beside a line that it thinned
STEP_LIMIT = 2**31


def read_table(path: Path, answers: Answers) -> Found:
    """The runs in a CSV or parquet file, or why there are none."""
    try:
        columns, dropped = read_cells(path)
        if not columns or not any(len(cells) for cells in columns.values()):
            raise TableError("it has no rows")
        return runs_of(columns, path.stem, str(path), answers, dropped)
    except OSError as error:
        return Found(broken=(BrokenFile(str(path), f"it cannot be read: {os_reason(error)}"),))
    except ValueError as error:
        return Found(broken=(BrokenFile(str(path), str(error), "table"),))


def runs_of(columns: dict[str, list[Any]], name: str, source: str, answers: Answers, dropped: int = 0) -> Found:
    """The runs in these columns; a table without a column of runs is one run of this name."""
    frame = pd.DataFrame({key: pd.Series(cells, dtype=object) for key, cells in columns.items()})
    frame = frame.drop(columns=[column for column in frame if str(column).endswith(BOUNDS)])
    role = roles(list(frame), answers)
    if not role.step:
        return Found(unclear=(("step_column", tuple(map(str, frame))),))
    if bool(answers.metric_column) and not role.long:
        return Found(unclear=(("value_column", tuple(map(str, frame))),))
    if not role.run and not role.long:
        frame, role = _of_chart(frame, role)
    step = pd.Series([_whole(cell) for cell in frame[role.step]], frame.index, dtype="Int64")
    good = frame[step.notna()].assign(**{role.step: step[step.notna()].astype("int64")})
    bad = len(frame) - len(good) + dropped
    keys = good[role.run].map(_text) if role.run else pd.Series(name, good.index)
    runs = [_run(key, mine, source, role) for key, mine in good.groupby(keys, sort=False)]
    runs = [run for run in runs if len(run.points)]
    if not runs:
        raise TableError("it has no number in any metric")
    reason = f"{bad} of its {len(frame) + dropped} lines have no whole step, or too few or too many cells; "
    broken = (BrokenFile(source, reason + "the others are kept", "rows"),) if bad else ()
    return Found(runs=tuple(runs), broken=broken)


def _of_chart(frame: pd.DataFrame, role: Roles) -> tuple[pd.DataFrame, Roles]:
    """A table that W&B saved of a chart, with columns "run - metric", as one of long rows; any other as it is."""
    lines = [str(column) for column in frame if column not in role.taken]
    if not lines or not all(" - " in line for line in lines):
        return frame, role
    long = frame.melt([role.step], lines, "line", "value")
    parts = long["line"].str.rpartition(" - ")
    long = long.assign(run=parts[0], metric=parts[2]).drop(columns="line")
    return long[~long["metric"].isin(["_step"])], roles([role.step, "run", "metric", "value"], Answers())


def _run(key: str, frame: pd.DataFrame, source: str, role: Roles) -> Logged:
    """One run of the table."""
    if role.time:
        times = _numbers(frame[role.time])
        frame = frame.assign(**{role.time: times.where(times < 1e11, times / 1000)})  # MLflow counts milliseconds
    config = dict(_settings(frame.drop(columns=list(role.taken)), role.long))
    table = _long(frame, role) if role.long else _melted(frame, role, set(config))
    label = _only(frame[role.label]) if role.label else None
    name = _text(label) if label is not None else key
    status = _text(_only(frame[role.status])).lower() if role.status else ""
    made = points(table["step"], table["metric"], table["value"], table["time"])
    return Logged(name=name or key, source=source, points=made, config=config, status=status)


def _long(frame: pd.DataFrame, role: Roles) -> pd.DataFrame:
    """The points of a run in a table with one row a value."""
    values = _numbers(frame[role.value])
    there = [_is_number(cell) for cell in frame[role.value]]
    time = _numbers(frame[role.time]) if role.time else np.nan
    table = pd.DataFrame({"step": frame[role.step], "metric": frame[role.metric], "value": values}).assign(time=time)
    return table[np.array(there, bool)].dropna(subset="metric").assign(metric=lambda made: made["metric"].map(_text))


def _melted(frame: pd.DataFrame, role: Roles, settings: set[str]) -> pd.DataFrame:
    """The points of a run in a table with a column a metric, in the order of the rows."""
    time = _numbers(frame[role.time]) if role.time else pd.Series(np.nan, frame.index)
    parts = []
    for column in frame.columns.difference([*role.taken], sort=False):
        there = np.array([_is_number(cell) for cell in frame[column]], bool)
        setting = SETTING.match(str(column))
        if (setting.group(1) if setting else str(column)) not in settings and there.any():
            mine = frame[there]
            parts.append(
                pd.DataFrame(
                    {
                        "step": mine[role.step],
                        "metric": str(column),
                        "value": _numbers(mine[column]),
                        "time": time[there],
                    }
                )
            )
    empty = pd.DataFrame({"step": [], "metric": [], "value": [], "time": []})
    return pd.concat(parts).sort_index(kind="stable") if parts else empty


def _settings(frame: pd.DataFrame, long: bool) -> Iterator[tuple[str, Any]]:
    """The config of a run: columns that are named as settings or hold text, and that do not change in it."""
    for column in map(str, frame):
        named = SETTING.match(column)
        value = _only(frame[column])
        texts = isinstance(value, str | bool)
        if value is not None and (named or long or texts or column.lower() in SETTINGS):
            yield (named.group(1) if named else column), _setting(value)


def _setting(value: Any) -> Any:
    """A setting as JSON holds it: whole numbers as such."""
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    if isinstance(value, float) and not np.isfinite(value):
        return str(value)
    return int(value) if whole else value


def _only(cells: pd.Series) -> Any:
    """The one value that these cells hold, or None where they hold none or several."""
    held = {cell for cell in cells if cell is not None}
    return held.pop() if len(held) == 1 else None


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _numbers(cells: pd.Series) -> pd.Series:
    """The cells as float64, NaN where one is no number."""
    return pd.Series([float(cell) if _is_number(cell) else np.nan for cell in cells], cells.index, dtype=np.float64)


def _whole(cell: Any) -> int | None:
    """A step, or None where the cell is no whole number that a run file can hold."""
    fits = _is_number(cell) and abs(cell) < STEP_LIMIT and float(cell).is_integer()
    return int(cell) if fits else None


def _text(cell: Any) -> str:
    """A cell as a name: 3.0 is "3"."""
    if cell is None:
        return ""
    return str(_setting(cell)) if isinstance(cell, float) else str(cell)
