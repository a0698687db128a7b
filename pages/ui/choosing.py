"""Which runs a page looks at: what the page Runs put into the URL, honoured by every page of results."""

import pandas as pd
import streamlit as st

from core.results import StoreError
from core.results.choosing import chosen, fields
from core.results.marks import Marks, read_marks
from core.results.query import QueryError
from pages.ui import link
from pages.ui.language import t
from pages.ui.place import store
from pages.ui.plain import plain


def marks() -> tuple[Marks, str]:
    """What was noted of the runs; where that cannot be read, nothing, and the reason."""
    try:
        return read_marks(store()), ""
    except StoreError as error:
        return Marks(), str(error)


def narrowed(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs that the reader chose on the page Runs; where there are none of them, the page ends here."""
    where = " ".join(link.carried("where"))
    hidden, archived = link.carried("hide"), bool(link.carried("archived"))
    try:
        kept = chosen(runs, marks()[0], where=where, hidden=hidden, archived=archived)
    except QueryError as error:
        refused(error)
        return runs
    if len(kept) < len(runs):
        counted = t("{n} of {all} runs are looked at, as chosen on the page Runs.", n=len(kept), all=len(runs))
        st.caption(f"{counted} {plain(where)}")
    if kept.empty:
        st.info(t("No run fits what was chosen on the page Runs. Change the filter there."))
        st.stop()
    return kept


def refused(error: QueryError) -> None:
    """Say why the query cannot be read, and where."""
    st.error(t("The filter cannot be read, so all runs are shown. {reason}", reason=plain(str(error))))


def filtered(runs: pd.DataFrame, noted: Marks) -> pd.DataFrame:
    """The controls that choose among the runs, and the runs that are chosen."""
    query, field, aside = st.columns([5, 3, 2], vertical_alignment="bottom")
    with query:
        example = 'encoding == "rope" and val_loss < 1.7'
        told = t("Fields, values, comparisons, and, or, not, in, arithmetic. Names with a dot go between backticks.")
        where = link.text("where", t("Filter"), placeholder=example, help=told)
    names = list(fields(runs.drop_duplicates("experiment"), noted))  # runs of one have the same settings
    with field:
        link.select("group", t("Group by"), ["", *names], "", lambda name: name or t("no grouping"))
    hidden = link.carried("hide")
    with aside:
        archived = st.toggle(t("Archived too"), value=bool(link.carried("archived")), key="archived_toggle")
        link.keep("archived", ["1"] if archived else [])
    try:
        kept = chosen(runs, noted, where=where, hidden=hidden, archived=archived)
    except QueryError as error:
        refused(error)
        kept = runs
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(t("{n} of {all} runs", n=len(kept), all=len(runs)))
        if hidden and st.button(t("Show {n} hidden runs", n=len(hidden)), type="tertiary"):
            link.keep("hide", [])
            st.rerun()
    return kept
