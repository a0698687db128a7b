"""What another program logged of one run, before it is a run of ours."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from core.results.errors import BrokenFile

POINT = ("attempt", "step", "metric", "value", "time")
STATUSES = {"finished", "diverged", "interrupted"}


@dataclass(frozen=True, kw_only=True)
class Logged:
    """One run: its points have attempt, step, metric, value and time (seconds since 1970, NaN where not told)."""

    name: str
    source: str  # the file or folder that it came from
    points: pd.DataFrame
    config: dict[str, Any] = field(default_factory=dict)
    status: str = ""  # as far as its source says


@dataclass(frozen=True, kw_only=True)
class Found:
    """The runs that were read, and what of the sources could not be, with the reason."""

    runs: tuple[Logged, ...] = ()
    broken: tuple[BrokenFile, ...] = ()
    unclear: tuple[tuple[str, tuple[str, ...]], ...] = ()  # columns that nobody named, with those to choose from


def points(step: object, metric: object, value: object, time: object) -> pd.DataFrame:
    """The points in the order in which they were logged, each with its attempt.

    A step that comes again is a restart: from there on the run is in its next attempt. Points that are merely out of
    order, and points that are there twice with the same value, are no restart.
    """
    made = pd.DataFrame({"step": step, "metric": metric, "value": value, "time": time})
    made = made.astype({"metric": object, "value": np.float64, "time": np.float64})
    made = made.drop_duplicates(["metric", "step", "value"], ignore_index=True)
    again = made.duplicated(["metric", "step"]).groupby(made["metric"]).transform("any")
    back = made.groupby("metric")["step"].diff() <= 0
    made["attempt"] = 1 + (again & back).groupby(made["metric"]).cumsum()
    return made.sort_values(["attempt", "step"], kind="stable", ignore_index=True)[list(POINT)]
