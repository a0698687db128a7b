"""Which runs belong to a model: those trained with its rotation, and what was measured of them on longer texts."""

import json
from collections import Counter

import pandas as pd

Model = tuple[float, int, int]  # rope_theta, head_dim, training length


def model_of(encoding: str, config: str) -> Model | None:
    """The model of a run that turns whole heads; None for another encoding, or where the config does not say it.

    A run that went on from another on longer windows is no model of that length: most of its training was shorter.
    """
    try:
        told = json.loads(config)
        model = float(told["rope_theta"]), int(told["d_model"]) // int(told["heads"]), int(told["train_length"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    return model if encoding == "rope" and not told.get("start") else None


def rotary_runs(runs: pd.DataFrame, model: Model) -> pd.DataFrame:
    """The rows of an index whose runs are of this model.

    They are of one experiment, the one with most finished runs, because only such runs may be compared.
    """
    mine = runs[[found == model for found in _models(runs)]]
    if mine.empty:
        return mine
    finished = mine["status"].eq("finished").groupby(mine["experiment"]).sum()
    return mine[mine["experiment"] == finished.idxmax()]


def most_common_model(runs: pd.DataFrame) -> Model | None:
    """The model of most rotary runs of an index; None without any."""
    counted = Counter(found for found in _models(runs) if found)
    return counted.most_common(1)[0][0] if counted else None


def _models(runs: pd.DataFrame) -> list[Model | None]:
    return [model_of(encoding, config) for encoding, config in zip(runs["encoding"], runs["config"], strict=True)]
