"""What a reader takes along from a results page: its tables in four formats, and the view as one file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import streamlit as st

from core.report import Picture, Report, Say, can_draw, speaker
from core.report.draw import MISSING
from core.report.standard import today
from core.results.formats import FORMATS, Sheet
from pages.ui.language import language, t
from pages.ui.show import download, folded


@dataclass(frozen=True, kw_only=True)
class Taken:
    """What stands on the page: its title, pictures, tables under their headings, and the metrics and runs behind.

    `behind` makes the table of the runs in a language; it is called in a thread that has no session.
    """

    title: str
    pictures: Sequence[Picture] = ()
    tables: Sequence[tuple[str, Sheet]] = ()
    metrics: Sequence[str] = ()
    behind: Callable[[Say], Sheet] = field(repr=False)

    def html(self, lang: str) -> str:
        """The view as a page that opens from disk; made in a thread that has no session, hence the language."""
        say = speaker(lang)
        report = Report(
            title=self.title, lang=lang, made=today(), pictures=self.pictures, tables=self.tables,
            metrics=self.metrics, sources=self.behind(say),
        )  # fmt: skip
        return report.to_html(say)


def take_away(key: str, taken: Callable[[], Taken]) -> None:
    """A fold with the tables of the page in every format, and a report of it in one file; made once it is opened."""
    with folded(t("Take this view away: tables for a text or a paper, and a report in one file"), f"{key}_away") as on:
        if on:
            _offered(key, taken())


def titled(title: str, note: str) -> str:
    """The caption of a table: what it holds, then how it is read."""
    return t("{title}. {note}", title=title, note=note)


def _offered(key: str, taken: Taken) -> None:
    """The buttons, and what the report is."""
    for place, (heading, sheet) in enumerate(taken.tables):
        st.markdown(f"**{heading}**")
        with st.container(horizontal=True):
            for one in FORMATS.values():
                name = f"position-lab-{key}{f'-{place}' if place else ''}.{one.ending}"
                download(t("Download {format}", format=one.label), name, partial(one.write, sheet), one.mime)
    heading = t("Report")
    st.markdown(f"**{heading}**")
    possible = can_draw() or not taken.pictures
    make = partial(taken.html, language())
    download(t("Download the report"), f"position-lab-{key}-report.html", make, "text/html", possible)
    st.caption(
        t(
            "One HTML file with the pictures, tables, rules and runs of this view. It opens from disk, needs no "
            "network, and prints."
        )
        if possible
        else t(MISSING)
    )
