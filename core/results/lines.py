"""Means over seeds by step: the lines of a picture, and where the seeds behind them become fewer."""

import numpy as np
import pandas as pd

from core.results.identity import latest_per_seed
from core.results.summary import FAMILY

LINE = ["experiment", "encoding", "scaling", "series", "split", "metric", "eval_length", "position"]


def curve(rows: pd.DataFrame, x: str = "step", runs: pd.DataFrame | None = None) -> pd.DataFrame:
    """Mean, std (ddof=1), n, asked and nonfinite per line and step, for the steps that all its seeds logged.

    The mean ends with the shortest seed, and it is NaN where a seed's value is: a line through the survivors would
    jump. `x` is a column of the rows (step, tokens, seconds), meant over the seeds; nothing is interpolated. With
    `runs`, `asked` counts also the seeds that logged nothing.
    """
    table = falling_curve(rows, x, runs)
    return table[table["whole"]].drop(columns="whole").reset_index(drop=True)


def falling_curve(rows: pd.DataFrame, x: str = "step", runs: pd.DataFrame | None = None) -> pd.DataFrame:
    """The same for the steps that all seeds logged whose log goes on so far; `whole` is False where some have ended.

    Beyond the shortest seed the mean is one over fewer, and n says over how many. A step that a seed skipped is none:
    a mean over now these and now those seeds would waver.
    """
    kept = latest_per_seed(rows.drop_duplicates("name"))
    rows = rows[rows["name"].isin(kept["name"])]
    lines = [key for key in LINE if key in rows]
    line = rows.groupby(lines, observed=True, dropna=False).ngroup().to_numpy()  # a number groups faster than 8 keys
    value = rows["value"].to_numpy(np.float64)
    bad = ~np.isfinite(value)
    marked = pd.DataFrame({"line": line, "seed": rows["seed"].to_numpy(), "step": rows["step"].to_numpy()})
    marked = marked.assign(at=rows[x].to_numpy(np.float64), finite=np.where(bad, np.nan, value), bad=bad)
    groups = marked.groupby(["line", "step"])
    table = groups.agg(
        x=("at", "mean"),
        mean=("finite", "mean"),
        std=("finite", "std"),
        n=("finite", "count"),
        logged=("seed", "size"),
        nonfinite=("bad", "sum"),
    ).reset_index()
    ends = marked.groupby(["line", "seed"])["step"].max().reset_index()
    asked = ends.groupby("line").size().reindex(table["line"]).to_numpy()
    table.insert(list(table).index("logged"), "asked", asked)
    table = table[table["logged"] == _going(table, ends)].sort_values(["line", "x"])
    table = table.assign(whole=table["logged"] == table["asked"]).drop(columns="logged")
    table[["mean", "std"]] = table[["mean", "std"]].mask(table["nonfinite"] > 0)
    known = rows[lines].iloc[np.unique(line, return_index=True)[1]].iloc[table["line"].to_numpy()]
    table = known.reset_index(drop=True).join(table.drop(columns="line").reset_index(drop=True))
    if runs is not None:
        there = latest_per_seed(runs).groupby(FAMILY)["seed"].nunique()
        table["asked"] = pd.MultiIndex.from_frame(table[FAMILY].astype(object)).map(there.to_dict())
    return table


def _going(table: pd.DataFrame, ends: pd.DataFrame) -> np.ndarray:
    """For each line and step of the table: how many seeds of the line have their last step there or later."""
    wide = 1 + int(ends["step"].max()) if len(ends) else 1
    last = np.sort(ends["line"].to_numpy(np.int64) * wide + ends["step"].to_numpy(np.int64))
    line, step = (table[key].to_numpy(np.int64) for key in ("line", "step"))
    return np.searchsorted(last, (line + 1) * wide) - np.searchsorted(last, line * wide + step)
