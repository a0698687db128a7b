"""Loss and accuracy of each encoding in one picture, in Vega-Lite: a point an encoding, a line a standard deviation."""

from dataclasses import dataclass, field
from typing import Any

import altair as alt
import pandas as pd

from core.charts.chart import Chart, layered
from core.charts.scales import linear_domain
from core.charts.series import Series, SeriesWords, colour_scale, looks

HEIGHT = 320  # px
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")


@dataclass(frozen=True)
class AgainstWords:
    """What the picture says; a page passes its translation."""

    x: str = "loss (nats/token), lower is better"
    y: str = "share of whole answers that are right"
    encoding: str = "position encoding"
    series: SeriesWords = field(default_factory=SeriesWords)


def against(both: pd.DataFrame, y_domain: list[float], words: AgainstWords | None = None) -> Chart:
    """Loss across, accuracy up: were the two to agree, the points would fall from top left to bottom right.

    `both` is what core.results.both gives. The legend tells the seeds on the side that has fewer.
    """
    words = words or AgainstWords()
    fewer = both.assign(split="val", n=both[["loss_n", "accuracy_n"]].min(axis=1))
    made = looks(fewer.assign(asked=fewer["n"]), words.series)
    points = both.assign(series=[made[str(name)].label for name in both["series"]])
    for name in ("loss", "accuracy"):
        for end, side in (("lo", -1), ("hi", 1)):
            points[f"{name}_{end}"] = both[name] + side * both[f"{name}_std"]
    numbers = [column for column in points if column not in ("series", "encoding", "loss_n", "accuracy_n")]
    points = points.astype(dict.fromkeys(numbers, "float64")).reset_index(drop=True)
    x_domain = linear_domain(points["loss"], points["loss_lo"], points["loss_hi"])
    columns = ["series", "loss", "loss_std", "loss_n", "accuracy", "accuracy_std", "accuracy_n"]
    return Chart(_spec(list(made.values()), x_domain, y_domain, words), points[columns], {"points": points})


def _spec(series: list[Series], x_domain: list[float], y_domain: list[float], words: AgainstWords) -> dict[str, Any]:
    """The Vega-Lite spec over the named data points."""
    x_scale = alt.Scale(domain=x_domain, nice=False, zero=False)
    y_scale = alt.Scale(domain=y_domain, nice=False, zero=False)

    def x(name: str) -> alt.X:
        return alt.X(f"{name}:Q", title=words.x, scale=x_scale, axis=alt.Axis(tickCount=6))

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", title=words.y, scale=y_scale, axis=alt.Axis(tickCount=6))

    labels, shapes = [one.label for one in series], [SHAPES[place % len(SHAPES)] for place in range(len(series))]
    columns = alt.ExprRef("max(1, floor(width / 210))")
    legend = alt.Legend(title=words.encoding, orient="top", columns=columns, symbolSize=110, labelLimit=240)
    hue = alt.Color("series:N", sort=None, scale=alt.Scale(**colour_scale(series)), legend=legend)
    shape = alt.Shape("series:N", sort=None, scale=alt.Scale(domain=labels, range=shapes), legend=legend)
    told = [
        alt.Tooltip("series:N", title=words.encoding),
        alt.Tooltip("loss:Q", title=words.x, format=".3f"),
        alt.Tooltip("accuracy:Q", title=words.y, format=".1%"),
    ]
    base = alt.Chart(alt.NamedData("points")).encode(color=hue)
    spread, point = base.mark_rule(clip=True, tooltip=None), base.mark_point(size=110, filled=True, opacity=1)
    layers = [
        spread.encode(x=x("loss"), y=y("accuracy_lo"), y2="accuracy_hi:Q"),
        spread.encode(x=x("loss_lo"), x2="loss_hi:Q", y=y("accuracy")),
        point.encode(x=x("loss"), y=y("accuracy"), shape=shape, tooltip=told),
    ]
    return layered(layers, height=HEIGHT)
