"""Evidence for a lesson: the trained runs of the experiment with most of them finished, and single numbers of those."""

from typing import NamedTuple

from core.results import StoreError
from core.results.tried import measured_experiment
from pages.ui import data


class Mean(NamedTuple):
    """Mean and standard deviation over n seeds, in the metric's unit."""

    mean: float
    std: float
    n: int


def reference(encodings: tuple[str, ...]) -> data.Experiment | None:
    """The trained runs of these encodings; None where one of them was not trained or nothing can be read."""
    try:
        runs = data.store().index().runs
        name = measured_experiment(runs)
    except (StoreError, ValueError):
        return None
    mine = data.trained(runs[runs["experiment"] == name])
    chosen = data.Experiment(name, mine).only(list(encodings))
    finished = chosen.runs[chosen.runs["status"] == "finished"]
    return chosen if set(encodings) <= set(finished["encoding"]) else None


def means_of(metric: str, encodings: tuple[str, ...]) -> dict[str, Mean]:
    """By encoding the mean of a metric over the reference runs' seeds; empty where one is missing."""
    runs = reference(encodings)
    if runs is None:
        return {}
    table = runs.table()
    rows = table[(table["split"] == "val") & (table[f"{metric}_n"] > 0)].set_index("encoding")
    if not set(encodings) <= set(rows.index):
        return {}
    found = rows.loc[list(encodings), [f"{metric}_mean", f"{metric}_std", f"{metric}_n"]]
    return {one: Mean(float(row.iloc[0]), float(row.iloc[1]), int(row.iloc[2])) for one, row in found.iterrows()}


def at_length(runs: data.Experiment, encoding: str, eval_length: int, split: str = "val") -> Mean | None:
    """The loss of the last 64 tokens at this length, in nats/token; None where it was not measured."""
    table = runs.table()
    rows = table[(table["encoding"] == encoding) & (table["split"] == split)]
    columns = [f"tail_loss_{eval_length}_{part}" for part in ("mean", "std", "n")]
    if rows.empty or not set(columns) <= set(rows) or not rows[columns[2]].iloc[0] > 0:
        return None
    mean, std, n = rows[columns].iloc[0]
    return Mean(float(mean), float(std), int(n))
