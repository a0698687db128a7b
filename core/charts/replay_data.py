"""The frames behind the replay: what each series had reached at every evaluated step."""

from typing import Any

import numpy as np
import pandas as pd

from core.charts.series import Series, SeriesWords, looks, relabelled
from core.results import curve, mean_std


def frames(
    rows: pd.DataFrame, runs: pd.DataFrame | None, train_length: int, metric: str, words: SeriesWords
) -> tuple[pd.DataFrame, pd.DataFrame, list[Series]]:
    """(curve, lengths, series): window_loss at train_length by step, and `metric` by step and eval_length.

    `rows` are those of the splits val and forced. A table that cannot be longer than train_length has its validation
    loss in the first frame and, in the second, a series of its own for what its untrained rows give.
    """
    of_length = rows["eval_length"] == train_length
    trained = rows[(rows["metric"] == "window_loss") & of_length.fillna(False) & (rows["split"] == "val")]
    curves = curve(trained, "step", runs)
    lengths = curve(rows[rows["metric"] == metric], "step", runs)
    made = looks(pd.concat([lengths, curves]), words)
    return _ready(curves, made), _ready(lengths, made), list(made.values())


def _ready(table: pd.DataFrame, made: dict[str, Series]) -> pd.DataFrame:
    """Rows for the browser: series, step, eval_length, mean, lo, hi (mean ± std), n and the read-out's text."""
    told = [
        mean_std(row.mean, row.std, int(row.n)) if np.isfinite(row.mean) else "NaN"
        for row in table[["mean", "std", "n"]].itertuples(index=False)
    ]
    ready = table.assign(lo=table["mean"] - table["std"], hi=table["mean"] + table["std"], told=told)
    return relabelled(ready, made)[["series", "step", "eval_length", "mean", "std", "lo", "hi", "n", "told"]]


def records(frame: pd.DataFrame, columns: list[str]) -> list[dict[str, Any]]:
    """The rows as JSON objects with five significant digits: more than a picture shows and a third of the bytes."""
    found = frame[columns].astype(object).to_dict("records")
    return [{key: _short(value) for key, value in row.items() if not pd.isna(value)} for row in found]


def _short(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.5g}")
    return int(value) if isinstance(value, (int, np.integer)) else str(value)
