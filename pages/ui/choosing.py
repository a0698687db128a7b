"""Which runs a page looks at: what the page Runs put into the URL, honoured by every page of results."""

import pandas as pd
import streamlit as st

from core.results import Store, StoreError
from core.results.choosing import chosen, measured
from core.results.marks import Marks, read_marks
from core.results.refusal import EXAMPLE, PLACE, QueryError
from pages.ui import link
from pages.ui.language import t
from pages.ui.place import fingerprint, read, root, store
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
    kept = _kept(runs, marks()[0], where, bool(link.carried("archived")))
    if len(kept) < len(runs):
        counted = t("{n} of {all} runs are looked at, as chosen on the page Runs.", n=len(kept), all=len(runs))
        st.caption(f"{counted} {plain(where)}")
    if kept.empty:
        st.info(t("No run fits what was chosen on the page Runs. Change the filter there."))
        st.stop()
    return kept


def _kept(runs: pd.DataFrame, noted: Marks, where: str, archived: bool) -> pd.DataFrame:
    """The runs that fit; all of them where the query cannot be read, and then the page says why."""
    hidden = link.carried("hide")

    def measure(name: str) -> pd.Series:
        return read(lambda: _measured(root(), fingerprint(runs), name, runs))

    try:
        return chosen(runs, noted, where=where, hidden=hidden, archived=archived, measure=measure)
    except QueryError as error:
        sentence = t(error.template, **error.values)
        reason = t(PLACE, sentence=sentence, place=error.place)
        st.error(t("The filter cannot be read, so all runs are shown. {reason}", reason=plain(reason)))
        return runs


@st.cache_data(show_spinner=False, max_entries=16)
def _measured(root: str, key: str, name: str, _runs: pd.DataFrame) -> pd.Series:
    return measured(Store(root), _runs, name)


def filtered(runs: pd.DataFrame, noted: Marks, fields: list[str]) -> pd.DataFrame:
    """The controls that choose among the runs and group them by one of the fields, and the runs that are chosen."""
    query, field, aside = st.columns([5, 3, 2], vertical_alignment="bottom")
    with query:
        told = t(
            "Fields, metrics, values, comparisons, and, or, not, in, arithmetic. A metric at a length is written "
            "tail_loss_512. Names with a dot go between backticks."
        )
        where = link.text("where", t("Filter"), placeholder=EXAMPLE, help=told)
    with field:
        link.select("group", t("Group by"), ["", *fields], "", lambda name: name or t("no grouping"))
    with aside:
        archived = st.toggle(t("Archived too"), value=bool(link.carried("archived")), key="archived_toggle")
        link.keep("archived", ["1"] if archived else [])
    kept, hidden = _kept(runs, noted, where, archived), link.carried("hide")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(t("{n} of {all} runs", n=len(kept), all=len(runs)))
        if hidden and st.button(t("Show {n} hidden runs", n=len(hidden)), type="tertiary"):
            link.keep("hide", [])
            st.rerun()
    return kept
