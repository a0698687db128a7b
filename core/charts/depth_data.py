"""The frame behind the needle's maps: how often it was found, by length of the text and depth of the needle."""

import pandas as pd

from core.results import curve


def by_depth(rows: pd.DataFrame, runs: pd.DataFrame | None = None, metric: str = "exact_match") -> pd.DataFrame:
    """Per series, eval_length and depth (position, in % of the text): mean, std (ddof=1), n and asked over seeds.

    Depths are measured at a run's last evaluation alone, so only finished runs have any.
    """
    rows = rows[(rows["metric"] == metric) & rows["position"].notna()]
    table = curve(rows, "position", runs)
    return table.sort_values(["series", "eval_length", "position"], ignore_index=True)
