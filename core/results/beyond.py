"""What a task's accuracies say beyond the training length: who learned it, who is right, and where a needle is lost."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from core.results.summary import over_seeds

LEARNED = 0.5  # of the answers, at the training length


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The means at one length beyond the training length; of series that are level, all are named."""

    length: int
    learned: tuple[str, ...]  # right on at least half of the answers at the training length
    failed: tuple[str, ...]
    partly: tuple[tuple[str, int, int], ...]  # of those in `learned`: series, seeds that learned it, seeds
    best: tuple[str, ...]
    highest: pd.Series
    worst: tuple[str, ...]
    lowest: pd.Series


def twice(lengths: Iterable[int], train_length: int) -> int | None:
    """The length beyond the training length that is nearest to twice it; None where there is none beyond it."""
    beyond = [int(length) for length in lengths if length > train_length]
    return min(beyond, key=lambda length: abs(length - 2 * train_length), default=None)


def standing(values: pd.DataFrame, metric: str, train_length: int, length: int) -> Standing | None:
    """Who is right most and least often at this length among the series that learned the task; None where none did.

    A series that did not learn the task at the training length says nothing about longer texts.
    """
    means = over_seeds(values[values["metric"] == metric])
    means = means[means["n"] > 0]
    inside = means[means["eval_length"] == train_length]
    learned = inside["mean"] >= LEARNED
    names = tuple(inside["series"][learned])
    there = means[(means["eval_length"] == length) & means["series"].isin(names)]
    if there.empty:
        return None
    high, low = there["mean"].max(), there["mean"].min()
    seeds = values[(values["metric"] == metric) & (values["eval_length"] == train_length) & values["used"]]
    counts = (
        seeds.assign(learned=seeds["value"] >= LEARNED).groupby("series", sort=False)["learned"].agg(["sum", "size"])
    )
    return Standing(
        length=length,
        learned=names,
        failed=tuple(inside["series"][~learned]),
        partly=tuple((one, *map(int, counts.loc[one])) for one in names if counts["sum"][one] < counts["size"][one]),
        best=tuple(there["series"][there["mean"] == high]),
        highest=there.loc[there["mean"].idxmax()],
        worst=tuple(there["series"][there["mean"] == low]),
        lowest=there.loc[there["mean"].idxmin()],
    )


def uneven(table: pd.DataFrame, length: int) -> tuple[pd.Series, pd.Series] | None:
    """Of the series whose mean changes most with the depth at this length: the rows where it is lowest and highest.

    `table` has a row for each series, eval_length and position; None where it has none at this length.
    """
    there = table[(table["eval_length"] == length) & table["mean"].notna()]
    if there.empty:
        return None
    groups = there.groupby(there["series"].astype(str))["mean"]
    rows = there[there["series"] == (groups.max() - groups.min()).idxmax()]
    return rows.loc[rows["mean"].idxmin()], rows.loc[rows["mean"].idxmax()]
