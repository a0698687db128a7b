"""A table in Markdown, every mark of Markdown and HTML in it taken as text."""

import html
import re

from core.results.formats.sheet import Sheet


def write(sheet: Sheet) -> str:
    """The table, with its caption as a line below it."""
    lines = [[escaped(name) for name in sheet.headings], ["---"] * len(sheet.headings)]
    lines += [[escaped(text) for text in row] for row in sheet.rows]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return table + (f"\n{escaped(sheet.caption)}\n" if sheet.caption else "")


def escaped(text: str) -> str:
    """The text on one line with every mark of Markdown and HTML escaped."""
    flat = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"([\\`*_{}\[\]#|~!$])", r"\\\1", flat)
