"""How much each word of a sentence reads of each other one, in Vega-Lite."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt
import numpy as np
import pandas as pd
from jaxtyping import Float

from core.charts.chart import FIT, Chart, spec_of

CELL = 58  # px


@dataclass(frozen=True)
class AttentionWords:
    """What the map says; a page passes its translation."""

    query: str = "this word …"
    key: str = "… reads from"
    share: str = "share"


def attention_map(
    words: Sequence[str], weights: Float[np.ndarray, "length length"], said: AttentionWords | None = None
) -> Chart:
    """Rows are the words that read, columns those that are read; each cell has its share in percent."""
    said = said or AttentionWords()
    places = [f"{place}: {word}" for place, word in enumerate(words)]  # a word may stand there twice
    cells = pd.DataFrame(
        [(places[i], places[j], float(weights[i, j])) for i in range(len(words)) for j in range(len(words))],
        columns=["query", "key", "share"],
    )
    base = alt.Chart(alt.NamedData("cells")).encode(
        x=alt.X("key:N", title=said.key, sort=None, axis=alt.Axis(labelAngle=0, orient="top", domain=False)),
        y=alt.Y("query:N", title=said.query, sort=None, axis=alt.Axis(domain=False)),
    )
    fill = alt.Color("share:Q", scale=alt.Scale(domain=[0, 1], range=["#EAF2FC", "#1F5FAA"]), legend=None)
    told = [alt.Tooltip("query:N", title=said.query), alt.Tooltip("key:N", title=said.key)]
    told.append(alt.Tooltip("share:Q", title=said.share, format=".1%"))
    ink = alt.condition("datum.share > 0.45", alt.value("#FFFFFF"), alt.value("#12233A"))
    drawn = base.mark_rect(stroke="#FFFFFF", strokeWidth=2).encode(color=fill, tooltip=told)
    text = base.mark_text(fontSize=13, tooltip=None).encode(text=alt.Text("share:Q", format=".0%"), color=ink)
    layers = alt.layer(drawn, text).properties(height=CELL * len(words))
    return Chart(spec_of(layers) | {"autosize": FIT}, cells, {"cells": cells})
