"""The gate: is a run set worse than a baseline of other runs, by the rule of every verdict?"""

from typing import Any

import numpy as np
import pandas as pd

from core.results.rule import MIN_PAIRS, paired_statistics, welch_statistics
from core.results.vary import ENCODING
from core.results.verdict import described, grouped, nearest, used, verdicts

PASSED, WORSE, UNJUDGED = "passed", "worse", "not judged"


def against_baseline(
    values: pd.DataFrame,
    baseline: pd.DataFrame,
    metric: str,
    eval_length: int | None = None,
    against: str | None = None,
    floor: float | None = None,
) -> pd.DataFrame:
    """Each series of a run set against its own series in the baseline, as verdict.paired gives it, with `outcome`.

    A series that the baseline lacks is held against the baseline's series `against`. Runs are paired by seed where
    three seeds are shared; else the two sides are compared by Welch's test. p is adjusted over all that is compared.
    """
    held = grouped(baseline, metric, eval_length)
    rows = [_row(group, held, against) for group in grouped(values, metric, eval_length)]
    table = verdicts([row | {"metric": metric, "family_id": "gate"} for row in rows], floor)
    return table.assign(outcome=[_outcome(row) for row in table.to_dict("records")])


def _row(group: pd.DataFrame, held: list[pd.DataFrame], against: str | None) -> dict[str, Any]:
    """The statistics of one series and what the baseline holds against it."""
    names = [one["series"].iloc[0] for one in held]
    name = group["series"].iloc[0] if group["series"].iloc[0] in names else against
    reference = nearest(group, [one for one in held if one["series"].iloc[0] == name], ENCODING)
    row = described(group, reference, ENCODING) | {"against": name if reference is not None else None}
    if reference is None or row["differs"]:
        return row
    ours, theirs = used(group), used(reference)
    seeds = sorted(set(ours.index) & set(theirs.index))
    if len(seeds) < MIN_PAIRS <= min(len(ours), len(theirs)):
        sides = (side.to_numpy(np.float64) for side in (ours, theirs))
        return row | welch_statistics(*sides) | {"test": "Welch"}
    both = [side[seeds].to_numpy(np.float64) for side in (ours, theirs)]
    differences = zip((int(seed) for seed in seeds), (both[0] - both[1]).tolist(), strict=True)
    return row | paired_statistics(*both) | {"differences": tuple(differences)}


def _outcome(row: dict[Any, Any]) -> str:
    """What one comparison means for the run set: passed, worse, or not judged."""
    if row["verdict"] == WORSE:
        return WORSE
    if row["lost"] > row["lost_against"]:
        return UNJUDGED
    same = 0 < row["pairs"] == row["asked"] and not any(difference for _, difference in row["differences"])
    return PASSED if same or row["verdict"] in ("better", "not separated") else UNJUDGED


def outcome(table: pd.DataFrame) -> str:
    """What the gate says of the whole run set: the worst of its comparisons; not judged where there is none."""
    outcomes = set(table["outcome"]) or {UNJUDGED}
    return next(one for one in (WORSE, UNJUDGED, PASSED) if one in outcomes)
