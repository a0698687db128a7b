"""A chart in words, from its own numbers, for those who do not see it."""

import pandas as pd

from core.charts import extremes
from core.results import number
from pages.ui.language import t


def described(table: pd.DataFrame, x: str, picture: str) -> str:
    """The sentence on the picture, and who is lowest and who is highest at the greatest `x` of the chart's table."""
    found = extremes(table, x)
    if not found:
        return picture
    at = f"{found.at:,.0f}"
    return t(
        "{picture} At {at}, of {n} lines the lowest is {lowest} with {low}, the highest {highest} with {high}.",
        picture=picture,
        at=at,
        n=found.count,
        lowest=found.lowest,
        low=number(found.low),
        highest=found.highest,
        high=number(found.high),
    )
