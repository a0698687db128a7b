"""A table as CSV: mean, std and count in columns of their own, and no text that a spreadsheet would run."""

import pandas as pd

from core.results.export import frame_to_csv
from core.results.formats.sheet import CELL, Sheet


def write(sheet: Sheet) -> str:
    """The numbers as rounded on the screen; a heading with std or n behind it names what a cell held beside its mean.

    Without the caption, which is no row of a table. An empty field is a dash of the screen.
    """
    columns: dict[str, list[str]] = {}
    for place, (heading, number) in enumerate(zip(sheet.headings, sheet.numeric, strict=True)):
        texts = [row[place] for row in sheet.rows]
        columns |= _parts(_free(heading, columns), texts) if number else {_free(heading, columns): texts}
    return frame_to_csv(pd.DataFrame(columns, dtype=object))


def _parts(heading: str, texts: list[str]) -> dict[str, list[str]]:
    """The column's means, and its stds and counts where a cell has any."""
    found = [CELL.fullmatch(text) for text in texts]
    parts = {part: [one[part] or "" if one else "" for one in found] for part in ("mean", "std", "n")}
    named = {heading: parts["mean"], f"{heading}, std": parts["std"], f"{heading}, n": parts["n"]}
    return {name: column for name, column in named.items() if name == heading or any(column)}


def _free(heading: str, taken: dict[str, list[str]]) -> str:
    """The heading, or with a number behind it where another column has it."""
    name, place = heading, 2
    while name in taken:
        name, place = f"{heading} {place}", place + 1
    return name
