"""Sentences in the reader's language, from the catalogue that the pages have."""

from collections.abc import Callable
from pathlib import Path

CATALOGUES = Path(__file__).resolve().parents[2] / "pages" / "text"
LANGUAGES = ("en", "zh")
Say = Callable[..., str]


def speaker(lang: str) -> Say:
    """A function that returns an English sentence in this language, with {name} replaced by the value of that name.

    An unknown language raises ValueError.
    """
    if lang not in LANGUAGES:
        raise ValueError(f'lang is "{lang}"; choose one of {", ".join(LANGUAGES)}.')
    messages = {} if lang == "en" else _read(CATALOGUES / lang / "messages.po")

    def say(text: str, **values: object) -> str:
        found = messages.get(text, text)
        return found.format(**values) if values else found

    return say


def _read(path: Path) -> dict[str, str]:
    """The catalogue's sentences by English text."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id and entry.string}
