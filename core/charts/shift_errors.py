"""How much a score changes when query and key move on together, by the precision of the angles, in Vega-Lite."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt
import numpy as np
import pandas as pd
from jaxtyping import Float

from core.charts.chart import Chart, layered

DOMAIN = (1e-15, 1e-2)  # of the errors, in score units; what is exactly 0 is drawn at its lower end
LOOKS = {"float32": ("#D55E00", [6, 3]), "float64": ("#2A7FC1", [1, 0])}


@dataclass(frozen=True)
class ShiftWords:
    """What the chart says; a page passes its translation."""

    x: str = "shift of both (positions)"
    y: str = "largest change of a score"
    width: str = "angles in"
    bound: str = "allowed"


def shift_errors_chart(
    shifts: Sequence[int], errors: Mapping[str, Float[np.ndarray, "shifts"]], bound: float, words: ShiftWords
) -> Chart:
    """A line for each precision over the shifts, and a rule at what is allowed."""
    frames = [pd.DataFrame({"width": name, "shift": shifts, "error": found}) for name, found in errors.items()]
    rows = pd.concat(frames, ignore_index=True)
    drawn = rows.assign(error=rows["error"].clip(lower=DOMAIN[0]))
    limit = pd.DataFrame({"bound": [bound], "label": [words.bound]})
    scale = alt.Scale(type="log", domain=list(DOMAIN), nice=False, clamp=True)
    names = list(LOOKS)
    hue = alt.Color("width:N", title=words.width, scale=alt.Scale(domain=names, range=[LOOKS[one][0] for one in names]))
    stroke = alt.StrokeDash("width:N", scale=alt.Scale(domain=names, range=[LOOKS[one][1] for one in names]))
    x = alt.X("shift:Q", title=words.x, scale=alt.Scale(domain=[0, 1000], nice=False))
    y = alt.Y(
        "error:Q", title=words.y, scale=scale, axis=alt.Axis(format=".0e", values=[10.0**n for n in range(-14, -1, 2)])
    )
    told = [alt.Tooltip("width:N", title=words.width), alt.Tooltip("shift:Q", title=words.x)]
    told.append(alt.Tooltip("error:Q", title=words.y, format=".1e"))
    hue.legend = stroke.legend = alt.Legend(orient="top", title=words.width)
    line = alt.Chart(alt.NamedData("rows")).mark_line().encode(x=x, y=y, color=hue, strokeDash=stroke, tooltip=told)
    bar = alt.Chart(alt.NamedData("bound"))
    rule = bar.mark_rule(color="#8a8a8a", strokeWidth=2, tooltip=None, aria=False).encode(
        y=alt.Y("bound:Q", scale=scale)
    )
    text = bar.mark_text(align="right", baseline="top", dx=-4, dy=16, color="#8a8a8a", tooltip=None).encode(
        x=alt.datum(1000, type="quantitative"), y=alt.Y("bound:Q", scale=scale), text="label:N"
    )
    spec = layered([line, rule, text])
    return Chart(spec, rows, {"rows": drawn, "bound": limit})
