"""Which verdicts hang on one seed: every comparison once more without each seed in turn."""

import pandas as pd

from core.results.leaveout import of_all_seeds
from core.results.vary import ENCODING
from core.results.verdict import paired

KEPT = "experiment encoding scaling series against pairs mean_difference lo hi std p_holm verdict note family".split()
COLUMNS = ["left_out", *KEPT, "flipped"]


def without_each_seed(
    values: pd.DataFrame, against: str, metric: str, eval_length: int | None = None, vary: str = ENCODING
) -> pd.DataFrame:
    """The comparisons of `paired` with all seeds (`left_out` is missing) and without each seed.

    Only series that have a value for every seed of `against` take part, so that Holm's family is the same throughout.
    `flipped` says that the verdict is another than with all seeds. Two pairs give no verdict, which is no flip.
    """
    kept = of_all_seeds(values, against, metric, eval_length)
    seeds = sorted(int(seed) for seed in kept["seed"].unique())
    draws = {seed: kept[kept["seed"] != seed] for seed in seeds}
    tables = [paired(rows, against, metric, None, vary).assign(left_out=seed) for seed, rows in draws.items()]
    whole = paired(kept, against, metric, None, vary).assign(left_out=None)
    table = pd.concat([whole, *tables], ignore_index=True)
    with_all = dict(zip(whole["series"], whole["verdict"], strict=True))
    judged = ~table["verdict"].isin(["", "too few seeds"])
    table["flipped"] = judged & (table["verdict"] != table["series"].map(with_all))
    return table.astype({"left_out": "Int64"})[COLUMNS]


def seeds_left_out(table: pd.DataFrame) -> list[int]:
    """The seeds that were left out, one after the other."""
    return sorted({int(seed) for seed in table["left_out"].dropna()})


def fragile(table: pd.DataFrame) -> dict[str, list[int]]:
    """By series the seeds without which its verdict is another; only series for which there is such a seed."""
    flips = table[table["flipped"]]
    return {str(name): [int(seed) for seed in rows["left_out"]] for name, rows in flips.groupby("series", sort=False)}
