"""In which settings the runs differ: a view of Compare."""

from functools import partial

import pandas as pd
import streamlit as st

from core import report
from core.results.formats import Sheet
from core.results.settings import BY_RUN, BY_SEEDS, BY_VALUES, Differences, differences, differing_fields, usual
from pages.ui import data, link, looked_at, words
from pages.ui.evidence import of_runs
from pages.ui.language import language, t
from pages.ui.run_points import label
from pages.ui.takeaway import Taken, take_away

MOST_COLUMNS = 60


def run_settings() -> None:
    """The control of the columns, the table of what differs, and the runs behind the row that the reader picks."""
    runs = looked_at.runs_of("among", "all")
    fields = list(differing_fields(runs))
    if not fields:
        st.info(t("None: the runs that are looked at have the same settings."))
        return
    named = {
        BY_RUN: t("a column for each run"),
        BY_SEEDS: t("runs alike but for the seed"),
        BY_VALUES: t("no columns, only the values"),
    }
    options = [*named, *fields]
    by = link.select("by", t("Columns"), options, usual(runs), lambda one: named.get(one) or label(one))
    found = differences(runs, by)
    st.markdown(
        t("{n} runs differ in {fields} settings; what all of them share is left out.", n=len(runs), fields=len(fields))
    )
    _table(found, by, runs)


def _table(found: Differences, by: str, runs: pd.DataFrame) -> None:
    """The table; of more columns than a table can hold only the first are shown, and that is said."""
    shown = found.table.iloc[:, :MOST_COLUMNS]
    headings = [_heading(name, by, len(found.members[str(name)])) for name in shown]
    frame = shown.set_axis(headings, axis=1)
    frame.insert(0, t("setting"), list(shown.index))
    if len(found.table.columns) > MOST_COLUMNS:
        st.caption(
            t(
                "Shown are {most} of {all} columns. Choose other columns, or narrow the runs on the page Runs.",
                most=MOST_COLUMNS,
                all=len(found.table.columns),
            )
        )
    picked = link.Rows("setting", [str(name) for name in shown.index])
    event = st.dataframe(
        frame, hide_index=True, width="stretch", height="content", on_select="rerun", selection_mode="single-row",
        selection_default=picked.asked(),
        key=f"settings_{data.fingerprint(runs)}_{by}_{language()}", alt=t("Settings in which the runs differ"),
        column_config={t("setting"): st.column_config.TextColumn(pinned=True)},
    )  # fmt: skip
    meaning = t(
        "Names are those of the config, and below them what the run was made with. A number in brackets counts runs "
        "or, behind three dots, the values."
    )
    st.caption(meaning + " " + t("Select a row for the value of every run."))
    for field in picked.these(event):
        with st.container(border=True):
            of_runs(runs, list(runs["name"]), {field: differing_fields(runs)[field]}, "settings")
    sheet = Sheet(frame=frame, caption=meaning)
    heading = t("Settings in which the runs differ")
    take_away(
        "settings",
        lambda: Taken(title=t("Compare"), tables=[(heading, sheet)], behind=partial(report.of_runs, runs)),
    )


def _heading(name: str, by: str, count: int) -> str:
    """The heading of a column: what it stands for, and of how many runs."""
    if by in (BY_RUN, BY_VALUES):
        return t("values") if by == BY_VALUES else name
    if by == BY_SEEDS:
        series, dot, experiment = name.partition(" · ")
        name = words.series(series) + dot + experiment
    return f"{words.encoding(name) if by == 'encoding' else name} (n={count})"
