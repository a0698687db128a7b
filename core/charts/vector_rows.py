"""The first numbers of a few vectors as coloured cells, a row for each, in Vega-Lite."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt
import numpy as np
import pandas as pd
from jaxtyping import Float

from core.charts.chart import FIT, Chart, spec_of

STEP = 26  # px a row
ENDS = (-0.3, 0.3)  # colours are full from here on


@dataclass(frozen=True)
class RowWords:
    """What the picture says; a page passes its translation."""

    row: str = "token"
    channel: str = "channel"
    value: str = "value"


def vector_rows(
    labels: Sequence[str], vectors: Float[np.ndarray, "rows width"], channels: int, words: RowWords | None = None
) -> Chart:
    """A row of cells for each vector, its first `channels` numbers from left to right; blue below 0, orange above."""
    words = words or RowWords()
    named = [f"{place}: {label}" for place, label in enumerate(labels)]
    cells = pd.DataFrame(
        [(named[row], at, float(vectors[row, at])) for row in range(len(named)) for at in range(channels)],
        columns=["token", "channel", "value"],
    )
    hue = alt.Scale(
        domain=[ENDS[0], 0, ENDS[1]], range=["#1F5FAA", "#F4F1EA", "#C8510A"], clamp=True, interpolate="rgb"
    )
    legend = alt.Legend(orient="bottom", gradientLength=160, tickCount=3)
    drawn = (
        alt.Chart(alt.NamedData("cells"))
        .mark_rect(stroke="#FFFFFF", strokeWidth=1)
        .encode(
            x=alt.X("channel:O", title=words.channel, axis=alt.Axis(labelAngle=0, orient="top", labelOverlap=True)),
            y=alt.Y("token:N", title=words.row, sort=None, axis=alt.Axis(domain=False)),
            color=alt.Color("value:Q", scale=hue, title=words.value, legend=legend),
            tooltip=[
                alt.Tooltip("token:N", title=words.row),
                alt.Tooltip("channel:O", title=words.channel),
                alt.Tooltip("value:Q", title=words.value, format=".3f"),
            ],
        )
        .properties(height=STEP * len(named))
    )
    return Chart(spec_of(drawn) | {"autosize": FIT}, cells, {"cells": cells})
