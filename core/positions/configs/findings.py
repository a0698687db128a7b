"""What the reader has to say about a config: a code, a template and its values; and how values are shortened."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.positions.configs.sentences import ERRORS, TEMPLATES, WARNINGS

Level = Literal["error", "warning", "note"]
MOST = 8  # findings of one code; a file can hold the same mistake a hundred thousand times
LONGEST = 48  # characters of a text from the file that a sentence repeats


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One finding: an error leaves something uncomputed, a warning is a likely mistake, a note is worth knowing."""

    code: str
    level: Level
    values: Mapping[str, str]

    @property
    def template(self) -> str:
        """The English sentence with the names of its values in curly brackets."""
        return TEMPLATES[self.code]

    @property
    def tell(self) -> str:
        """The English sentence with its values."""
        return self.template.format(**self.values)


class Findings:
    """The findings on one config, each once, in the order of reading."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Finding] = {}
        self._times: Counter[str] = Counter()

    def add(self, code: str, level: Level | None = None, **values: object) -> None:
        """Note a finding; its level is that of the table it stands in, unless another is given."""
        own: Level = "error" if code in ERRORS else "warning" if code in WARNINGS else "note"
        shown = {name: said(value) for name, value in values.items()}
        finding = Finding(code=code, level=level or own, values=shown)
        if (code, finding.tell) not in self._found and self._times[code] < MOST:
            self._found[code, finding.tell] = finding
            self._times[code] += 1

    def all(self) -> tuple[Finding, ...]:
        """Errors first, then warnings, then notes."""
        order = {"error": 0, "warning": 1, "note": 2}
        return tuple(sorted(self._found.values(), key=lambda finding: order[finding.level]))

    def failed(self) -> bool:
        """Whether an error was noted."""
        return any(finding.level == "error" for finding in self._found.values())


def said(value: object) -> str:
    """The value as a sentence repeats it: six significant digits, texts cut and cleaned, long lists by their ends."""
    if isinstance(value, str):
        return clean(value, LONGEST * 8)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, Sequence):
        items = [said(item) for item in (value if len(value) <= 6 else [*value[:3], value[-1]])]
        return ", ".join(items) if len(value) <= 6 else f"{', '.join(items[:3])}, …, {items[3]}"
    return found(value)


def found(value: object) -> str:
    """A value from the file as JSON would write it, cut short; the same in every language."""
    if isinstance(value, str):
        return f'"{clean(value)}"'
    if isinstance(value, list | tuple):
        return f"[…] ({len(value)})" if value else "[]"
    if isinstance(value, Mapping):
        return f"{{…}} ({len(value)})" if value else "{}"
    if value is None or isinstance(value, bool | int | float):
        return said(value)
    return clean(type(value).__name__)


def clean(text: str, longest: int = LONGEST) -> str:
    """The text without control characters and halves of surrogate pairs, cut to its length."""
    cut = text[: longest + 1]
    shown = "".join(character if character.isprintable() else "�" for character in cut)
    return shown if len(cut) <= longest else f"{shown[:longest]}…"


def _number(value: int | float) -> str:
    if isinstance(value, int):
        digits = value.bit_length() * 0.30103
        return str(value) if digits < 17 else f"{'-' if value < 0 else ''}1e{int(digits)}"  # its size; str() may refuse
    if math.isfinite(value) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.6g}"
