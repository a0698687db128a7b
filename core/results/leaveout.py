"""What verdicts hang on: the same comparison, with some of the seeds left out."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations

import pandas as pd

from core.results.rule import MIN_PAIRS
from core.results.verdict import paired


def of_all_seeds(values: pd.DataFrame, against: str, metric: str, eval_length: int | None = None) -> pd.DataFrame:
    """The values of one metric of the series that have one for every seed of `against`, so that no draw loses a member.

    Empty where `against` has none.
    """
    mine = values[(values["metric"] == metric) & values["used"]]
    if eval_length is not None:
        mine = mine[(mine["eval_length"] == eval_length).fillna(False)]
    seeds = set(mine.loc[mine["series"] == against, "seed"])
    kept = [name for name, group in mine.groupby("series", sort=False) if seeds and seeds <= set(group["seed"])]
    return mine[mine["series"].isin(kept) & mine["seed"].isin(seeds)]


def verdicts_of(values: pd.DataFrame, against: str, seeds: Collection[int]) -> dict[str, str]:
    """By series its verdict against the series `against` from these seeds alone, by the rule of every verdict.

    `values` are those of of_all_seeds. Below three seeds every verdict is "too few seeds".
    """
    table = paired(values[values["seed"].isin(list(seeds))], against, str(values["metric"].iloc[0]))
    return dict(zip(table["series"].astype(str), table["verdict"].astype(str), strict=True))


def lottery(values: pd.DataFrame, against: str, size: int) -> pd.DataFrame:
    """What every choice of `size` seeds says: by series its verdict with all of them (`whole`), how many `draws` there
    are, in how many the verdict is another (`flipped`), and how many draws give each verdict (`told`).

    `values` are those of of_all_seeds. Raises ValueError for a size that gives no verdict or that there are not seeds
    enough for.
    """
    seeds = sorted(int(seed) for seed in values["seed"].unique())
    if not MIN_PAIRS <= size <= len(seeds):
        raise ValueError(f"size is {size}; a verdict needs {MIN_PAIRS} seeds, and there are {len(seeds)}.")
    whole = verdicts_of(values, against, seeds)
    drawn = [verdicts_of(values, against, some) for some in combinations(seeds, size)]
    rows = []
    for series, verdict in whole.items():
        told = Counter(draw[series] for draw in drawn)
        flipped = len(drawn) - told[verdict]
        rows.append({"series": series, "whole": verdict, "draws": len(drawn), "flipped": flipped, "told": dict(told)})
    return pd.DataFrame(rows, columns=["series", "whole", "draws", "flipped", "told"])
