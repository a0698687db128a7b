"""Two series seed by seed: what a slope chart shows, and what `paired` takes its differences from."""

from typing import Any

import numpy as np
import pandas as pd

from core.results.vary import ENCODING
from core.results.verdict import grouped, nearest, used

COLUMNS = ["seed", "one", "other", "difference"]


def seed_by_seed(
    values: pd.DataFrame,
    one: str,
    other: str,
    metric: str,
    eval_length: int | None = None,
    vary: str = ENCODING,
) -> pd.DataFrame:
    """A row a seed: the value of the series `one`, of `other`, and other minus one; NaN where a side has none.

    The two experiments are those that `paired` would hold against each other. No row where a series is not there.
    """
    groups = grouped(values, metric, eval_length)
    mine = [group for group in groups if group["series"].iloc[0] == one]
    theirs = [group for group in groups if group["series"].iloc[0] == other]
    if not mine or not theirs:
        return pd.DataFrame({name: pd.Series(dtype="float64") for name in COLUMNS}).astype({"seed": "int64"})
    reference = nearest(theirs[0], mine, vary)
    assert reference is not None
    asked = sorted({int(seed) for group in (reference, theirs[0]) for seed in group["seed"]})
    columns: dict[str, Any] = {"seed": asked}
    for name, group in (("one", reference), ("other", theirs[0])):
        columns[name] = used(group).reindex(asked).to_numpy(np.float64)
    return pd.DataFrame(columns).assign(difference=lambda pair: pair["other"] - pair["one"])
