"""The frames behind the curves: means with their band, every seed, what no line can show, and the read-out."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.charts.scales import linear_domain, log_domain
from core.charts.smoothing import ema, thin
from core.results import latest_per_seed, mean_std
from core.results.lines import falling_curve
from core.results.summary import t_half_width

BANDS = ("std", "t", "none")
AXES = ("step", "tokens", "seconds")
MOST_POINTS = 300  # a curve; the browser is the bottleneck


@dataclass(frozen=True)
class CurveOptions:
    """What the reader chose: the x axis, what is drawn around the mean, the y scale and the smoothing in [0, 1).

    `steps` is what is looked at of the training. While it grows (`growing`) the axes reach to the last of these steps
    and beyond what the loss is now, so that they do not move under the reader's eyes.
    """

    x: str = "step"
    band: str = "std"
    members: bool = False
    log_y: bool = False
    smoothing: float = 0.0
    steps: tuple[int, int] | None = None
    growing: bool = False

    def __post_init__(self) -> None:
        if self.x not in AXES or self.band not in BANDS or not 0 <= self.smoothing < 1:
            raise ValueError(f"x is one of {AXES}, band one of {BANDS} and smoothing in [0, 1); not {self}")


def means(rows: pd.DataFrame, runs: pd.DataFrame | None, options: CurveOptions) -> pd.DataFrame:
    """Per series and step: x, mean, std, n, asked, whole, lo, hi and smooth, from every logged step.

    Where seeds have ended, `whole` is False and n says how many went on. lo and hi are mean ± std, or the 95% t
    interval; both are NaN at n = 1. smooth is NaN where smoothing is off.
    """
    table = falling_curve(rows, options.x, runs)
    half = t_half_width(table["std"], table["n"]) if options.band == "t" else table["std"]
    table = table.assign(lo=table["mean"] - half, hi=table["mean"] + half, smooth=np.nan)
    if options.smoothing:
        by_series = table.groupby("series", observed=True, sort=False)["mean"]
        table["smooth"] = by_series.transform(lambda values: ema(values, options.smoothing))
    return table


def parted(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows over all seeds, and those over fewer, which begin with the last row of all to leave no gap."""
    whole = table[table["whole"]]
    fewer = table[~table["whole"]]
    ends = whole.groupby("series", observed=True, sort=False).tail(1)
    joined = pd.concat([ends[ends["series"].isin(fewer["series"])], fewer])
    return whole, joined.sort_values(["series", "step"], kind="stable", ignore_index=True)


def falls(table: pd.DataFrame) -> pd.DataFrame:
    """One row wherever the seeds of a series become fewer: series, step, x, mean, n, asked."""
    fewer = table[~table["whole"]]
    before = fewer.groupby("series", observed=True, sort=False)["n"].shift()
    return fewer.loc[fewer["n"] != before, ["series", "step", "x", "mean", "n", "asked"]].reset_index(drop=True)


def alone(lines: pd.DataFrame, by: list[str], value: str) -> pd.DataFrame:
    """The finite rows that no line reaches, for what stands before and after them is missing or not finite."""
    finite = pd.Series(np.isfinite(lines[value].to_numpy(np.float64)), lines.index)
    groups = finite.groupby([lines[key] for key in by], observed=True, sort=False)
    beside = groups.shift(1, fill_value=False) | groups.shift(-1, fill_value=False)
    return lines[finite & ~beside].reset_index(drop=True)


def seeds(rows: pd.DataFrame, x: str) -> pd.DataFrame:
    """Every seed's own curve: encoding, series, seed, x, value; one run a seed, sorted by x."""
    kept = latest_per_seed(rows.drop_duplicates("name"))["name"]
    lines = rows.loc[rows["name"].isin(kept), ["encoding", "series", "seed", "step", "value"]]
    lines = lines.assign(x=rows[x].astype(np.float64))
    return lines.sort_values(["series", "seed", "step"], ignore_index=True)


@dataclass(frozen=True)
class CurveNotes:
    """What a reader of the curves must be told: values that no line can show, and where seeds end (see told_odd and
    falls), with the steps and attempts that were replaced: series, seed, attempt, first, last; and whose x, the time,
    runs backwards: series, seed, step.
    """

    odd: pd.DataFrame
    falls: pd.DataFrame
    replaced: pd.DataFrame
    backwards: pd.DataFrame


def notes(rows: pd.DataFrame, runs: pd.DataFrame, options: CurveOptions, replaced: pd.DataFrame) -> CurveNotes:
    """What the curves of these rows must be told with; `replaced` are rows as Store.replaced gives them."""
    lines = seeds(rows, options.x)
    groups = replaced.groupby(["series", "seed", "attempt"], observed=True, sort=False)["step"]
    again = groups.agg(first="min", last="max").reset_index()
    last = lines.groupby(["series", "seed"], observed=True)["step"].max().groupby("series", observed=True)
    even = last.min().equals(last.max())  # as nearly always: no mean falls to fewer seeds
    fewer = falls(falling_curve(rows.iloc[:0] if even else rows, options.x, runs))
    return CurveNotes(told_odd(lines, options.log_y), fewer, again, backwards(lines))


