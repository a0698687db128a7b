"""A table in LaTeX with the rules of booktabs, every mark of LaTeX in it taken as text."""

import re
from collections.abc import Iterable

from core.results.digits import MISSING
from core.results.formats.sheet import CELL, Sheet

_MARKS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",  # \textquotedbl needs the encoding T1
    "[": "{[}",  # after a line's end \\ a bracket would be its argument
    "]": "{]}",
    "*": "{*}",  # and a star there its own star, which is not printed
    "±": r"$\pm$",
    "×": r"$\times$",
    "²": r"\textsuperscript{2}",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "–": "--",
    "“": "``",
    "”": "''",
    "θ": r"$\theta$",
    "√": r"$\surd$",
    "—": "---",
    "−": r"$-$",
    "\0": "{}",
} | {letter: "\\" + letter for letter in "&%$#_{}"}
# Between these two letters TeX would see one: --, ``, '', !`, ?`, ,,
_LIGATURES = re.compile(r"(?<=-)(?=-)|(?<=[`!?])(?=`)|(?<=')(?=')|(?<=,)(?=,)")
HEAD = r"% needs \usepackage{booktabs}; Chinese needs XeLaTeX or LuaLaTeX with \usepackage{ctex}"


def write(sheet: Sheet) -> str:
    """The table as a float with its caption above it; columns of numbers are set in maths mode, to the right."""
    numeric = sheet.numeric
    body = [
        [maths(text) if number else escaped(text) for text, number in zip(row, numeric, strict=True)]
        for row in sheet.rows
    ]
    columns = "".join("r" if number else "l" for number in numeric)
    lines = [HEAD, r"\begin{table}", r"\centering"]
    lines += [rf"\caption{{{escaped(sheet.caption)}}}"] if sheet.caption else []
    lines += [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", _line(map(escaped, sheet.headings)), r"\midrule"]
    lines += [_line(row) for row in body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _line(cells: Iterable[str]) -> str:
    """A row of the table."""
    return " & ".join(cells) + r" \\"


def escaped(text: str) -> str:
    """The text on one line with LaTeX's own characters taken as text; what no font can print is left out."""
    flat = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return "".join(_MARKS.get(letter, letter) for letter in _LIGATURES.sub("\0", flat))


def maths(text: str) -> str:
    """A number in maths mode with its count beside it; a dash stays a dash."""
    found = CELL.fullmatch(text)
    if text == MISSING or found is None:
        return escaped(text)
    value = found["mean"] + (rf" \pm {found['std']}" if found["std"] else "")
    value = re.sub(r"NaN|Inf", lambda word: rf"\mathrm{{{word[0]}}}", value)
    return f"${value}$" + (f" ($n={found['n']}$)" if found["n"] else "")
