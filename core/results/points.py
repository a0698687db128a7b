"""Every run as a point, and the means of runs that are alike in all but the seed.

What stands across is a setting or a metric, what stands up a metric. Means are those of core.results.summary: over
runs that finished with a finite number, with how many were asked for beside them, whatever else is in the picture.
"""

import json
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.results.choosing import fields, group_labels
from core.results.identity import latest_per_seed
from core.results.marks import Marks
from core.results.summary import HEADLINE, over_seeds
from core.results.vary import in_order

INDEXED = HEADLINE  # metrics that the index holds, so that no file need be read
FAMILY = ["experiment", "encoding", "scaling", "series"]
WIDE = 30  # the largest value over the smallest, from where on a logarithmic axis is easier to read
HANDLES = ("name", "run_id", "run_name", "message", "start", "heartbeat", "end", "note", "experiment", "eval_step")


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One quantity of each run, by the index of the runs: a number, or where it is a word, its text."""

    values: pd.Series
    is_number: bool
    is_metric: bool = False


def metric_of(
    runs: pd.DataFrame, metric: str, values: pd.DataFrame | None = None, length: int | None = None
) -> Measured:
    """A metric of each run at its last evaluation; NaN where it has none.

    `values` are final values, needed for a metric that the index lacks, and `length` the eval_length meant.
    """
    if metric in INDEXED and values is None:
        return Measured(values=runs[metric].astype("float64"), is_number=True, is_metric=True)
    if values is None:
        raise ValueError(f"the index does not hold {metric}; it holds {', '.join(INDEXED)}, the others need values")
    rows = values[(values["metric"] == metric) & (values["split"] == "val")]
    if length is not None:
        rows = rows[(rows["eval_length"] == length).fillna(False)]
    by_name = rows.set_index(rows["name"].astype(str))["value"].astype("float64")
    found = runs["name"].astype(str).map(by_name[~by_name.index.duplicated()])
    return Measured(values=found.astype("float64"), is_number=True, is_metric=True)


def field_of(runs: pd.DataFrame, marks: Marks, field: str) -> Measured:
    """A setting of each run: numbers where all that have it hold numbers, else text, "(unset)" where a run has none."""
    known = fields(runs, marks)
    told = known.get(field)
    if told is not None and pd.api.types.is_numeric_dtype(told) and not pd.api.types.is_bool_dtype(told):
        return Measured(values=told.astype("float64"), is_number=True)
    return Measured(values=group_labels(runs, known, field), is_number=False)


def varying(runs: pd.DataFrame, marks: Marks) -> list[str]:
    """The settings in which the runs differ, but for their names, times and results."""
    known = fields(runs, marks)
    results = {*INDEXED, *HANDLES}
    return [name for name, column in known.items() if name not in results and column.nunique(dropna=False) > 1]


def lengths(runs: pd.DataFrame) -> list[int]:
    """Every evaluation length (tokens) that the config of a run names, ascending."""
    told = (json.loads(text).get("eval_lengths") for text in runs["config"])
    return sorted({one for many in told if isinstance(many, list) for one in many if isinstance(one, int)})


def points(runs: pd.DataFrame, x: Measured, y: Measured) -> pd.DataFrame:
    """One row for each experiment, series and seed: whose it is, its x and y, and whether it enters a mean.

    Of runs that were repeated the one that counts in every table counts here.
    """
    kept = latest_per_seed(runs)
    named = ["name", "run_id", *FAMILY, "seed", "status", "replaces"]
    made = kept[named].assign(
        step=kept["eval_step"], split="val", x=x.values.loc[kept.index], y=y.values.loc[kept.index]
    )
    finite = np.isfinite(made["y"].to_numpy(np.float64))
    if x.is_metric:
        finite &= np.isfinite(made["x"].to_numpy(np.float64))
    return made.assign(used=finite & (made["status"] == "finished").to_numpy()).reset_index(drop=True)


def group_means(points: pd.DataFrame, x: Measured) -> pd.DataFrame:
    """The points' means over seeds: family, x, mean, std, n, asked, finished, count; of a metric across also x_std.

    std is NaN at n = 1. Runs with another x are another group, unless x is a metric.
    """
    by = FAMILY if x.is_metric else [*FAMILY, "x"]
    table = over_seeds(points.assign(value=points["y"]), by)
    if not x.is_metric:
        return table.assign(x_std=np.nan)
    across = over_seeds(points.assign(value=points["x"]), by)
    return table.assign(x=across["mean"], x_std=across["std"])


def categories(texts: pd.Series) -> list[str]:
    """The distinct texts, numbers by size and then words."""
    return sorted(set(texts.astype(str)), key=in_order)


def wants_log(numbers: pd.Series) -> bool:
    """Whether a logarithmic axis fits: every finite number is above 0, and the largest many times the smallest."""
    finite = numbers[np.isfinite(numbers.to_numpy(np.float64))]
    return bool(len(finite) and finite.min() > 0 and finite.max() >= WIDE * finite.min())


def quarter(numbers: pd.Series, lowest: bool = True) -> pd.Series:
    """Which of the numbers are in the lowest (or highest) quarter, at least one; ties with the last one are in it."""
    finite = numbers.where(np.isfinite(numbers.to_numpy(np.float64)))
    if finite.notna().sum() == 0:
        return pd.Series(False, numbers.index)
    rank = finite.rank(method="min", ascending=lowest)
    return (rank <= max(1, finite.notna().sum() // 4)).fillna(False)
