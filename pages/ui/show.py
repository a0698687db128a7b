"""A page's head, and a picture with its text, its table and its files."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.charts import Chart
from core.report import KINDS, Picture, can_draw, draw
from core.report.draw import MISSING
from core.results import digits, frame_to_csv
from pages.ui import words
from pages.ui.language import t
from pages.ui.plain import letters, plain

FEW = 12  # rows of a table that needs no scrolling
SCROLLED = "<style>[class*=st-key-written_] {overflow-x: auto}</style>"  # and not the page, where a table is too wide


def header(title: str, sentence: str) -> None:
    """The page's title, and in a sentence what it shows."""
    st.title(title, anchor=False)
    st.markdown(sentence)


def show(chart: Chart, key: str, alt: str, note: str = "") -> None:
    """Draw the chart; below it its table, with the numbers as CSV and the picture as SVG and PNG.

    `alt` says in words what the picture shows; `note` stands below it.
    """
    st.vega_lite_chart(spec=chart.for_streamlit(), key=key, alt=alt, width="stretch")
    if note:
        st.caption(note)
    numbers(chart, key)


def pictured(picture: Picture, key: str) -> Picture:
    """Draw it as `show` does, and hand it on for the report of the page, which is no Markdown."""
    show(picture.chart, key, picture.alt, picture.note)
    return replace(picture, note=letters(picture.note))


def side_by_side(charts: Sequence[tuple[str, Chart, str]], together: Chart, key: str, note: str) -> None:
    """Draw small charts in rows of four, each a heading, a chart and its alt text; then what `show` draws below one.

    `together` holds all of them, for the table and the files. An alt text that changes makes the browser build the
    picture anew, so what a slider changes belongs into the heading.
    """
    for start in range(0, len(charts), 4):
        row = zip(st.columns(4), charts[start : start + 4], strict=False)
        for at, (place, (heading, chart, alt)) in enumerate(row, start):
            with place:
                st.markdown(heading)
                st.vega_lite_chart(spec=chart.for_streamlit(), key=f"{key}_{at}", alt=alt, width="stretch")
    st.caption(note)
    numbers(together, key)


def numbers(chart: Chart, key: str) -> None:
    """The fold with the chart's table and its files."""
    with folded(t("The numbers of this picture, and files to take away"), f"{key}_numbers") as wanted:
        if wanted:
            _takeaway(chart, key)


@contextmanager
def folded(label: str, key: str) -> Iterator[bool]:
    """A fold; what is in it is made once it is opened, so that the picture above it comes sooner."""
    fold = st.expander(label, key=key, on_change="rerun")
    with fold:
        yield bool(fold.open)


def _takeaway(chart: Chart, key: str) -> None:
    """The chart's table, and its files."""
    table(chart.table, key)
    with st.container(horizontal=True):
        download(t("Download {format}", format="CSV"), f"{key}.csv", lambda: frame_to_csv(chart.table), "text/csv")
        for kind, made in KINDS.items():
            possible = can_draw() or not made.drawn
            label = t("Download {format}", format=made.label)
            download(label, f"{key}.{kind}", partial(draw, chart, kind), made.mime, possible)
    st.caption(t("JSON is the picture's specification with its data inside; every Vega editor opens it."))
    if not can_draw():
        st.caption(t(MISSING))


def table(frame: pd.DataFrame, key: str) -> None:
    """The rows under translated headings, all of them in sight where they are few; whole numbers with separators."""
    labels = {name: label for name, label in words.columns().items() if name in frame}
    whole = frame.select_dtypes("integer").columns
    headings: dict[str, Any] = labels | {
        name: st.column_config.NumberColumn(labels.get(name, name), format="localized") for name in whole
    }
    st.dataframe(
        frame,
        column_config=headings,
        hide_index=True,
        width="stretch",
        height="content" if len(frame) <= FEW else "auto",
        key=f"{key}_table",
        placeholder=digits.MISSING,
        alt=t("The numbers of this picture"),
    )


def written(frame: pd.DataFrame, key: str) -> None:
    """A small table as text. st.table and st.dataframe load large scripts, which hold up the pictures above them."""
    head, *rows = ([plain(str(cell)) for cell in line] for line in (frame.columns, *frame.to_numpy()))
    with st.container(key=f"written_{key}"):
        st.html(SCROLLED + _unbroken(frame, key))
        st.markdown("\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows)))


def _unbroken(frame: pd.DataFrame, key: str) -> str:
    """The style that keeps a mean and its deviation on one line, 2.2e-07 too, however narrow the column."""
    spread = [place for place, name in enumerate(frame, 1) if frame[name].astype(str).str.contains(" ± ").any()]
    cells = ", ".join(f".st-key-written_{key} td:nth-child({place})" for place in spread)
    return f"<style>{cells} {{white-space: nowrap}}</style>" if spread else ""


def settings(frame: pd.DataFrame, caption: str) -> None:
    """A table of settings in full height; its caption, which may hold text from a file, says whose they are."""
    st.caption(plain(caption))
    st.dataframe(
        frame,
        width="stretch",
        height="content",
        column_config={"setting": st.column_config.Column(t("setting"), width="medium")},
        alt=caption,
    )


def download(label: str, name: str, make: Callable[[], str | bytes], mime: str, possible: bool = True) -> None:
    """A button whose file is made on the click; the page does not run again for it."""
    st.download_button(
        label,
        make,
        file_name=name,
        mime=mime,
        on_click="ignore",
        disabled=not possible,
        key=f"download_{name}",
    )
