"""Where loss and task disagree: pairs of encodings of which one has the lower loss and the other the better answers."""

from itertools import combinations
from typing import Any

import pandas as pd

from core.results.summary import over_seeds
from core.results.verdict import paired

DECIDED = ("better", "worse")
COLUMNS = """first second loss accuracy loss_pairs accuracy_pairs loss_verdict accuracy_verdict opposed
separated""".split()


def both(
    losses: pd.DataFrame, loss: tuple[str, int | None], accuracies: pd.DataFrame, accuracy: tuple[str, int]
) -> pd.DataFrame:
    """A row for each series that has both: series, encoding, and mean, std and n of its loss and of its accuracy."""
    sides = []
    for name, values, (metric, length) in (("loss", losses, loss), ("accuracy", accuracies, accuracy)):
        chosen = values[values["metric"] == metric]
        means = over_seeds(chosen if length is None else chosen[chosen["eval_length"] == length])
        means = means.rename(columns={"mean": name, "std": f"{name}_std", "n": f"{name}_n"})
        sides.append(means.loc[means[f"{name}_n"] > 0, ["series", "encoding", name, f"{name}_std", f"{name}_n"]])
    return sides[0].merge(sides[1].drop(columns="encoding"), on="series")


def disagreement(
    losses: pd.DataFrame, loss: tuple[str, int | None], accuracies: pd.DataFrame, accuracy: tuple[str, int]
) -> pd.DataFrame:
    """A row for each pair of series that both frames hold: the mean differences first minus second, paired by seed.

    `losses` and `accuracies` are final values, each of one experiment; `loss` and `accuracy` are a metric and its
    eval_length. `opposed` says that one of the two has the lower loss and the other the higher accuracy, `separated`
    that both differences are beyond what seeds explain, by the verdicts.
    """
    errors = accuracies.assign(value=1 - accuracies["value"])  # as `paired` reads a number: less is better
    known = [name for name in dict.fromkeys(losses["series"]) if name in set(accuracies["series"])]
    by_loss = {name: paired(losses, name, *loss).set_index("series") for name in known}
    by_task = {name: paired(errors, name, *accuracy).set_index("series") for name in known}
    rows = [_pair(one, other, by_loss[other], by_task[other]) for one, other in combinations(known, 2)]
    return pd.DataFrame([row for row in rows if row], columns=COLUMNS)


def _pair(first: str, second: str, by_loss: pd.DataFrame, by_task: pd.DataFrame) -> dict[str, Any]:
    """One row; none where the pair shares no seed on one side."""
    if first not in by_loss.index or first not in by_task.index:
        return {}
    loss, task = by_loss.loc[first], by_task.loc[first]
    if not (loss["pairs"] and task["pairs"]):
        return {}
    return {
        "first": first,
        "second": second,
        "loss": loss["mean_difference"],
        "accuracy": -task["mean_difference"],
        "loss_pairs": int(loss["pairs"]),
        "accuracy_pairs": int(task["pairs"]),
        "loss_verdict": loss["verdict"],
        "accuracy_verdict": task["verdict"],
        "opposed": bool(loss["mean_difference"] * task["mean_difference"] < 0),
        "separated": loss["verdict"] in DECIDED and task["verdict"] in DECIDED,
    }
