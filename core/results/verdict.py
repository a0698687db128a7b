"""Is one series better than another? Paired by seed, and only where nothing but what is compared differs."""

from collections.abc import Collection
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
import pandas as pd

from core.results import power
from core.results.noise import noise_floor
from core.results.rule import holm, judged, paired_statistics
from core.results.vary import ENCODING, differing

MACHINE = ["machine", "threads", "dtype", "torch"]  # differing here moves a loss more than a seed does: remarked
IDENTITY = ["experiment", "encoding", "scaling", "series"]
COLUMNS = """experiment encoding scaling series against metric eval_length test pairs asked mean_difference std lo hi
seed_std floor differences p p_holm family verdict compared differs remarks note unseen_gap found_gap
lost lost_against""".split()
_HIDDEN = ["family_id", "error", "freedom"]
_NUMBERS = ["mean_difference", "std", "lo", "hi", "seed_std", "floor", "p", "error", "freedom"]


def paired(
    values: pd.DataFrame,
    against: str,
    metric: str,
    eval_length: int | None = None,
    vary: str = ENCODING,
    floor: float | None = None,
) -> pd.DataFrame:
    """Each series against the series `against` in one metric: differences by seed (series minus against; below 0 is
    better, as every metric is a loss), 95% t interval, p adjusted by Holm over all of them, and the verdict.

    "better" and "worse" need an interval without 0, a mean difference beyond the seeds' standard deviation (the larger
    of the two series') and beyond the noise floor, and an adjusted p below 0.05; and no seed of the series that would
    win may have diverged. Under `unseen_gap` no verdict could have been given, and a true gap of `found_gap` would have
    been found in 80% of repetitions. Where more differs than the setting `vary` there is no verdict, and `differs`
    names the fields. `floor` stands in for the recorded noise floor.
    """
    return verdicts(comparisons(values, against, metric, eval_length, vary), floor)


def comparisons(
    values: pd.DataFrame, against: str, metric: str, eval_length: int | None = None, vary: str = ENCODING
) -> list[dict[str, Any]]:
    """What `paired` finds of each series alone: its differences from `against` and their statistics, no verdict yet.

    Of fewer series, as long as every reference is among them, `verdicts` of some of these rows are what `paired` gives.
    """
    groups = grouped(values, metric, eval_length)
    references = [group for group in groups if group["series"].iloc[0] == against]
    others = [group for group in groups if group["series"].iloc[0] != against]
    rows = [_compared(group, nearest(group, references, vary), vary) for group in others]
    return [row | {"against": against, "metric": metric} for row in rows]


def grouped(values: pd.DataFrame, metric: str, eval_length: int | None) -> list[pd.DataFrame]:
    """The values of one metric, a frame for each experiment and series."""
    values = values[values["metric"] == metric]
    if eval_length is not None:
        values = values[values["eval_length"] == eval_length]
    if values.duplicated(["name", "series"]).any():
        raise ValueError(f"{metric} was measured at several lengths; say which one as eval_length")
    return [group for _, group in values.groupby(["experiment", "series"], sort=False)]


def nearest(group: pd.DataFrame, references: list[pd.DataFrame], vary: str) -> pd.DataFrame | None:
    """The reference whose settings differ least from the group's; None where there is none."""
    return min(references, key=lambda one: len(differing(group, one, vary)[1]), default=None)


def in_family(values: pd.DataFrame, family: Collection[str], against: str) -> pd.DataFrame:
    """The values of the series that a family names, and of the one they are held against; "rope, *" names several.

    A name that no series has raises ValueError.
    """
    known = list(dict.fromkeys(values["series"].astype(str)))
    strangers = [name for name in family if not any(fnmatchcase(one, name) for one in known)]
    if strangers:
        raise ValueError(f'No series is named "{strangers[0]}"; there are {"; ".join(known)}.')
    kept = [one for one in known if one == against or any(fnmatchcase(one, name) for name in family)]
    return values[values["series"].isin(kept)]


