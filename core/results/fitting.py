"""Which runs belong to a model: those trained with its rotation, and what was measured of them on longer texts."""

import json
from typing import Any

import pandas as pd


def rotary_runs(runs: pd.DataFrame, rope_theta: float, head_dim: int, train_length: int) -> pd.DataFrame:
    """The rows of an index whose runs turn whole heads of this size by this base and trained at this length.

    They are of one experiment, the one with most finished runs, because only such runs may be compared.
    """
    fits = [
        encoding == "rope" and length == train_length and _turns_so(json.loads(config), rope_theta, head_dim)
        for encoding, length, config in zip(runs["encoding"], runs["train_length"], runs["config"], strict=True)
    ]
    mine = runs[pd.Series(fits, index=runs.index, dtype=bool)]
    if mine.empty:
        return mine
    finished = mine["status"].eq("finished").groupby(mine["experiment"]).sum()
    return mine[mine["experiment"] == finished.idxmax()]


def _turns_so(config: dict[str, Any], rope_theta: float, head_dim: int) -> bool:
    try:
        return float(config["rope_theta"]) == rope_theta and config["d_model"] == head_dim * config["heads"]
    except (KeyError, TypeError, ValueError):
        return False
