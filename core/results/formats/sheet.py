"""A table as it is shown: headings, texts, a caption."""

import re
from dataclasses import dataclass

import pandas as pd

from core.results.digits import MISSING

_NUMBER = r"[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?|NaN|-?Inf"
CELL = re.compile(rf"(?P<mean>{_NUMBER})(?: ± (?P<std>{_NUMBER}))?(?: \(n=(?P<n>\d+)\))?")


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Texts under their headings, as a reader sees them, and the caption that says what they are."""

    frame: pd.DataFrame
    caption: str = ""

    @property
    def rows(self) -> list[list[str]]:
        """The cells as text, a list a row."""
        return [[str(value) for value in row] for row in self.frame.itertuples(index=False)]

    @property
    def headings(self) -> list[str]:
        """The headings as text."""
        return [str(name) for name in self.frame]

    @property
    def numeric(self) -> list[bool]:
        """For each column, whether all of its cells are numbers ("1.604 ± 0.012 (n=2)", "3", "–") and one is there."""
        columns = [[str(value) for value in self.frame.iloc[:, place]] for place in range(self.frame.shape[1])]
        return [_numbers(column) for column in columns]


def _numbers(column: list[str]) -> bool:
    """Whether these texts are numbers or dashes, and not only dashes."""
    there = [text for text in column if text != MISSING]
    return bool(there) and all(CELL.fullmatch(text) for text in there)
