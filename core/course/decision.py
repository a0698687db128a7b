"""Lesson 6: what the runs say of a reader's three choices."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from core.positions.rope import inv_freq, slow_pairs
from core.results.continued import UNTOUCHED
from core.results.digits import MISSING, mean_std
from core.results.stretch import factor_of
from core.results.summary import over_seeds
from core.results.vary import ENCODING
from core.results.verdict import paired

ROPE = "rope"
BASES = (20, 100, 1_000, 10_000, 100_000)  # rope_theta, as the runs have it
RULES = (UNTOUCHED, "linear", "ntk", "yarn")  # by their names in SCALINGS
FACTORS = (2, 4)  # how many times the training length is asked for
Agreement = Literal["holds", "costs inside", "costs beyond", "contradicted", "open", "stops"]


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What was measured of a choice in one loss (nats/token), and which others the seeds separate from it.

    `better`, `level` and `worse` are the others' verdicts against the choice; `few` have none.
    """

    eval_length: int
    mean: float
    std: float
    n: int
    seeds: tuple[int, ...]
    better: tuple[str, ...]
    level: tuple[str, ...]
    worse: tuple[str, ...]
    few: tuple[str, ...]

    @property
    def judged(self) -> bool:
        """Whether any of the others was."""
        return bool(self.better or self.level or self.worse)


def standing(
    values: pd.DataFrame, choice: str, metric: str, eval_length: int, vary: str = ENCODING
) -> tuple[Standing, pd.DataFrame] | None:
    """Where the series `choice` stands among all of the values in this loss, and every other against it, as
    core.results.paired gives it; None where the choice was not measured there.

    All are held against the choice in one family, so that being lowest by chance is not taken for being best.
    """
    at = values[(values["metric"] == metric) & (values["eval_length"] == eval_length).fillna(False)]
    means = over_seeds(at).set_index("series") if len(at) else pd.DataFrame()
    if choice not in means.index or not means.at[choice, "n"]:
        return None
    table = paired(at, choice, metric, eval_length, vary)
    told = {name: tuple(group["series"].astype(str)) for name, group in table.groupby("verdict", sort=False)}
    seeds = at.loc[(at["series"] == choice) & at["used"], "seed"]
    row = means.loc[choice]
    found = Standing(
        eval_length=eval_length,
        mean=float(row["mean"]),
        std=float(row["std"]),
        n=int(row["n"]),
        seeds=tuple(sorted(int(seed) for seed in seeds)),
        better=told.get("better", ()),
        level=told.get("not separated", ()),
        worse=told.get("worse", ()),
        few=told.get("too few seeds", ()) + told.get("", ()),
    )
    return found, table


def agreement(inside: Standing | None, beyond: Standing | None) -> Agreement:
    """Whether a choice agrees with what was measured inside and beyond the training length.

    It holds where no other series is separated from it to the better side at either length; open where one of the two
    was not measured, or judged of nobody.
    """
    if inside is None or beyond is None or not (inside.judged and beyond.judged):
        return "open"
    if inside.better and beyond.better:
        return "contradicted"
    if inside.better:
        return "costs inside"
    return "costs beyond" if beyond.better else "holds"


def slow(base: float, head_dim: int, length: int) -> int:
    """How many pairs of RoPE at this base do not finish a turn in `length` tokens."""
    return slow_pairs(inv_freq(head_dim, base), length)


def extension_options() -> tuple[str, ...]:
    """The rules without further training, "yarn", and with it, "yarn-further"."""
    return (*RULES, *(f"{rule}-further" for rule in RULES))


def extension_series(option: str, factor: int, steps: int) -> str:
    """The name that this option's series has in extension_values: "rope, yarn x4", and with 300 steps more
    "rope, yarn x4 +300"."""
    rule, _, further = option.partition("-")
    told = rule if rule == UNTOUCHED else f"{rule} x{factor}"
    if further:
        return f"{ROPE}, {told} +{steps}"
    return ROPE if rule == UNTOUCHED else f"{ROPE}, {told}"


def extension_values(read: pd.DataFrame, further: pd.DataFrame, factor: int, steps: int) -> pd.DataFrame:
    """Final values of RoPE models read under the rules at one factor, and of those that were trained further under
    them, as of one experiment: each series differs from the others in the rule and in the further steps alone.

    `read` holds the models as they were and under the rules, `further` those that went on. Seeds are paired, so those
    without further training are left out where some have it.
    """
    rules = {ROPE, *(f"{ROPE}, {rule} x{factor}" for rule in RULES if rule != UNTOUCHED)}
    before = read[read["series"].isin(rules)]
    if further.empty or before.empty:
        return before
    kept = further["scaling"].map(lambda name: name.partition(" ")[0] in RULES and factor_of(name) in (None, factor))
    names = ROPE + ", " + further["scaling"].astype(str).replace("", UNTOUCHED) + f" +{steps}"
    # A verdict asks that the settings be alike; what was changed on the way is what is compared here.
    same = {name: before[name].iloc[0] for name in ("experiment", "config")}
    after = further.assign(series=names, **same)[kept]
    return pd.concat([before[before["seed"].isin(after["seed"])], after], ignore_index=True)


def bar(seed_std: float, floor: float) -> float:
    """What a change must exceed before it counts, in nats/token: the larger of the seeds' standard deviation and the
    measured noise floor (NaN where none is known)."""
    return float(np.fmax(seed_std, floor))


def evidence_table(
    values: pd.DataFrame, inside: tuple[str, int], beyond: tuple[str, int], order: tuple[str, ...]
) -> pd.DataFrame:
    """Mean ± std as text of two losses, each a metric and its length: the columns series, n, inside, beyond.

    A row for each series of `order`, with "–" and n = 0 where it was not measured.
    """
    columns = {"inside": inside, "beyond": beyond}
    told: dict[str, dict[str, object]] = {name: {"n": 0, "inside": MISSING, "beyond": MISSING} for name in order}
    for column, (metric, length) in columns.items():
        at = values[(values["metric"] == metric) & (values["eval_length"] == length).fillna(False)]
        for row in over_seeds(at[at["series"].isin(order)]).itertuples() if len(at) else ():
            cell = told[str(row.series)]
            cell |= {column: mean_std(row.mean, row.std, int(row.n)), "n": max(int(row.n), int(str(cell["n"])))}
    return pd.DataFrame([{"series": name} | cells for name, cells in told.items()])
