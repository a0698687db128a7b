"""Who is lowest at a length, and whether that is more than chance: what a sentence below a picture says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from core.results.summary import over_seeds
from core.results.vary import ENCODING
from core.results.verdict import paired


@dataclass(frozen=True, kw_only=True)
class Leader:
    """The series with the lowest mean of `series` at a length, and what pairs of seeds say of it and `against`.

    `against` is the baseline, or the runner-up where the baseline itself leads; None where it leads alone.
    """

    eval_length: int
    series: str
    mean: float
    std: float
    n: int
    others: int
    against: str | None = None
    verdict: str = ""
    pairs: int = 0
    mean_difference: float = float("nan")
    difference_std: float = float("nan")
    unseen_gap: float = float("nan")


def leaders(
    values: pd.DataFrame,
    metric: str,
    lengths: Sequence[int],
    baseline: str,
    vary: str = ENCODING,
    floor: float | None = None,
) -> list[Leader]:
    """The leader at each of the lengths that any series has a mean for; values and floor are those of `paired`."""
    found = []
    for length in lengths:
        at = values[(values["metric"] == metric) & (values["eval_length"] == length).fillna(False)]
        means = over_seeds(at)
        means = means[means["n"] > 0].sort_values("mean", kind="stable")
        if len(means):
            found.append(_leader(at, means, baseline, vary, floor))
    return found


def _leader(at: pd.DataFrame, means: pd.DataFrame, baseline: str, vary: str, floor: float | None) -> Leader:
    """The first of the means, and its comparison."""
    first = means.iloc[0]
    told = {key: first[key] for key in ("series", "mean", "std")} | {"n": int(first["n"]), "others": len(means) - 1}
    leader = Leader(eval_length=int(first["eval_length"]), **told)
    against = baseline if first["series"] != baseline else means["series"].iloc[1] if len(means) > 1 else None
    if against not in set(means["series"]):
        return leader
    # The baseline is what all are held against, also where it leads: then the runner-up's verdict is turned round.
    leads = first["series"] != baseline
    rows = paired(at, baseline, str(first["metric"]), None, vary, floor)
    row = rows[rows["series"] == (first["series"] if leads else against)].iloc[0]
    turned = {} if leads else {"better": "worse", "worse": "better"}
    return replace(
        leader,
        against=against,
        verdict=turned.get(row["verdict"], row["verdict"]),
        pairs=int(row["pairs"]),
        mean_difference=float(row["mean_difference"]) * (1 if leads else -1),
        difference_std=float(row["std"]),
        unseen_gap=float(row["unseen_gap"]),
    )
