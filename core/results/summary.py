"""From rows to tables: the last values of each run, and means over seeds.

A value enters a mean if its run finished and the value is finite. How many seeds there are is carried beside how many
entered, so that no mean is taken over survivors without a word.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy import stats

from core.positions.encodings import ENCODINGS
from core.results.digits import count_label
from core.results.identity import latest_per_seed, series

EVALUATED = ("window_loss", "tail_loss")  # what the trainer logs for each eval_length
ACCURACIES = ("exact_match", "token_accuracy")  # what it logs for each eval_length of a task; more is better
HEADLINE = ("val_loss", "rise_at_2x", "rise_ratio_at_2x")  # what is derived from them
CONFIDENCE = 0.95
CELL = ["experiment", "encoding", "scaling", "series", "split", "metric", "eval_length"]
FAMILY = ["experiment", "encoding", "scaling"]  # whose seeds make a series, or two where a part is forced
_RUN = [*FAMILY, "name", "run_id", "seed", "status", "config", "corpus_sha256"]
_RUN += ["machine", "threads", "dtype", "torch", "replaces"]


def run_values(rows: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """What each run had at its last evaluation: name, split, metric, eval_length, step, value.

    Beside the logged metrics there are val_loss (window_loss at train_length), rise_at_2x (tail_loss at twice that
    length minus tail_loss at it, over the same target tokens) and rise_ratio_at_2x, their quotient.
    """
    rows = rows.loc[rows["metric"].isin(EVALUATED), ["name", "split", "metric", "eval_length", "step", "value"]]
    rows = rows.astype({"name": object, "split": object, "metric": object})
    last = rows[rows["step"] == rows.groupby(["name", "split"])["step"].transform("max")]
    length = last["name"].map(runs.set_index("name")["train_length"].astype("Int64"))
    at = (last["eval_length"] == length).fillna(False)
    twice = (last["eval_length"] == 2 * length).fillna(False)
    val_loss = last[at & (last["metric"] == "window_loss") & (last["split"] == "val")].assign(metric="val_loss")
    tail = last["metric"] == "tail_loss"
    near = last.loc[tail & at, ["name", "split", "value"]]
    both = last[tail & twice].merge(near, on=["name", "split"], suffixes=("", "_near"))
    with np.errstate(all="ignore"):  # a loss of Inf gives Inf or NaN, which are counted and shown
        rise = both.assign(metric="rise_at_2x", value=both["value"] - both["value_near"])
        ratio = both.assign(metric="rise_ratio_at_2x", value=both["value"] / both["value_near"])
    return pd.concat([val_loss, rise, ratio, last], ignore_index=True)[rows.columns]


def final_values(runs: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """One row for each run, metric and eval_length, from the runs of an index and their rows.

    A cell that other seeds of its series have and this run lacks is there with NaN and no step, and val_loss is there
    for every run, so that counting rows counts the seeds that were asked for. `used` says which values enter a mean.
    """
    kept = latest_per_seed(runs)
    names = kept["name"].astype(str)
    return _filled(kept, run_values(rows[rows["name"].astype(str).isin(names)], kept), "val_loss")


def final_accuracies(runs: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """The same for runs on a task: exact_match, which is there at train_length for every run, and token_accuracy.

    What there is by depth is a part of these and not among them.
    """
    kept = latest_per_seed(runs)
    rows = rows[rows["metric"].isin(ACCURACIES) & rows["position"].isna() & rows["name"].isin(kept["name"])]
    last = rows[rows["step"] == rows.groupby("name", observed=True)["step"].transform("max")]
    last = last[["name", "split", "metric", "eval_length", "step", "value"]]
    return _filled(kept, last.astype({"name": object, "split": object, "metric": object}), "exact_match")


def _filled(kept: pd.DataFrame, values: pd.DataFrame, always: str) -> pd.DataFrame:
    """The values with whose they are, and a row without a number where a run lacks what another one of its series has.

    `always` at train_length is a cell that every run has.
    """
    values = values.astype({"eval_length": "Int64", "step": "Int64"})
    kept = kept[[*_RUN, "train_length"]].astype({"train_length": "Int64"})
    first = kept.assign(split="val", metric=always, eval_length=kept["train_length"])
    seen = values.merge(kept[["name", *FAMILY]], on="name")
    cell = [*FAMILY, "split", "metric", "eval_length"]
    cells = pd.concat([first[cell], seen[cell]]).drop_duplicates()
    full = kept.merge(cells, on=FAMILY).merge(values, on=["name", "split", "metric", "eval_length"], how="left")
    labels = [series(*key) for key in zip(full["encoding"], full["scaling"], full["split"], strict=True)]
    finite = np.isfinite(full["value"].to_numpy(np.float64))
    full = full.assign(series=labels, used=finite & (full["status"] == "finished").to_numpy())
    rank = {name: place for place, name in enumerate(ENCODINGS)}  # every table and legend has the registry's order
    order = full["encoding"].map(rank).fillna(len(rank)).to_numpy() + 0.5 * (full["split"] == "forced").to_numpy()
    return full.iloc[np.argsort(order, kind="stable")].reset_index(drop=True)


def over_seeds(values: pd.DataFrame, by: Sequence[str] = CELL) -> pd.DataFrame:
    """Mean, std (ddof=1) and t interval of each group of final values, with how many seeds entered and why others not.

    `asked` counts every seed, `finished` those whose run finished, `nonfinite` those that logged NaN or Inf, and `n`
    those in the mean. std, lo and hi are NaN at n = 1; everything is at n = 0.
    """
    logged = values["step"].notna().to_numpy()
    finite = np.isfinite(values["value"].to_numpy(np.float64))
    marked = values.assign(
        entered=values["value"].where(values["used"]),
        done=values["status"] == "finished",
        bad=logged & ~finite,
        older=[len(names) for names in values["replaces"]],
    )
    groups = marked.groupby(list(by), sort=False, dropna=False)
    table = groups.agg(
        mean=("entered", "mean"),
        std=("entered", "std"),
        n=("entered", "count"),
        asked=("seed", "size"),
        finished=("done", "sum"),
        nonfinite=("bad", "sum"),
        replaced=("older", "sum"),
    ).reset_index()
    half = t_half_width(table["std"], table["n"])
    counts = zip(table["n"], table["asked"], table["finished"], strict=True)
    return table.assign(lo=table["mean"] - half, hi=table["mean"] + half, count=[count_label(*c) for c in counts])


def t_half_width(std: pd.Series, n: pd.Series) -> np.ndarray:
    """Half the width of the 95% t interval of a mean over n values; NaN below two."""
    n = np.asarray(n, dtype=np.float64)
    freedom = np.where(n >= 2, n - 1, np.nan)
    return stats.t.ppf((1 + CONFIDENCE) / 2, freedom) * np.asarray(std, dtype=np.float64) / np.sqrt(np.maximum(n, 1))


def table(values: pd.DataFrame) -> pd.DataFrame:
    """The seed-averaged table: one row a series, with n, asked, finished, count and for each quantity mean, std and n.

    The quantities are val_loss, rise_at_2x, rise_ratio_at_2x, and window_loss_<length> and tail_loss_<length>, or those
    of a task, exact_match_<length> and token_accuracy_<length>. Where a series has no such cell, its n is NaN.
    """
    cells = over_seeds(values)
    logged = cells["metric"].isin([*EVALUATED, *ACCURACIES])
    lengths = cells["eval_length"].astype("string").where(logged, "")
    cells["quantity"] = cells["metric"].astype(str) + lengths.radd("_").where(logged, "").fillna("")
    row = ["experiment", "encoding", "scaling", "series", "split"]
    counts = ["n", "asked", "finished", "replaced", "count"]
    head = cells.drop_duplicates(row)[[*row, *counts]].set_index(row)
    wide = cells.set_index([*row, "quantity"])[["mean", "std", "n"]].astype("float64").unstack("quantity")
    wide.columns = [f"{quantity}_{part}" for part, quantity in wide.columns]
    ordered = [f"{quantity}_{part}" for quantity in _ordered(cells) for part in ("mean", "std", "n")]
    return head.join(wide[ordered]).reset_index()


def _ordered(cells: pd.DataFrame) -> list[str]:
    """The quantities that occur, headline first, then by metric and length."""
    rank = {metric: place for place, metric in enumerate((*HEADLINE, *EVALUATED, *ACCURACIES))}
    order = cells.assign(rank=cells["metric"].map(rank)).sort_values(["rank", "eval_length"], kind="stable")
    return list(dict.fromkeys(order["quantity"]))
