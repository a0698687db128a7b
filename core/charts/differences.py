"""Paired differences: for each encoding every seed's difference from the baseline, in Vega-Lite."""

from dataclasses import dataclass, field
from typing import Any

import altair as alt
import pandas as pd

from core.charts.chart import Chart, layered
from core.charts.scales import linear_domain
from core.charts.series import Series, SeriesWords, colour_scale, looks

_ROW_PX = 46


@dataclass(frozen=True)
class DifferenceWords:
    """What the chart says; a page passes its translation. `verdicts` translates the verdicts by their English word."""

    x: str = "difference from the baseline (nats/token); below 0 is better"
    seed: str = "seed"
    mean: str = "mean difference"
    interval: str = "95 % t interval"
    verdict: str = "verdict"
    encoding: str = "position encoding"
    verdicts: dict[str, str] = field(default_factory=dict)
    series: SeriesWords = field(default_factory=SeriesWords)


def differences(paired: pd.DataFrame, words: DifferenceWords | None = None) -> Chart:
    """Dots for every pair of seeds, a diamond for their mean, a line for its t interval, a rule at 0.

    `paired` is what core.results.paired returns, of one experiment.
    """
    words = words or DifferenceWords()
    rows = paired.assign(split=["forced" if str(s).endswith(", forced") else "val" for s in paired["series"]])
    rows = rows.assign(n=rows["pairs"])
    made = looks(rows, words.series)
    series = list(made.values())
    dots = [
        {"series": made[str(row.series)].label, "seed": int(seed), "difference": float(value)}
        for row in rows.itertuples()
        for seed, value in row.differences
    ]
    seeds = pd.DataFrame(dots, columns=["series", "seed", "difference"])
    means = rows.assign(series=[made[str(name)].label for name in rows["series"]])
    means["verdict"] = [words.verdicts.get(verdict, verdict) for verdict in means["verdict"]]
    means = means[["series", "mean_difference", "lo", "hi", "pairs", "asked", "verdict"]]
    domain = linear_domain(seeds["difference"], means["lo"], means["hi"], [0.0])
    floats = dict.fromkeys(["mean_difference", "lo", "hi"], "float64")
    datasets = {"means": means.astype(floats).reset_index(drop=True), "seeds": seeds}
    return Chart(_spec(series, words, domain), means, datasets)


def _spec(series: list[Series], words: DifferenceWords, domain: list[float]) -> dict[str, Any]:
    """The Vega-Lite spec over the named data seeds and means."""
    scale = alt.Scale(domain=domain, nice=False, zero=False)
    order = [one.label for one in series]
    axis = alt.Axis(labelLimit=260, labelOverlap=False, labelFlush=False, title=None, grid=False)
    y = alt.Y("series:N", sort=order, scale=alt.Scale(domain=order), axis=axis)
    hue = alt.Color("series:N", scale=alt.Scale(**colour_scale(series)), legend=None)

    def x(field_name: str) -> alt.X:
        return alt.X(f"{field_name}:Q", title=words.x, scale=scale)

    told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("mean_difference:Q", title=words.mean, format="+.4f"),
        alt.Tooltip("lo:Q", title=f"{words.interval}: ≥", format="+.4f"),
        alt.Tooltip("hi:Q", title=f"{words.interval}: ≤", format="+.4f"),
        alt.Tooltip("verdict:N", title=words.verdict),
    ]
    dot_told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("seed:N", title=words.seed),
        alt.Tooltip("difference:Q", format="+.4f", title=words.x),
    ]
    means = alt.Chart(alt.NamedData("means")).encode(y=y, color=hue, tooltip=told)
    seeds = alt.Chart(alt.NamedData("seeds")).encode(y=y, color=hue, tooltip=dot_told)
    zero = alt.datum(0.0, type="quantitative", scale=scale)
    layers = [
        alt.Chart(alt.NamedData("means")).mark_rule(color="#8a8a8a", aria=False).encode(x=zero),
        means.mark_rule(strokeWidth=3, opacity=0.55).encode(x=x("lo"), x2="hi:Q"),
        means.mark_point(shape="diamond", filled=True, size=150, opacity=1).encode(x=x("mean_difference")),
        seeds.mark_circle(size=42, opacity=0.75, yOffset=13).encode(x=x("difference")),
    ]
    return layered(layers, height=max(len(series), 1) * _ROW_PX)
