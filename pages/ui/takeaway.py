"""What a reader takes along from a results page: its table in four formats, and the view as one file."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd
import streamlit as st

from core.report import Picture, Report, can_draw, sources, speaker
from core.report.draw import MISSING
from core.report.standard import today
from core.results.formats import FORMATS, Sheet
from pages.ui.language import language, t
from pages.ui.show import download, folded


@dataclass(frozen=True, kw_only=True)
class Taken:
    """What stands on the page: its title, pictures, tables under their headings, and the metrics and runs behind."""

    title: str
    pictures: Sequence[Picture]
    tables: Sequence[tuple[str, Sheet]] = ()
    metrics: Sequence[str]
    values: pd.DataFrame
    runs: pd.DataFrame

    def html(self, lang: str) -> str:
        """The view as a page that opens from disk; made in a thread that has no session, hence the language."""
        say = speaker(lang)
        behind = sources(self.values, self.runs, say)
        report = Report(
            title=self.title, lang=lang, made=today(), pictures=self.pictures, tables=self.tables,
            metrics=self.metrics, sources=behind,
        )  # fmt: skip
        return report.to_html(say)


def take_away(key: str, taken: Taken) -> None:
    """A fold with the tables of the page in every format, and a report of it in one file."""
    with folded(t("Take this view away: tables for a text or a paper, and a report in one file"), f"{key}_away") as on:
        if on:
            _offered(key, taken)


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
    make = partial(taken.html, language())
    download(t("Download the report"), f"position-lab-{key}-report.html", make, "text/html", can_draw())
    st.caption(
        t(
            "One HTML file with the pictures, tables, rules and runs of this view. It opens from disk, needs no "
            "network, and prints."
        )
        if can_draw()
        else t(MISSING)
    )
