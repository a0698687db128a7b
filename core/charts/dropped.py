"""Every verdict with all seeds and without each of them: a cell a comparison, in Vega-Lite."""

from dataclasses import dataclass, field
from typing import Any

import altair as alt
import pandas as pd

from core.charts.chart import Chart, layered
from core.charts.series import SeriesWords, looks
from core.results.digits import decimals, number

_ROW_PX = 44
FLIPPED = " ⇄"
_FLIP = "#9b30ff"  # seen on white and on black
# Okabe and Ito's blue and vermilion, greys beside them; each verdict has a sign of its own as well.
COLOURS = {
    "better": "#0072B2",
    "worse": "#D55E00",
    "not separated": "#b8b8b8",
    "too few seeds": "#dadada",
    "": "#dadada",
}
SIGNS = {"better": "▼", "worse": "▲", "not separated": "○", "too few seeds": "?", "": "?"}

# On a phone a cell has room for the sign alone, and its column for the number of the seed.
_NARROW = "width < 480"
_SHORT = f"{_NARROW} && test(/[0-9]/, datum.label) ? '−' + replace(datum.label, /[^0-9]+/g, '') : datum.label"


@dataclass(frozen=True)
class DroppedWords:
    """What the picture says; a page passes its translation. `verdicts` translates by the English word."""

    whole: str = "all seeds"
    without: str = "without {seed}"
    encoding: str = "position encoding"
    verdict: str = "verdict"
    difference: str = "mean difference (nats/token)"
    interval: str = "95% t interval"
    none: str = "no verdict"
    verdicts: dict[str, str] = field(default_factory=dict)
    series: SeriesWords = field(default_factory=SeriesWords)


def dropped(table: pd.DataFrame, words: DroppedWords | None = None) -> Chart:
    """A row for each series, a column for all seeds and one without each seed; a cell has the colour and the sign of
    its verdict and the mean difference, and a frame where the verdict is another than with all seeds.

    `table` is what core.results.dropped.without_each_seed gives.
    """
    words = words or DroppedWords()
    whole = table[table["left_out"].isna()]
    made = looks(whole.assign(split="val", n=whole["pairs"], asked=whole["pairs"]), words.series)
    places = dict(zip(whole["series"].astype(str), (decimals(std) for std in whole["std"]), strict=True))
    cells = table.assign(
        series=[made[str(name)].label for name in table["series"]],
        column=[_column(seed, words) for seed in table["left_out"]],
        told=[words.verdicts.get(one, one) or words.none for one in table["verdict"]],
        text=[_cell(row, places[str(row["series"])]) for row in table.to_dict("records")],
        sign=[SIGNS[one] for one in table["verdict"]],
        span=[_span(row, places[str(row["series"])]) for row in table.to_dict("records")],
    )
    columns = list(dict.fromkeys(cells["column"]))
    shown = ["series", "column", "verdict", "told", "text", "sign", "span", "flipped", "pairs"]
    spec = _spec([one.label for one in made.values()], columns, words)
    listed = cells[["series", "left_out", "pairs", "mean_difference", "lo", "hi", "told", "flipped"]]
    listed = listed.rename(columns={"told": "verdict"})
    return Chart(spec, listed.reset_index(drop=True), {"cells": cells[shown].reset_index(drop=True)})


def _column(seed: Any, words: DroppedWords) -> str:
    return words.whole if pd.isna(seed) else words.without.format(seed=int(seed))


def _cell(row: dict[Any, Any], places: int | None) -> str:
    """The sign of the verdict, the mean difference, and a sign where the verdict is another than with all seeds."""
    return f"{SIGNS[row['verdict']]} {_signed(row['mean_difference'], places)}{FLIPPED * bool(row['flipped'])}"


def _span(row: dict[Any, Any], places: int | None) -> str:
    return f"{_signed(row['lo'], places)} … {_signed(row['hi'], places)}"


def _signed(value: float, places: int | None) -> str:
    return f"{'+' if value > 0 else ''}{number(value, places)}"


def _spec(series: list[str], columns: list[str], words: DroppedWords) -> dict[str, Any]:
    """The Vega-Lite spec over the named data cells."""
    top = alt.Axis(title=None, orient="top", labelAngle=0, labelLimit=110, domain=False, ticks=False, labelFontSize=12,
        labelOverlap=False, labelExpr=_SHORT)  # fmt: skip
    x = alt.X("column:N", sort=columns, scale=alt.Scale(domain=columns, paddingInner=0.04), axis=top)
    side = alt.Axis(
        title=None, labelLimit=alt.ExprRef(f"{_NARROW} ? 110 : 230"), domain=False, ticks=False, labelFontSize=12
    )
    y = alt.Y("series:N", sort=series, scale=alt.Scale(domain=series, paddingInner=0.08), axis=side)
    verdicts = list(COLOURS)
    hue = alt.Color("verdict:N", scale=alt.Scale(domain=verdicts, range=list(COLOURS.values())), legend=None)
    told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("column:N", title=" "),
        alt.Tooltip("told:N", title=words.verdict),
        alt.Tooltip("text:N", title=words.difference),
        alt.Tooltip("span:N", title=words.interval),
    ]
    frame = alt.when("datum.flipped").then(alt.value(4)).otherwise(alt.value(0))
    base = alt.Chart(alt.NamedData("cells")).encode(x=x, y=y)
    ink = alt.when("datum.verdict == 'better' || datum.verdict == 'worse'").then(alt.value("white"))
    layers = [
        base.mark_rect(stroke=_FLIP, cornerRadius=3).encode(color=hue, strokeWidth=frame, tooltip=told),
        base.mark_text(fontSize=alt.ExprRef(f"{_NARROW} ? 0 : 12.5"), fontWeight="bold").encode(
            text="text:N", color=ink.otherwise(alt.value("black"))
        ),
        base.mark_text(fontSize=alt.ExprRef(f"{_NARROW} ? 14 : 0"), fontWeight="bold").encode(
            text="sign:N", color=ink.otherwise(alt.value("black"))
        ),
    ]
    return layered(layers, height=max(len(series), 1) * _ROW_PX)
