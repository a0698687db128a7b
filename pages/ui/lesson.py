"""A lesson's prose: Markdown in pages/text/<language>/, in sections that links and the checklist name by their anchor.

A section begins with a line <!-- anchor -->; its first line may be a heading. {{name}} stands for a number that the
page computes, so that no figure is written into the prose by hand.
"""

import re
from functools import cache
from pathlib import Path

import streamlit as st

from pages.ui.language import TEXT, language

_ANCHOR = re.compile(r"^<!-- ([a-z0-9-]+) -->\n", re.MULTILINE)
_VALUE = re.compile(r"\{\{(\w+)\}\}")


def sections(name: str, lang: str) -> dict[str, str]:
    """By anchor the sections of a lesson in this language; the file's mtime is a key, so that an edit shows at once."""
    path = TEXT / lang / f"{name}.md"
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, mtime_ns: int) -> dict[str, str]:
    _, *parts = _ANCHOR.split(path.read_text("utf-8"))
    return {anchor: text.strip() for anchor, text in zip(parts[::2], parts[1::2], strict=True)}


def say(name: str, anchor: str, **values: object) -> None:
    """Write a section of a lesson with its values; raises KeyError where the text asks for one that is not given."""
    text = _VALUE.sub(lambda found: str(values[found[1]]), sections(name, language())[anchor])
    head, _, body = text.partition("\n")
    if head.startswith("## "):
        st.subheader(head.removeprefix("## "), anchor=anchor)
        st.markdown(body)
    else:
        st.markdown(text)