def backwards(lines: pd.DataFrame) -> pd.DataFrame:
    """Per series and seed whose x is negative or falls from one step to the next: the first such step."""
    before = lines.groupby(["series", "seed"], observed=True, sort=False)["x"].shift()
    wrong = lines[(lines["x"] < before) | (lines["x"] < 0)]
    return wrong.groupby(["series", "seed"], observed=True, sort=False)["step"].min().reset_index()


def replaced(rows: pd.DataFrame, x: str) -> pd.DataFrame:
    """What earlier attempts had logged at steps that a later one logged anew: series, seed, attempt, x, value."""
    lines = rows[["series", "seed", "attempt", "step", "value"]].assign(x=rows[x].astype(np.float64))
    return lines.sort_values(["series", "seed", "attempt", "step"], ignore_index=True)


def told_odd(lines: pd.DataFrame, log_y: bool) -> pd.DataFrame:
    """Per series and seed with a value that no line can show: how many (`count`), the first `step`, and `to_end`.

    `to_end` is True where the log ends with such values: the run diverged there and did not come back.
    """
    odd = lines[_odd(lines, log_y)]
    groups = odd.groupby(["series", "seed"], observed=True, sort=False)["step"]
    told = groups.agg(count="size", step="min", last="max").reset_index()
    ends = lines.groupby(["series", "seed"], observed=True)["step"].max().rename("end").reset_index()
    told = told.merge(ends, on=["series", "seed"])
    return told.assign(to_end=told["last"] == told["end"]).drop(columns=["last", "end"])


def _odd(lines: pd.DataFrame, log_y: bool) -> pd.Series:
    """Where a value is not finite or, on a logarithmic axis, not positive."""
    return ~np.isfinite(lines["value"].astype(np.float64)) | (log_y & (lines["value"] <= 0))


def odd_values(lines: pd.DataFrame, log_y: bool) -> pd.DataFrame:
    """What no line can show: series, seed, x and what it was ("NaN", "Inf", on a log axis also "-0.2").

    Only the first of several in a row is kept, for a run that diverged logs NaN to its end.
    """
    odd = _odd(lines, log_y)
    before = odd.groupby([lines["series"], lines["seed"]], observed=True).shift(fill_value=False)
    first = lines[odd & ~before.astype(bool)]
    what = first["value"].map(lambda value: f"{value:.3g}".replace("nan", "NaN").replace("inf", "Inf"))
    return first.assign(what=what)[["series", "seed", "step", "x", "what"]].reset_index(drop=True)


def read_out(table: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """One row a step, the lines of its read-out in r0, r1, …: every series with mean ± std, the lowest first.

    The columns are ranks and not names: a name may hold any character, and the order changes from step to step.
    """
    texts = [
        f"{labels[str(row.series)]}: {_told(row.mean, row.std, int(row.n), row.whole)}" for row in table.itertuples()
    ]
    told = table[["step", "x", "mean"]].assign(told=texts).sort_values(["step", "mean"], kind="stable")
    told["rank"] = "r" + told.groupby("step").cumcount().astype(str)
    wide = told.pivot(index="step", columns="rank", values="told")
    wide = wide.reindex(columns=[f"r{i}" for i in range(len(labels))]).fillna("")
    wide.insert(0, "x", told.groupby("step")["x"].mean())
    wide = wide.reset_index()
    return wide.iloc[:: max(1, len(wide) // MOST_POINTS)]


def _told(mean: float, std: float, n: int, whole: bool) -> str:
    """A mean for the read-out; where seeds have ended, with the number of those that went on."""
    if not np.isfinite(mean):
        return "NaN"
    return mean_std(mean, std, n) + ("" if whole else f" (n={n})")


def domains(table: pd.DataFrame, lines: pd.DataFrame, options: CurveOptions) -> tuple[list[float], list[float]]:
    """The x and the y domain: those of all seeds, so that neither band nor smoothing moves an axis."""
    of = log_domain if options.log_y else linear_domain
    y = of(lines["value"], table["mean"] - table["std"], table["mean"] + table["std"])
    x = lines["x"].to_numpy(np.float64)
    x = x[np.isfinite(x)]
    low, high = (float(min(x.min(initial=0.0), 0.0)), float(x.max(initial=0.0)) or 1.0)
    if options.steps and options.x == "step":
        low, high = (float(step) for step in options.steps)
    elif options.steps and options.steps[0] > 0:
        low = float(x.min(initial=high))
    return [low, high if high > low else low + 1.0], coarse(y, options.log_y) if options.growing else y


def coarse(domain: list[float], log_y: bool) -> list[float]:
    """The domain out to multiples of the power of two nearest below its width; on a log axis to powers of ten."""
    low, high = domain
    if log_y:
        return [10.0 ** np.floor(np.log10(low)), 10.0 ** np.ceil(np.log10(high))]
    grid = 2.0 ** np.floor(np.log2(high - low))
    return [float(np.floor(low / grid) * grid), float(np.ceil(high / grid) * grid)]


def on_screen(table: pd.DataFrame, lines: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Both frames with at most about MOST_POINTS rows a curve, lowest and highest values kept."""
    return thin(table, ["series"], "mean", MOST_POINTS), thin(lines, ["series", "seed"], "value", MOST_POINTS)
