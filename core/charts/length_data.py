"""The frames behind the charts by length: final losses, their ratio to the training length's, loss by position."""

import numpy as np
import pandas as pd

from core.positions.encodings import ENCODINGS
from core.results import curve, mean_std, over_seeds

BUCKET = 16  # positions that make one point of the loss by position


def final(values: pd.DataFrame, metric: str, ratio_to: int | None = None) -> pd.DataFrame:
    """The final values of one metric; with `ratio_to`, each divided by the same run's and split's value there."""
    chosen = values[(values["metric"] == metric) & values["eval_length"].notna()]
    if ratio_to is None:
        return chosen
    at = chosen.loc[chosen["eval_length"] == ratio_to, ["name", "split", "value"]]
    both = chosen.merge(at, on=["name", "split"], suffixes=("", "_at"), how="left")
    with np.errstate(all="ignore"):
        value = both["value"] / both["value_at"]
    return both.assign(value=value, used=both["used"] & np.isfinite(value)).drop(columns="value_at")


def means(chosen: pd.DataFrame) -> pd.DataFrame:
    """Per series and eval_length, in this order: mean, lo and hi (mean ± std), n, asked, and the read-out's text."""
    table = over_seeds(chosen).sort_values(["series", "eval_length"], ignore_index=True)
    return _spread(table)


def positions(rows: pd.DataFrame, runs: pd.DataFrame | None = None) -> pd.DataFrame:
    """Per series and bucket of 16 positions: x (its middle), position (its first), mean, lo and hi, n and asked.

    A bucket with a value that is not finite has none; the last bucket may hold fewer positions.
    """
    rows = rows[rows["metric"] == "position_loss"]
    bucket = rows["position"].astype("int64") // BUCKET * BUCKET
    keys = ["name", "encoding", "scaling", "series", "experiment", "seed", "status", "start", "end", "split", "metric"]
    each = [rows[key].astype(object) for key in [*keys, "step"]]
    value = rows["value"].groupby([*each, bucket.rename("position")], sort=True).mean(skipna=False)
    table = curve(value.reset_index(), "position", runs)
    return _spread(table.assign(x=table["position"] + (BUCKET - 1) / 2))


def table_ends(table: pd.DataFrame) -> pd.DataFrame:
    """The last row of each learned table, where another series goes on beyond it; the columns are the table's."""
    at = "x" if "x" in table else "eval_length"
    last = table.loc[table.groupby("series", observed=True)[at].idxmax()]
    learned = [name in ENCODINGS and ENCODINGS[name].learned_table for name in last["encoding"].astype(str)]
    ends = last[np.array(learned, dtype=bool) & (last["split"] != "forced") & (last[at] < table[at].max())]
    return ends.assign(x=ends[at])


def _spread(table: pd.DataFrame) -> pd.DataFrame:
    """The table with lo and hi as mean ± std, and the mean as text."""
    told = [mean_std(m, s, int(n)) for m, s, n in zip(table["mean"], table["std"], table["n"], strict=True)]
    return table.assign(lo=table["mean"] - table["std"], hi=table["mean"] + table["std"], told=told)
