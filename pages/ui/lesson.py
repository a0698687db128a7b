"""A lesson's prose: Markdown in pages/text/<language>/, in sections that links and the checklist name by their anchor.

A section begins with a line <!-- anchor -->; its first line may be a heading. Behind the anchor stand the items of the
course's checklist that the section covers, as in <!-- exact A4 C4 -->. {{name}} stands for a number that the page
computes, so that no figure is written into the prose by hand.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import streamlit as st

from pages.ui.language import TEXT, language, t
from pages.ui.menu import COURSE, Entry, page_file

_ANCHOR = re.compile(r"^<!-- ([a-z0-9-]+)((?: [ABC]\d+[a-z]?)*) -->\n", re.MULTILINE)
_VALUE = re.compile(r"\{\{(\w+)\}\}")


def sections(name: str, lang: str) -> dict[str, str]:
    """By anchor the sections of a lesson in this language; the file's mtime is a key, so that an edit shows at once."""
    return {anchor: text for anchor, (_, text) in _parts(name, lang).items()}


def items(name: str, lang: str) -> dict[str, tuple[str, ...]]:
    """By anchor the checklist's items that the section covers."""
    return {anchor: covered for anchor, (covered, _) in _parts(name, lang).items()}


def _parts(name: str, lang: str) -> dict[str, tuple[tuple[str, ...], str]]:
    path = TEXT / lang / f"{name}.md"
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, mtime_ns: int) -> dict[str, tuple[tuple[str, ...], str]]:
    _, *parts = _ANCHOR.split(path.read_text("utf-8"))
    rows = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return {anchor: (tuple(covered.split()), text.strip()) for anchor, covered, text in rows}


def say(name: str, anchor: str, **values: object) -> None:
    """Write a section of a lesson with its values; raises KeyError where the text asks for one that is not given."""
    text = _VALUE.sub(lambda found: str(values[found[1]]), sections(name, language())[anchor])
    head, _, body = text.partition("\n")
    if head.startswith("## "):
        st.header(head.removeprefix("## "), anchor=anchor)
        st.markdown(body)
    else:
        st.markdown(text)


def ticked(tasks: Mapping[str, bool]) -> None:
    """The tasks of a lesson, a line each, with a tick at those that are solved."""
    icons = {True: ":green[:material/check_circle:]", False: ":material/radio_button_unchecked:"}
    st.markdown("  \n".join(f"{icons[solved]} {task}" for task, solved in tasks.items()))


def onward(url_path: str) -> None:
    """The end of a lesson: it counts as read, and links lead to the one before it and to the one after it."""
    st.session_state.setdefault("lessons_ended", {})[url_path] = True
    before, after = neighbours(url_path)
    back, on = st.columns(2)
    if before:
        label = t("Before: {title}", title=t(before.title))
        back.page_link(page_file(before.url_path), label=label, icon=":material/arrow_back:")
    if after:
        label = t("Next: {title}", title=t(after.title))
        on.page_link(page_file(after.url_path), label=label, icon=":material/arrow_forward:")


def ended(url_path: str) -> bool:
    """Whether the reader has come to the end of this lesson in this visit."""
    return url_path in st.session_state.get("lessons_ended", {})


def neighbours(url_path: str) -> tuple[Entry | None, Entry | None]:
    """The page of the course before this one and the page after it, in the order of the menu."""
    at = [entry.url_path for entry in COURSE].index(url_path)
    return COURSE[at - 1] if at else None, COURSE[at + 1] if at + 1 < len(COURSE) else None
