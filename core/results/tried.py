"""Published claims asked of a run set: each comparison by the rule of every verdict, and what becomes of the claim."""

from typing import Any

import numpy as np
import pandas as pd

from core.results.claims import CLAIMS, FACTOR, Claim, Comparison
from core.results.continued import before_and_after, continuations
from core.results.rule import MIN_PAIRS, holm, judged, paired_statistics
from core.results.vary import labelled
from core.results.verdict import paired

REPRODUCED, PARTLY, OPPOSITE = "reproduced", "reproduced in part", "not reproduced"
OPEN, MISSING = "not separated", "not measured"
OUTCOMES = (REPRODUCED, PARTLY, OPPOSITE, OPEN, MISSING)
Row = dict[str, Any]


def measured_experiment(runs: pd.DataFrame) -> str:
    """The experiment with most finished runs among those that were trained; raises ValueError where none finished."""
    done = runs[(runs["status"] == "finished") & runs["scaling"].isin(["none", ""])]
    if done.empty:
        raise ValueError("No run has finished yet, so there is nothing to hold a claim against.")
    return str(done["experiment"].value_counts().idxmax())


def tried(
    values: pd.DataFrame, runs: pd.DataFrame, experiment: str, claims: tuple[Claim, ...] = CLAIMS
) -> pd.DataFrame:
    """One row for each comparison of each claim: name, series, against, eval_length, expected, n, mean_difference, lo,
    hi, p_holm, finding, and the claim's outcome.

    The encodings are those of one experiment; a comparison by a setting looks for the runs that differ from it in that
    setting alone. p is adjusted by Holm within a claim. Below 0 a difference is better, as all are losses.
    """
    rows = [row for claim in claims for row in _claim(claim, values, runs, experiment)]
    return pd.DataFrame(rows)


def _claim(claim: Claim, values: pd.DataFrame, runs: pd.DataFrame, experiment: str) -> list[Row]:
    rows = [_compared(one, values, runs, experiment) for one in claim.comparisons]
    adjusted = holm([row["p"] for row in rows])
    for row, p_holm in zip(rows, adjusted, strict=True):
        row["p_holm"] = p_holm
        row["finding"] = str(judged({"lost": 0, "lost_against": 0, "floor": np.nan, "unlike": False} | row)[0])
        if row["finding"] == "":
            row["finding"] = "too few seeds"
    outcome = outcome_of([(row["expected"], row["finding"]) for row in rows])
    return [{"name": claim.name} | row | {"outcome": outcome} for row in rows]


def outcome_of(findings: list[tuple[str, str]]) -> str:
    """What the expected and found words of all comparisons say of a claim: one of OUTCOMES."""
    if any(found == "too few seeds" for _, found in findings):
        return MISSING
    held = [found == expected or (expected == "not worse" and found != "worse") for expected, found in findings]
    if all(held):
        return REPRODUCED
    if not all(ok or found == "not separated" for ok, (_, found) in zip(held, findings, strict=True)):
        return OPPOSITE
    return PARTLY if any(held) else OPEN


def _compared(one: Comparison, values: pd.DataFrame, runs: pd.DataFrame, experiment: str) -> Row:
    mine = values[values["experiment"] == experiment]
    length = int(one.times * int(mine["train_length"].iloc[0]))
    found: Row = {"series": one.series, "against": one.against, "metric": one.metric, "expected": one.expected}
    found |= {"times": one.times, "after": one.after, "eval_length": length}
    nothing: Row = {"pairs": 0, "p": np.nan, "mean_difference": np.nan, "lo": np.nan, "hi": np.nan}
    nothing |= {"std": np.nan, "seed_std": np.nan}
    if not one.against:
        return found | nothing | _rise(mine, one.series, length)
    if one.after:
        pool = _went_on(values, runs, experiment, one.after)
    else:
        pool = mine if one.vary in ("encoding", "scaling") else labelled(values, runs, one.vary)
    sides = pool[pool["series"].isin([one.series, one.against])]
    if set(sides["series"]) != {one.series, one.against}:
        return found | nothing
    table = paired(sides, one.against, one.metric, length, one.vary)
    table = table[table["differs"].map(len) == 0]
    return found | nothing | (table.iloc[0].to_dict() if len(table) else {}) | {"against": one.against}


def _went_on(values: pd.DataFrame, runs: pd.DataFrame, experiment: str, steps: int) -> pd.DataFrame:
    """The values of the experiment's runs, and beside them those of the runs that went on from them for these steps."""
    later = continuations(runs, experiment)
    later = later[(later["steps"] == steps) & (later["factor"] == FACTOR)]
    after = values[values["name"].isin(later["name"])]
    mine = values[values["experiment"] == experiment]
    return before_and_after(mine[mine["scaling"].isin(["none", ""])], after)


def _rise(values: pd.DataFrame, series: str, length: int) -> Row:
    """By seed, the loss at this length minus the same targets' loss at the training length."""
    kept = values[(values["series"] == series) & (values["metric"] == "tail_loss") & values["used"]]
    by_seed = kept.pivot_table(index="seed", columns="eval_length", values="value", observed=True)
    train_length = int(values["train_length"].iloc[0])
    if not {train_length, length} <= set(by_seed):
        return {}
    both = by_seed[[length, train_length]].dropna().to_numpy(np.float64).T
    statistics = paired_statistics(*both)
    return statistics if len(both.T) >= MIN_PAIRS else {"pairs": len(both.T)}