def verdicts(rows: list[dict[str, Any]], floor: float | None = None) -> pd.DataFrame:
    """The rows with what a whole family decides: adjusted p, verdict, note, and the gaps that could have been seen."""
    table = pd.DataFrame(rows, columns=[*COLUMNS, *_HIDDEN]).astype(dict.fromkeys(_NUMBERS, "float64"))
    known = [noise_floor(row["config"], row["metric"], row["eval_length"]) for row in rows]
    table["floor"] = known if floor is None else floor
    families = table.groupby("family_id", sort=False, dropna=False)
    table["p_holm"] = families["p"].transform(lambda p: holm(p.to_numpy(np.float64)))
    table["level"] = families["p"].transform(lambda p: power.levels(p.to_numpy(np.float64)))
    tested = table["series"].where(table["p"].notna())
    members = tested.groupby(table["family_id"], sort=False, dropna=False).agg(lambda names: tuple(names.dropna()))
    table["family"] = [members.get(one, ()) for one in table["family_id"]]
    table["verdict"], table["note"] = judged(table.assign(unlike=table["differs"].map(len) > 0))
    for column, gap in (("unseen_gap", power.unseen), ("found_gap", power.found)):
        bars = table[["error", "freedom", "level", "seed_std", "floor"]].to_numpy(np.float64)
        table[column] = [np.nan if np.isnan(bar[:3]).any() else gap(*bar) for bar in bars]
    return table[COLUMNS]


def _compared(group: pd.DataFrame, reference: pd.DataFrame | None, vary: str) -> dict[str, Any]:
    """The statistics of one series and its reference, paired by seed."""
    result = described(group, reference, vary)
    if reference is None or result["differs"]:
        return result
    ours, theirs = (used(side) for side in (group, reference))
    seeds = np.intersect1d(ours.index.to_numpy(np.int64), theirs.index.to_numpy(np.int64))  # sorted
    ours, theirs = (side.loc[seeds].to_numpy(np.float64) for side in (ours, theirs))
    result["differences"] = tuple(zip(seeds.tolist(), (ours - theirs).tolist(), strict=True))
    return result | paired_statistics(ours, theirs)


def described(group: pd.DataFrame, reference: pd.DataFrame | None, vary: str) -> dict[str, Any]:
    """What is known of a comparison before any number: who, how many seeds, and in what the two sides differ."""
    result: dict[str, Any] = {key: group[key].iloc[0] for key in (*IDENTITY, "eval_length", "config")}
    result |= {"test": "paired", "pairs": 0, "differences": (), "remarks": (), "compared": (), "differs": ()}
    result |= {"asked": group["seed"].nunique(), "lost": _lost(group), "lost_against": 0, "family_id": None}
    if reference is None:
        return result
    compared, differs = differing(group, reference, vary)
    result |= {"compared": compared, "differs": differs, "lost_against": _lost(reference)}
    asked = pd.concat([group["seed"], reference["seed"]]).nunique()
    result |= {"asked": asked, "remarks": _unlike(group, reference)}
    return result | {"family_id": str(reference["experiment"].iloc[0])}


def used(group: pd.DataFrame) -> pd.Series:
    """The values that enter a mean, by seed."""
    return group[group["used"]].set_index("seed")["value"]


def _lost(group: pd.DataFrame) -> int:
    """How many seeds diverged: by their status, or by a value that is NaN or Inf."""
    nonfinite = group["step"].notna() & ~np.isfinite(group["value"].to_numpy(np.float64))
    return int(((group["status"] == "diverged") | nonfinite).sum())


def _unlike(one: pd.DataFrame, other: pd.DataFrame) -> tuple[str, ...]:
    """In what of the machine the runs of two groups differ."""
    return tuple(column for column in MACHINE if pd.concat([one[column], other[column]]).nunique(dropna=False) > 1)
