"""The frames behind the curves: means with their band, every seed, what is not finite, and the read-out."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.charts.scales import linear_domain, log_domain
from core.charts.smoothing import ema, thin
from core.results import curve, latest_per_seed, mean_std
from core.results.summary import t_half_width

BANDS = ("std", "t", "seeds", "none")
AXES = ("step", "tokens", "seconds")
MOST_POINTS = 300  # a curve; the browser is the bottleneck


@dataclass(frozen=True)
class CurveOptions:
    """What the reader chose: the x axis, what is drawn around the mean, the y scale and the smoothing in [0, 1)."""

    x: str = "step"
    band: str = "std"
    log_y: bool = False
    smoothing: float = 0.0

    def __post_init__(self) -> None:
        if self.x not in AXES or self.band not in BANDS or not 0 <= self.smoothing < 1:
            raise ValueError(f"x is one of {AXES}, band one of {BANDS} and smoothing in [0, 1); not {self}")


def means(rows: pd.DataFrame, runs: pd.DataFrame | None, options: CurveOptions) -> pd.DataFrame:
    """Per series and step: x, mean, std, n, asked, lo, hi and smooth, from every logged step.

    lo and hi are mean ± std, or the 95% t interval; both are NaN at n = 1. smooth is NaN where smoothing is off.
    """
    table = curve(rows, options.x, runs)
    half = t_half_width(table["std"], table["n"]) if options.band == "t" else table["std"]
    table = table.assign(lo=table["mean"] - half, hi=table["mean"] + half, smooth=np.nan)
    if options.smoothing:
        by_series = table.groupby("series", observed=True, sort=False)["mean"]
        table["smooth"] = by_series.transform(lambda values: ema(values, options.smoothing))
    return table


def seeds(rows: pd.DataFrame, x: str) -> pd.DataFrame:
    """Every seed's own curve: encoding, series, seed, x, value; one run a seed, sorted by x."""
    kept = latest_per_seed(rows.drop_duplicates("name"))["name"]
    lines = rows.loc[rows["name"].isin(kept), ["encoding", "series", "seed", "step", "value"]]
    lines = lines.assign(x=rows[x].astype(np.float64))
    return lines.sort_values(["series", "seed", "step"], ignore_index=True)


def odd_values(lines: pd.DataFrame, log_y: bool) -> pd.DataFrame:
    """What no line can show: series, seed, x and what it was ("NaN", "Inf", on a log axis also "-0.2").

    Only the first of several in a row is kept, for a run that diverged logs NaN to its end.
    """
    finite = np.isfinite(lines["value"].to_numpy(np.float64))
    odd = ~finite | (log_y & (lines["value"] <= 0))
    before = odd.groupby([lines["series"], lines["seed"]], observed=True).shift(fill_value=False)
    first = lines[odd & ~before.astype(bool)]
    what = first["value"].map(lambda value: f"{value:.3g}".replace("nan", "NaN").replace("inf", "Inf"))
    return first.assign(what=what)[["series", "seed", "step", "x", "what"]].reset_index(drop=True)


def read_out(table: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """One row a step, the lines of its read-out in r0, r1, …: every series with mean ± std, the lowest first.

    The columns are ranks and not names: a name may hold any character, and the order changes from step to step.
    """
    texts = [
        f"{labels[str(row.series)]}: {mean_std(row.mean, row.std, int(row.n)) if np.isfinite(row.mean) else 'NaN'}"
        for row in table.itertuples()
    ]
    told = table[["step", "x", "mean"]].assign(told=texts).sort_values(["step", "mean"], kind="stable")
    told["rank"] = "r" + told.groupby("step").cumcount().astype(str)
    wide = told.pivot(index="step", columns="rank", values="told")
    wide = wide.reindex(columns=[f"r{i}" for i in range(len(labels))]).fillna("")
    wide.insert(0, "x", told.groupby("step")["x"].mean())
    wide = wide.reset_index()
    return wide.iloc[:: max(1, len(wide) // MOST_POINTS)]


def domains(table: pd.DataFrame, lines: pd.DataFrame, log_y: bool) -> tuple[list[float], list[float]]:
    """The x and the y domain: those of all seeds, so that neither band nor smoothing moves an axis."""
    of = log_domain if log_y else linear_domain
    y = of(lines["value"], table["mean"] - table["std"], table["mean"] + table["std"])
    x = lines["x"].to_numpy(np.float64)
    x = x[np.isfinite(x)]
    return [float(min(x.min(initial=0.0), 0.0)), float(x.max(initial=0.0)) or 1.0], y


def on_screen(table: pd.DataFrame, lines: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Both frames with at most about MOST_POINTS rows a curve, lowest and highest values kept."""
    return thin(table, ["series"], "mean", MOST_POINTS), thin(lines, ["series", "seed"], "value", MOST_POINTS)
