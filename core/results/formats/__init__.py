"""A table as it stands on the screen, written for a text, a paper, a spreadsheet and a web page."""

from collections.abc import Callable
from dataclasses import dataclass

from core.results.formats import latex, markdown, spreadsheet, web
from core.results.formats.sheet import Sheet


@dataclass(frozen=True)
class Format:
    """One way to write a sheet: its label, the ending and type of its file, and the function that writes it."""

    label: str
    ending: str
    mime: str
    write: Callable[[Sheet], str]


FORMATS = {
    "markdown": Format("Markdown", "md", "text/markdown", markdown.write),
    "latex": Format("LaTeX", "tex", "text/x-tex", latex.write),
    "csv": Format("CSV", "csv", "text/csv", spreadsheet.write),
    "html": Format("HTML", "html", "text/html", web.write),
}

__all__ = ["FORMATS", "Format", "Sheet"]
