"""The noise floor: how far two runs of one seed lie apart when nothing differs but the arithmetic.

A difference between two encodings that is no larger than that of a model from itself says nothing, however steady
the seeds are. The floor is recorded with its source in noise_floor.json, by `python -m core noise --record`.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

RECORD = Path(__file__).with_name("noise_floor.json")
ARITHMETIC = "precision"  # the setting in which the pairs differ; it changes how numbers are rounded and nothing else
# What a floor is carried over to: other encodings and bases. It was measured on one of each, and the record says which.
_CARRIED = ("encoding", "seed", "rope_theta", ARITHMETIC)


@dataclass(frozen=True, kw_only=True)
class NoiseFloor:
    """The root mean square difference of one metric (its unit) over `pairs` pairs of runs that share a seed."""

    metric: str
    eval_length: int | None
    floor: float
    pairs: int


@dataclass(frozen=True, kw_only=True)
class Record:
    """Noise floors; the series, its two precisions, seeds and runs they come from; and the settings they hold for."""

    series: str
    between: tuple[str, str]
    seeds: tuple[int, ...]
    runs: tuple[str, ...]
    settings: dict[str, Any]
    floors: tuple[NoiseFloor, ...]

    def to_json(self) -> str:
        """The record as it is kept."""
        return json.dumps(asdict(self), indent=1) + "\n"


@cache
def recorded() -> Record:
    """The record in noise_floor.json."""
    said = json.loads(RECORD.read_text())
    lists = {key: tuple(said[key]) for key in ("between", "seeds", "runs")}
    return Record(**said | lists | {"floors": tuple(NoiseFloor(**one) for one in said["floors"])})


def noise_floor(config: str, metric: str, eval_length: Any) -> float:
    """The recorded floor for runs of this config (JSON); NaN where none was measured at its settings."""
    said, record = json.loads(config), recorded()
    if any(said.get(key) != value for key, value in record.settings.items()):
        return float("nan")
    fitting = (one.floor for one in record.floors if (one.metric, one.eval_length) == (metric, _length(eval_length)))
    return next(fitting, float("nan"))


def _length(value: Any) -> int | None:
    return None if pd.isna(value) else int(value)


def measured(values: pd.DataFrame) -> Record:
    """The floors that these final values give, from the series with most seeds in two precisions.

    ValueError where no seed was trained in two precisions.
    """
    plain = values[values["used"] & values["scaling"].isin(["none", ""])]
    told = plain.assign(
        arithmetic=[json.loads(text).get(ARITHMETIC) for text in plain["config"]],
        settings=[json.dumps(_shared(text), sort_keys=True) for text in plain["config"]],
    )
    groups = [group for _, group in told.groupby(["series", "settings"]) if group["arithmetic"].nunique() == 2]
    best = max(groups, key=_seeds, default=None)
    if best is None or not _seeds(best):
        raise ValueError(
            "No seed was trained in two precisions; train one with --precision float32 and with --precision bfloat16."
        )
    return _record(best)


def _shared(config: str) -> dict[str, Any]:
    """The settings that a floor holds for."""
    return {key: value for key, value in json.loads(config).items() if key not in ("encoding", "seed", ARITHMETIC)}


def _seeds(group: pd.DataFrame) -> int:
    """How many seeds of a group were trained in both precisions."""
    return int((group.groupby("seed")["arithmetic"].nunique() == 2).sum())


def _record(group: pd.DataFrame) -> Record:
    """The record of one series in two precisions."""
    one, other = sorted(group["arithmetic"].unique(), reverse=True)
    keys = ["metric", "eval_length", "split", "seed"]
    sides = [group[group["arithmetic"] == side][[*keys, "value", "name"]] for side in (one, other)]
    both = sides[0].merge(sides[1], on=keys, suffixes=("", "_other"))
    settings = {key: value for key, value in _shared(group["config"].iloc[0]).items() if key not in _CARRIED}
    names = {str(name) for name in [*both["name"], *both["name_other"]]}
    return Record(
        series=str(group["series"].iloc[0]),
        between=(one, other),
        seeds=tuple(sorted(int(seed) for seed in both["seed"].unique())),
        runs=tuple(sorted(names)),
        settings=settings,
        floors=tuple(_floors(both[both["split"] == "val"])),
    )


def _floors(both: pd.DataFrame) -> Iterable[NoiseFloor]:
    """The floor of each metric and length, in the order of the values."""
    for (metric, length), pairs in both.groupby(["metric", "eval_length"], sort=False, dropna=False):
        squares = (pairs["value"] - pairs["value_other"]).to_numpy(np.float64) ** 2
        root = float(f"{np.sqrt(squares.mean()):.4g}")
        yield NoiseFloor(metric=str(metric), eval_length=_length(length), floor=root, pairs=len(pairs))
