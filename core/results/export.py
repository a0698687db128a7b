"""The seed-averaged table as CSV, Markdown and LaTeX: the screen's rounding and counts, and text that stays text."""

import html
import re
from typing import Any

import pandas as pd

from core.results.digits import MISSING, decimals, mean_std, number, std_text

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
} | {letter: "\\" + letter for letter in "&%$#_{}"}


def quantities(table: pd.DataFrame) -> list[str]:
    """The quantities of a seed-averaged table, in its order."""
    return [column.removesuffix("_mean") for column in table if column.endswith("_mean")]


def shown(table: pd.DataFrame, sign: str = "±") -> pd.DataFrame:
    """The table as text: series, n, and "mean ± std" for each quantity, with its own count where that is another."""
    columns = {"series": table["series"].astype(str), "n": table["count"].astype(str)}
    if table["experiment"].nunique() > 1:
        columns = {"experiment": table["experiment"].astype(str)} | columns
    for quantity in quantities(table):
        columns[quantity] = pd.Series([_cell(row, quantity, sign) for row in table.to_dict("records")], dtype=object)
    return pd.DataFrame({name: column.to_numpy() for name, column in columns.items()})


def _cell(row: dict[Any, Any], quantity: str, sign: str) -> str:
    """One cell: its mean and std, and "(n=2)" where fewer or more seeds entered than the row says."""
    n = 0 if pd.isna(row[f"{quantity}_n"]) else int(row[f"{quantity}_n"])
    text = mean_std(row[f"{quantity}_mean"], row[f"{quantity}_std"], n, sign)
    return text if n in (0, row["n"]) else f"{text} (n={n})"


def to_csv(table: pd.DataFrame) -> str:
    """The table as CSV, rounded as shown: mean, std and n of each quantity in columns of their own."""
    records = []
    for row in table.to_dict("records"):
        record = {"experiment": row["experiment"], "series": row["series"], "seeds": row["count"]}
        for quantity in quantities(table):
            mean, std, n = (row[f"{quantity}_{part}"] for part in ("mean", "std", "n"))
            empty = pd.isna(n) or n == 0
            record[f"{quantity}_mean"] = "" if empty else number(mean, decimals(std))
            record[f"{quantity}_std"] = "" if empty or n == 1 else std_text(std)
            record[f"{quantity}_n"] = 0 if empty else int(n)
        records.append(record)
    return frame_to_csv(pd.DataFrame(records))


def frame_to_csv(frame: pd.DataFrame) -> str:
    """Any frame as CSV with every digit; NaN is written out, an absent value is empty, and no text is a formula."""
    columns = {}
    for name, column in frame.items():
        if pd.api.types.is_float_dtype(column.dtype) and not pd.api.types.is_extension_array_dtype(column.dtype):
            columns[inert(str(name))] = ["NaN" if pd.isna(value) else repr(float(value)) for value in column]
        else:
            columns[inert(str(name))] = [inert(value) if isinstance(value, str) else value for value in column]
    return pd.DataFrame(columns, dtype=object).to_csv(index=False, lineterminator="\n")


def inert(text: str) -> str:
    """The text with an apostrophe before it where a spreadsheet would run it as a formula; numbers stay numbers."""
    number_like = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|-?Inf", text, re.IGNORECASE)
    return "'" + text if text[:1] in tuple("=+-@\t\r\n") and text and not number_like else text


def to_markdown(table: pd.DataFrame) -> str:
    """The table in Markdown, with every mark of Markdown and HTML in a name taken as text."""
    return markdown_of(shown(table))


def markdown_of(text: pd.DataFrame) -> str:
    """A frame of texts in Markdown, every mark in them taken as text."""
    names = list(text)
    lines = [[_markdown(name) for name in names], ["---"] * len(names)]
    lines += [[_markdown(value) for value in row] for row in text.itertuples(index=False)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _markdown(text: str) -> str:
    """One cell of Markdown."""
    flat = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"([\\`*_{}\[\]#|~!$])", r"\\\1", flat)


def to_latex(table: pd.DataFrame, caption: str = "") -> str:
    """The table in LaTeX with booktabs' rules, and a comment that says what the numbers are."""
    text = shown(table, sign=r"\pm")
    names = list(text)
    words = [name for name in names if name in ("experiment", "series", "n")]
    body = [
        [_latex(value) if name in words else _maths(value) for name, value in zip(names, row, strict=True)]
        for row in text.itertuples(index=False)
    ]
    columns = "".join("l" if name in words else "r" for name in names)
    lines = ["% mean and standard deviation (ddof=1) over seeds; needs \\usepackage{booktabs}", r"\begin{table}"]
    lines += [r"\centering", *([rf"\caption{{{_latex(caption)}}}"] if caption else [])]
    lines += [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", " & ".join(map(_latex, names)) + r" \\", r"\midrule"]
    lines += [" & ".join(row) + r" \\" for row in body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _latex(text: str) -> str:
    """Text with LaTeX's own characters taken as text, on one line."""
    return "".join(_LATEX.get(letter, letter) for letter in " ".join(text.split()))


def _maths(text: str) -> str:
    """A number in maths mode, its count beside it; a dash stays a dash."""
    if text == MISSING:
        return "--"
    value, bracket, count = text.partition(" (n=")
    value = re.sub(r"\b(NaN|Inf)\b", r"\\mathrm{\1}", value)
    return f"${value}$" + (f" ($n={count[:-1]}$)" if bracket else "")
