"""A name stays a name and a number keeps its digits in every format a table is written in."""

import io
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
from pylatexenc.latexwalker import LatexEnvironmentNode, LatexMacroNode, LatexSpecialsNode, LatexWalker

from core.results.formats import FORMATS, Sheet

MARKS = "=+-@|\\`*_{}[]()#~^$&%<>\"'!:中文é±× \t\n\r"
NAMES = st.text(st.sampled_from(MARKS + "ab1"), min_size=1, max_size=12).filter(lambda text: text.strip() != "")
NUMBERS = ["1.604 ± 0.012", "2.50 ± 0.10 (n=2)", "–", "NaN", "-0.0002 ± 1.0e-07"]


def sheet_of(names: list[str], caption: str = "") -> Sheet:
    numbers = [NUMBERS[place % len(NUMBERS)] for place in range(len(names))]
    return Sheet(frame=pd.DataFrame({"name": names, "loss": numbers}, dtype=object), caption=caption)


class Cells(HTMLParser):
    """What a browser would show in the cells of a table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.cells and self.lasttag in ("td", "th"):
            self.cells[-1] += data


@given(st.lists(NAMES, min_size=1, max_size=5))
def test_html_shows_every_letter_and_makes_no_element_of_any(names: list[str]) -> None:
    read = Cells(FORMATS["html"].write(sheet_of(names)))
    # HTMLParser keeps \r as it is; a browser would not.
    assert [cell.strip("\n") for cell in read.cells[2::2]] == [name.strip("\n") for name in names]
    assert read.tags == {"meta", "table", "thead", "tbody", "tr", "th", "td"}


@given(st.lists(NAMES, min_size=1, max_size=5))
def test_csv_read_by_pandas_has_the_names_and_no_formula(names: list[str]) -> None:
    read = pd.read_csv(io.StringIO(FORMATS["csv"].write(sheet_of(names)), newline=""), dtype=str, keep_default_na=False)
    lines = [name.replace("\r\n", "\n").replace("\r", "\n") for name in names]
    for name, cell in zip(lines, read["name"], strict=True):
        assert cell in (name, "'" + name)
        assert cell[0] not in "=@\t\r\n" and (cell[0] not in "+-" or cell[1:].isdigit())


def test_csv_read_by_pandas_has_mean_std_and_count_as_numbers() -> None:
    text = FORMATS["csv"].write(sheet_of(["a", "b", "c", "d", "e"]))
    read = pd.read_csv(io.StringIO(text))
    assert list(read) == ["name", "loss", "loss, std", "loss, n"]
    assert read["loss"].tolist()[:2] == [1.604, 2.5] and read["loss, std"].tolist()[4] == 1e-7
    assert read["loss, n"].dropna().tolist() == [2.0]


@given(st.lists(NAMES, min_size=1, max_size=5))
def test_markdown_keeps_the_columns(names: list[str]) -> None:
    lines = FORMATS["markdown"].write(sheet_of(names)).splitlines()
    assert len(lines) == len(names) + 2
    unescaped = [line.replace("\\\\", "").replace("\\|", "").count("|") for line in lines]
    assert set(unescaped) == {3}
    assert all("<" not in line for line in lines)


def squeezed(text: str) -> str:
    """A text without its spaces, and with dashes and quotes as keys have them: LaTeX sets its own."""
    for typeset, typed in (("–", "-"), ("—", "-"), ("−", "-"), ("“", '"'), ("”", '"')):
        text = text.replace(typeset, typed)
    return "".join(letter for letter in text if not letter.isspace() and letter.isprintable())


PRINTED = {"less": "<", "greater": ">", "bar": "|", "asciicircum": "^", "asciitilde": "~", "backslash": "\\"}.items()


def latex_cells(table: str) -> list[list[str]]:
    """The cells of the one table in a text, row by row, as a strict parser of LaTeX reads them."""
    walker = LatexWalker(table.replace(r"\char34{}", '"'), tolerant_parsing=False)  # it knows no code points
    (place,) = [node for node in walker.get_latex_nodes()[0] if node.isNodeType(LatexEnvironmentNode)]
    (tabular,) = [node for node in place.nodelist if node.isNodeType(LatexEnvironmentNode)]
    rows: list[list[list]] = [[[]]]
    for node in tabular.nodelist:
        if node.isNodeType(LatexMacroNode) and node.macroname == "\\":
            rows.append([[]])
        elif node.isNodeType(LatexSpecialsNode) and node.specials_chars == "&":
            rows[-1].append([])
        elif not (node.isNodeType(LatexMacroNode) and node.macroname.endswith("rule")):
            rows[-1][-1].append(node)
    known = get_default_latex_context_db()
    known.add_context_category("marks", [MacroTextSpec(f"text{name}", mark) for name, mark in PRINTED], prepend=True)
    read = LatexNodes2Text(known, math_mode="text").nodelist_to_text
    return [[squeezed(read(cell)) for cell in row] for row in rows[:-1]]


@settings(deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=5), NAMES)
def test_latex_read_by_a_parser_has_the_names_and_the_numbers(names: list[str], caption: str) -> None:
    sheet = sheet_of(names, caption)
    head, *rows = latex_cells(FORMATS["latex"].write(sheet))
    assert head == ["name", "loss"]
    assert [row[0] for row in rows] == [squeezed(name) for name in names]
    assert [row[1] for row in rows] == [squeezed(row[1]) for row in sheet.rows]


LATEX = r"""\documentclass{article}
\IfFileExists{booktabs.sty}{\usepackage{booktabs}}{\let\toprule\hline\let\midrule\hline\let\bottomrule\hline}
%s
\begin{document}
%s
\end{document}
"""


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex here: apt-get install texlive-latex-base")
@settings(max_examples=5, deadline=None)
@given(st.lists(NAMES, min_size=20, max_size=20), NAMES)
def test_latex_compiles_whatever_the_names(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], caption: str
) -> None:
    compiled(tmp_path_factory.mktemp("latex"), FORMATS["latex"].write(sheet_of(names, caption)))


def compiled(folder: Path, table: str) -> None:
    """Compile the table; pdflatex has no Chinese letters, so each stands in for itself as a letter that it has."""
    chinese = {letter for letter in table if ord(letter) > 0x2000}
    declared = "\n".join(rf"\DeclareUnicodeCharacter{{{ord(letter):04X}}}{{x}}" for letter in sorted(chinese))
    (folder / "t.tex").write_text(LATEX % (declared, table), "utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"],
        cwd=folder, capture_output=True, text=True, errors="replace", timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-1500:]
