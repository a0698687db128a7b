"""The seed-averaged table as texts with the screen's rounding and counts, and frames as CSV; text stays text.

How a table of texts is written for Markdown, LaTeX and the web is in core/results/formats.
"""

import re
from typing import Any

import pandas as pd

from core.results.digits import mean_std


def quantities(table: pd.DataFrame) -> list[str]:
    """The quantities of a seed-averaged table, in its order."""
    return [column.removesuffix("_mean") for column in table if column.endswith("_mean")]


def measured(table: pd.DataFrame) -> pd.DataFrame:
    """Some rows of a seed-averaged table without the quantities that none of them has."""
    lacking = [name for name in quantities(table) if table[f"{name}_n"].isna().all()]
    return table.drop(columns=[f"{name}_{part}" for name in lacking for part in ("mean", "std", "n")])


def shown(table: pd.DataFrame) -> pd.DataFrame:
    """The table as text: series, n, and "mean ± std" for each quantity, with its own count where that is another."""
    columns = {"series": table["series"].astype(str), "n": table["count"].astype(str)}
    if table["experiment"].nunique() > 1:
        columns = {"experiment": table["experiment"].astype(str)} | columns
    for quantity in quantities(table):
        columns[quantity] = pd.Series([_cell(row, quantity) for row in table.to_dict("records")], dtype=object)
    return pd.DataFrame({name: column.to_numpy() for name, column in columns.items()})


def _cell(row: dict[Any, Any], quantity: str) -> str:
    """One cell: its mean and std, and "(n=2)" where fewer or more seeds entered than the row says."""
    n = 0 if pd.isna(row[f"{quantity}_n"]) else int(row[f"{quantity}_n"])
    text = mean_std(row[f"{quantity}_mean"], row[f"{quantity}_std"], n)
    return text if n in (0, row["n"]) else f"{text} (n={n})"


def frame_to_csv(frame: pd.DataFrame) -> str:
    """Any frame as CSV with every digit; NaN is written out, an absent value is empty, and no text is a formula."""
    columns = {}
    for name, column in frame.items():
        if pd.api.types.is_float_dtype(column.dtype) and not pd.api.types.is_extension_array_dtype(column.dtype):
            columns[inert(str(name))] = ["NaN" if pd.isna(value) else repr(float(value)) for value in column]
        else:
            columns[inert(str(name))] = [_field(value) if isinstance(value, str) else value for value in column]
    return pd.DataFrame(columns, dtype=object).to_csv(index=False, lineterminator="\n")


def _field(text: str) -> str:
    """The text without a formula in it; a carriage return, which pandas does not quote, becomes a line break."""
    return inert(text).replace("\r\n", "\n").replace("\r", "\n")


def inert(text: str) -> str:
    """The text with an apostrophe before it where a spreadsheet would run it as a formula; numbers stay numbers."""
    number_like = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|-?Inf", text, re.IGNORECASE)
    return "'" + text if text[:1] in tuple("=+-@\t\r\n") and text and not number_like else text
