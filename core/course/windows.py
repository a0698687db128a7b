"""Lesson 5b, Longer windows: what a rule costs and gains by our runs, a ramp the wrong way round, what length asks."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.positions.extension import Extended, extended, target_setting
from core.positions.rope import inv_freq
from core.positions.scaling import scaled
from core.positions.scaling_rules import Frequencies
from core.results.stretch import factor_of
from core.results.summary import over_seeds

DIM, BASE, NATIVE = 128, 1e6, 32_768  # the head and the training window of Qwen3
RULES = ("none", "linear", "ntk", "yarn")
WANTED_FACTOR = 4.0
WANTED_CONTRAST = 0.99
Cell = tuple[float, float, int]  # mean, std over seeds, n


def folded(rule: str, factor: float) -> Extended:
    """What a rule makes of Qwen3's head for a text of `factor` windows."""
    return extended(rule, inv_freq(DIM, BASE), target_setting(NATIVE, factor))


def solves(found: Extended, factor: float) -> bool:
    """Whether a rule at this factor leaves no angle unseen and neighbours as far apart as in training."""
    return factor >= WANTED_FACTOR and found.unseen == 0 and found.contrast >= WANTED_CONTRAST


def right_way(factor: float) -> Frequencies:
    """By pair the new frequency over the trained one under YaRN, shape (num_pairs,)."""
    trained = inv_freq(DIM, BASE)
    return scaled("yarn", trained, target_setting(NATIVE, factor)).inv_freq / trained


def wrong_way(factor: float) -> Frequencies:
    """The same with the ramp turned around: fast pairs are divided and slow ones kept, shape (num_pairs,).

    What a released implementation computes, LitGPT at 2685705.
    """
    return 1 + 1 / factor - right_way(factor)


@dataclass(frozen=True)
class Asked:
    """What a text of `length` tokens asks of a layer."""

    length: int
    comparisons: int  # of a query with a key, each token with itself and those before it
    lead: float  # by which a score must exceed all others, which are equal, to get half of the attention


def asked(length: int) -> Asked:
    """What grows with the length whatever the positions do."""
    return Asked(length, length * (length + 1) // 2, math.log(length - 1))


def nearest_to_wanted(scalings: pd.Series) -> float | None:
    """Of the factors at which runs were read under PI and YaRN alike, the one nearest to WANTED_FACTOR; None: none."""
    by_rule = [{factor_of(name) for name in scalings if name.partition(" ")[0] == rule} for rule in ("linear", "yarn")]
    factors = sorted(factor for factor in by_rule[0] & by_rule[1] if factor)
    return min(factors, key=lambda one: abs(math.log(one / WANTED_FACTOR)), default=None)


def short_texts_pay(direct: tuple[Cell, ...], pi: tuple[Cell, ...], yarn: tuple[Cell, ...]) -> bool:
    """Whether PI reads the first length worse than no rule does, and YaRN reads both lengths better than PI."""
    harmed = pi[0][0] - direct[0][0] > max(pi[0][1], direct[0][1])
    return harmed and all(mine[0] < other[0] for mine, other in zip(yarn, pi, strict=True))


def practice_is_enough(direct: tuple[Cell, ...], pi: tuple[Cell, ...], plainly: tuple[Cell, ...]) -> bool:
    """Whether after more training PI reads the first length as the first models did, and no rule the second as well.

    Differences within a standard deviation do not count.
    """
    repaired = pi[0][0] - direct[0][0] <= max(pi[0][1], direct[0][1])
    return repaired and plainly[1][0] - pi[1][0] <= max(plainly[1][1], pi[1][1])


def by_seed(
    values: pd.DataFrame, metric: str, lengths: tuple[int, int]
) -> Mapping[str, tuple[tuple[float, float], ...]]:
    """By series, for every seed that has both, the values of a metric at the two lengths."""
    mine = values[(values["metric"] == metric) & values["used"] & values["eval_length"].isin(lengths)]
    wide = mine.pivot_table("value", ["series", "seed"], "eval_length", sort=False, observed=True)
    if not set(lengths) <= set(wide):
        return {}
    wide = wide.dropna()[list(lengths)]
    names = wide.index.get_level_values("series")
    return {str(name): tuple(wide[names == name].itertuples(index=False, name=None)) for name in names.unique()}


def cells(values: pd.DataFrame, metric: str, lengths: tuple[int, ...]) -> Mapping[str, tuple[Cell, ...]]:
    """By series, mean, std and n of a metric at each of the lengths; a series that lacks one is left out."""
    found = over_seeds(values[(values["metric"] == metric) & values["eval_length"].isin(lengths)])
    found = found[(found["n"] > 0) & np.isfinite(found["mean"])]
    made = {}
    for series, mine in found.groupby(found["series"].astype(str), sort=False):
        by_length = {int(row["eval_length"]): row for row in mine.to_dict("records")}
        if set(lengths) <= set(by_length):
            rows = [by_length[length] for length in lengths]
            made[str(series)] = tuple((float(row["mean"]), float(row["std"]), int(row["n"])) for row in rows)
    return made
