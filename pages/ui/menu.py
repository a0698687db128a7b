"""The pages in their sections: data that the menu and the tests are made from."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pages.ui.language import mark

if TYPE_CHECKING:
    from streamlit.navigation.page import Page

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Entry:
    """One page. `url_path` is a public address and never changes; "" is the start page."""

    section: str
    title: str
    file: str  # below pages/, in a folder of its own: Streamlit takes every pages/*.py for a page
    url_path: str


MENU = (
    Entry(mark("Results"), mark("Overview"), "results/overview.py", ""),
    Entry(mark("Results"), mark("Curves"), "results/curves.py", "curves"),
    Entry(mark("Results"), mark("Lengths"), "results/lengths.py", "lengths"),
    Entry(mark("Results"), mark("Compare"), "results/compare.py", "compare"),
    Entry(mark("Results"), mark("Extension, measured"), "results/extended.py", "extended"),
    Entry(mark("Results"), mark("Claims, tried"), "results/claims.py", "claims"),
    Entry(mark("Results"), mark("Beyond loss"), "results/beyond.py", "beyond"),
    Entry(mark("Results"), mark("Runs"), "results/runs.py", "runs"),
    Entry(mark("Results"), mark("Projector"), "results/projector.py", "projector"),
    Entry(mark("Course"), mark("Map of the course"), "course/start.py", "course"),
    Entry(mark("Course"), mark("0. From text to vectors"), "course/vectors.py", "vectors"),
    Entry(mark("Course"), mark("1. Order"), "course/order.py", "order"),
    Entry(mark("Course"), mark("2. Numbering"), "course/numbering.py", "numbering"),
    Entry(mark("Course"), mark("3. Sinusoids"), "course/sinusoids.py", "sinusoids"),
    Entry(mark("Course"), mark("4. Rotation"), "course/rotation.py", "rotation"),
    Entry(mark("Course"), mark("Fork: what is proven?"), "course/fork.py", "fork"),
    Entry(mark("Course"), mark("5. Long context"), "course/long_context.py", "long-context"),
    Entry(mark("Course"), mark("5b. Longer windows"), "course/longer_windows.py", "longer-windows"),
    Entry(mark("Course"), mark("6. Your decision"), "course/decision.py", "decision"),
    Entry(mark("Course"), mark("Eleven pitfalls"), "course/pitfalls.py", "pitfalls"),
    Entry(mark("Course"), mark("Take along, and read on"), "course/reading.py", "reading"),
    Entry(mark("Calculators"), mark("Frequencies"), "calculators/frequencies.py", "frequencies"),
    Entry(mark("Calculators"), mark("Decay"), "calculators/decay.py", "decay"),
    Entry(mark("Calculators"), mark("Extension"), "calculators/extension.py", "extension"),
    Entry(mark("Calculators"), mark("Config"), "calculators/config.py", "config"),
)
COURSE = tuple(entry for entry in MENU if entry.section == "Course")


def page_file(url_path: str) -> str:
    """The file of the page at this address, as links between pages name it."""
    return f"pages/{next(entry.file for entry in MENU if entry.url_path == url_path)}"


def sections(translate: Callable[[str], str] = str) -> dict[str, list["Page"]]:
    """The menu for st.navigation: translated titles by translated section."""
    import streamlit as st

    made: dict[str, list[Page]] = {}
    for entry in MENU:
        page = st.Page(
            ROOT / "pages" / entry.file,
            title=translate(entry.title),
            url_path=entry.url_path or None,
            default=not entry.url_path,
        )
        made.setdefault(translate(entry.section), []).append(page)
    return made


def declare_before_first_visit() -> None:
    """End Streamlit's own discovery of pages/ while the server starts.

    Until st.navigation has been called in a process, a folder named pages/ makes Streamlit build a menu of its own,
    and the first visitor of a fresh server who follows a deep link is told that the page does not exist. The call
    needs no visitor, but warns that there is none; that warning would puzzle whoever started the server.
    """
    import logging

    import streamlit as st

    log = logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context")
    level = log.level
    log.setLevel(logging.ERROR)
    st.navigation(sections())
    log.setLevel(level)
