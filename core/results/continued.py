"""Runs that went on from others: from which, for how many steps and on how much longer windows; and both in one table.

The trainer writes it into their config: `start` ends with the experiment of the runs that they went on from.
"""

import json
from functools import lru_cache
from typing import Any

import pandas as pd

from core.results.digits import mean_std
from core.results.summary import final_values, over_seeds

UNTOUCHED = "none"  # the scaling of a run whose rotation stays as it was


@lru_cache(maxsize=1 << 14)  # of every run of the list, at every choice of the reader
def went_on(config: str) -> bool:
    """Whether a run with this config, as JSON, began with the weights of another."""
    return bool(_told(config).get("start"))


def continuations(runs: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """The rows of an index whose runs went on from runs of this experiment, with `factor`: how much longer the windows
    are; their steps are the further ones."""
    told = runs["config"].map(_told)
    mine = told.map(lambda config: str(config.get("start", "")).endswith(f" {experiment}")).astype(bool)
    found = runs[mine & runs["train_length"].notna() & runs["steps"].notna()]
    factors = [_factor(told[row], found.at[row, "train_length"]) for row in found.index]
    found = found.assign(factor=pd.Series(factors, found.index, dtype="float64"))
    return found[found["factor"].notna()]


def renamed(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows or values of runs that went on, each series named by its rule: "rope, none" went on without one."""
    names = frame["encoding"].astype(str) + ", " + frame["scaling"].astype(str).replace("", UNTOUCHED)
    return frame.assign(series=names)


def before_and_after(before: pd.DataFrame, after: pd.DataFrame) -> pd.DataFrame:
    """Final values of runs and of those that went on from them, as of one experiment: a pair is one model at two times.

    Seeds that did not go on are left out.
    """
    kept = before[before["seed"].isin(after["seed"])]
    # A verdict asks that the settings be alike; what was changed on the way is what is compared here.
    same = {name: before[name].iloc[0] for name in ("experiment", "config")}
    return pd.concat([kept, renamed(after).assign(**same)], ignore_index=True)


def first_values(runs: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """What runs that went on had before their first step, as final_values gives it: a rule without any training.

    Those that went on without a rule are left out: at that step they are the models that they went on from.
    """
    ruled = runs[~runs["scaling"].isin([UNTOUCHED, ""])]
    return final_values(ruled, rows[(rows["step"] == 0) & rows["name"].isin(ruled["name"])])


def repairs(rows: pd.DataFrame, before: pd.DataFrame, share: float) -> pd.DataFrame:
    """By series: `harm`, what the rule costs before the first step, and `step`, by which `share` of that is gone.

    `rows` hold one loss of runs that went on at each evaluated step, `before` the same loss of the models that they
    went on from, which is what is meant by no harm. The step is NA where that share is never gone; a series that does
    no harm is left out.
    """
    means = rows.groupby([rows["series"].astype(str), "step"])["value"].mean().unstack("step")
    cost = means - before.loc[before["seed"].isin(rows["seed"]), "value"].mean()
    cost = cost[cost[0] > 0]
    gone = cost.le((1 - share) * cost[0], axis=0)
    steps = gone.idxmax(axis=1).astype("Int64").where(gone.any(axis=1))
    return pd.DataFrame({"harm": cost[0], "step": steps}).rename_axis("series").reset_index()


def told_by_steps(states: dict[int, pd.DataFrame], lengths: list[int]) -> pd.DataFrame:
    """mean ± std of tail_loss as text: a row a series, a column (512, 100) for a length and further steps, and n.

    `states` holds values by further steps; a series without a value there has an empty cell.
    """
    cells = []
    for steps, values in states.items():
        wanted = values[(values["metric"] == "tail_loss") & values["eval_length"].isin(lengths)]
        averaged = over_seeds(wanted)
        told = [mean_std(*row) for row in averaged[["mean", "std", "n"]].itertuples(index=False)]
        cells.append(averaged.assign(told=told, steps=steps)[["series", "eval_length", "steps", "told", "n"]])
    whole = pd.concat(cells, ignore_index=True)
    whole = whole[whole["n"] > 0]
    wide = whole.pivot(index="series", columns=["eval_length", "steps"], values="told").fillna("")
    wide = wide.set_axis(pd.Index(list(wide.columns), tupleize_cols=False), axis=1)
    wide = wide[sorted(wide.columns)].assign(n=whole.groupby("series")["n"].max())
    return wide.rename_axis("series").reset_index()


def _told(config: str) -> dict[str, Any]:
    told = json.loads(config)
    return told if isinstance(told, dict) else {}


def _factor(config: dict[str, Any], train_length: int) -> float | None:
    native = config.get("native_length")
    usable = isinstance(native, int | float) and not isinstance(native, bool) and native > 0
    return float(train_length) / float(native) if usable else None  # type: ignore[arg-type]
