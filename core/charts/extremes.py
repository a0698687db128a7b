"""What a text can say of a picture: who is lowest and who is highest at its last x."""

from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True)
class Extremes:
    """At `at`: the lowest and the highest mean among `count` series, with their legends' labels."""

    at: float
    count: int
    lowest: str
    low: float
    highest: str
    high: float


def extremes(table: pd.DataFrame, x: str) -> Extremes | None:
    """The extremes of a chart's table in its row of the greatest `x` that any mean has; None where there is none."""
    finite = table[table["mean"].notna() & table[x].notna()]
    if finite.empty:
        return None
    last = finite[finite[x] == finite[x].max()].sort_values("mean", kind="stable")
    low, high = last.iloc[0], last.iloc[-1]
    return Extremes(
        float(low[x]), len(last), str(low["series"]), float(low["mean"]), str(high["series"]), float(high["mean"])
    )
