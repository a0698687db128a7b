"""Is one encoding better than another? Paired by seed, and only where nothing but the encoding differs."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from core.results.summary import CONFIDENCE, t_half_width

MIN_PAIRS = 3
LEVEL = 1 - CONFIDENCE
MACHINE = ["machine", "threads", "dtype", "torch"]  # differing here moves a loss more than a seed does: remarked
UNLIKE = "no verdict: the configs differ in more than the encoding"
FEW = "a verdict needs three pairs of seeds"
HOLDS_ZERO = "the interval holds 0"
WITHIN_STD = "the difference is within the seeds' standard deviation"
HOLM = "Holm's correction for the number of comparisons leaves p at 0.05 or above"
DIVERGED = "seeds diverged on the side that is ahead"
NOTES = (UNLIKE, FEW, HOLDS_ZERO, WITHIN_STD, HOLM, DIVERGED)
IDENTITY = ["experiment", "encoding", "scaling", "series"]
COLUMNS = """experiment encoding scaling series against metric eval_length pairs asked mean_difference std lo hi
seed_std differences p p_holm verdict differs remarks note""".split()


def paired(values: pd.DataFrame, against: str, metric: str, eval_length: int | None = None) -> pd.DataFrame:
    """Each series against the series `against` in one metric: differences by seed (series minus against; below 0 is
    better, as every metric is a loss), 95% t interval, p adjusted by Holm within an experiment, and the verdict.

    "better" and "worse" need an interval without 0, a mean difference beyond the seeds' standard deviation (the larger
    of the two series'), and an adjusted p below 0.05; and no seed of the series that would win may have diverged.
    Where the configs differ in more than the encoding there is no verdict, and `differs` names the fields.
    """
    values = values[values["metric"] == metric]
    if eval_length is not None:
        values = values[values["eval_length"] == eval_length]
    if values.duplicated(["name", "series"]).any():
        raise ValueError(f"{metric} was measured at several lengths; say which one as eval_length")
    groups = [group for _, group in values.groupby(["experiment", "series"], sort=False)]
    references = [group for group in groups if group["series"].iloc[0] == against]
    others = [group for group in groups if group["series"].iloc[0] != against]
    table = pd.DataFrame([_compared(group, references) for group in others], columns=[*COLUMNS, "lost", "lost_against"])
    table = table.assign(against=against, metric=metric)
    table["p_holm"] = table.groupby("experiment", sort=False)["p"].transform(lambda p: holm(p.to_numpy(np.float64)))
    judged = [_judged(row) for row in table.to_dict("records")]
    table["verdict"], table["note"] = [verdict for verdict, _ in judged], [note for _, note in judged]
    return table[COLUMNS]


def holm(p: Sequence[float] | np.ndarray) -> np.ndarray:
    """Holm's adjusted p values in the order given; NaN stays NaN and is not counted."""
    p = np.asarray(p, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    order = [index for index in np.argsort(p, kind="stable") if not np.isnan(p[index])]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def _compared(group: pd.DataFrame, references: list[pd.DataFrame]) -> dict[str, Any]:
    """The paired statistics of one series and the reference that is nearest to it in config."""
    result = group[[*IDENTITY, "eval_length"]].iloc[0].to_dict() | {"differs": (), "remarks": (), "pairs": 0}
    result |= {"differences": (), "asked": group["seed"].nunique(), "lost": _lost(group), "lost_against": 0}
    if not references:
        return result
    reference = min(references, key=lambda one: len(_differing(group, one)))
    result |= {"differs": _differing(group, reference), "lost_against": _lost(reference)}
    result["asked"] = len(set(group["seed"]) | set(reference["seed"]))
    if result["differs"]:
        return result
    ours, theirs = (side[side["used"]].set_index("seed")["value"] for side in (group, reference))
    seeds = sorted(set(ours.index) & set(theirs.index))
    ours, theirs = ours[seeds].to_numpy(np.float64), theirs[seeds].to_numpy(np.float64)
    result["differences"] = tuple(zip((int(seed) for seed in seeds), (ours - theirs).tolist(), strict=True))
    result["remarks"] = _unlike(group, reference)
    return result | _statistics(ours, theirs)


def _statistics(ours: np.ndarray, theirs: np.ndarray) -> dict[str, float]:
    """Mean, std and t interval of the differences, the larger std of the two sides, and p of the paired t test."""
    difference, n = ours - theirs, len(ours)
    if n == 0:
        return {"pairs": 0}
    mean = float(difference.mean())
    if n == 1:
        return {"pairs": 1, "mean_difference": mean}
    std = float(difference.std(ddof=1))
    half = float(t_half_width(std, n))
    result = {"pairs": n, "mean_difference": mean, "std": std, "lo": mean - half, "hi": mean + half}
    result["seed_std"] = float(max(ours.std(ddof=1), theirs.std(ddof=1)))
    if n >= MIN_PAIRS:
        with np.errstate(divide="ignore"):
            t = abs(mean) / (std / np.sqrt(n)) if mean else 0.0
        result["p"] = float(2 * stats.t.sf(t, n - 1))
    return result


def _lost(group: pd.DataFrame) -> int:
    """How many seeds diverged: by their status, or by a value that is NaN or Inf."""
    nonfinite = group["step"].notna() & ~np.isfinite(group["value"].to_numpy(np.float64))
    return int(((group["status"] == "diverged") | nonfinite).sum())


def _differing(one: pd.DataFrame, other: pd.DataFrame) -> tuple[str, ...]:
    """The settings in which two groups differ, but for encoding and seed; none where their experiment is the same."""
    if one["experiment"].iloc[0] == other["experiment"].iloc[0]:
        return ()
    mine, theirs = json.loads(one["config"].iloc[0]), json.loads(other["config"].iloc[0])
    keys = sorted((set(mine) | set(theirs)) - {"encoding", "seed"})
    fields = tuple(key for key in keys if (key in mine, mine.get(key)) != (key in theirs, theirs.get(key)))
    return fields or ("corpus_sha256",)  # all that an experiment holds beside the config


def _unlike(one: pd.DataFrame, other: pd.DataFrame) -> tuple[str, ...]:
    """In what of the machine the runs of two groups differ."""
    both = pd.concat([one[MACHINE], other[MACHINE]])
    return tuple(column for column in MACHINE if both[column].nunique(dropna=False) > 1)


def _judged(row: dict[str, Any]) -> tuple[str, str]:
    """The verdict on one row, and which of NOTES stands in its way."""
    if row["differs"]:
        return "", UNLIKE
    if row["pairs"] < MIN_PAIRS:
        return "too few seeds", FEW
    better = row["mean_difference"] < 0
    if row["lo"] <= 0 <= row["hi"]:
        return "not separated", HOLDS_ZERO
    if abs(row["mean_difference"]) <= row["seed_std"]:
        return "not separated", WITHIN_STD
    if row["p_holm"] >= LEVEL:
        return "not separated", HOLM
    if row["lost"] if better else row["lost_against"]:
        return "not separated", DIVERGED
    return ("better" if better else "worse"), ""
