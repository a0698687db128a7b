"""The runs that the views of single runs show: of one experiment, or of all that were trained on a text."""

import pandas as pd
import streamlit as st

from core import results
from core.results.marks import Marks
from core.results.points import INDEXED, Measured, field_of, metric_of
from pages.ui import data, link
from pages.ui.choosing import marks, narrowed
from pages.ui.language import mark, t
from pages.ui.place import root

SCOPES = {"experiment": mark("one experiment"), "all": mark("all runs trained on a text")}
_PLACES = ("tail_loss", "window_loss")


def runs_of(key: str, default: str) -> pd.DataFrame:
    """The runs that the reader chose, from the index; where there are none, the page ends here."""
    index = data.index()
    scope = link.segments(key, t("Runs"), list(SCOPES), default, lambda one: t(SCOPES[one]))
    if scope == "experiment":
        whole = data.experiment(index)
        return whole.only(data.encodings(whole.runs)).runs
    found = results.on_texts(narrowed(index))
    if found.empty:
        data.nothing_yet(t("None of these runs was trained on a text."), data.COMMAND)
        st.stop()
    return found


def noted() -> Marks:
    """What was noted of the runs; nothing where that cannot be read."""
    return marks()[0]


@st.cache_data(show_spinner=False, max_entries=8)
def _values(root: str, key: str, _runs: pd.DataFrame) -> pd.DataFrame:
    return results.Store(root).values(_runs["name"])


def measured(runs: pd.DataFrame, choice: str) -> Measured:
    """What is chosen of each run: "rope_theta", "val_loss", "tail_loss 512". Only the last makes files be read."""
    metric, _, length = choice.partition(" ")
    if metric in INDEXED:
        return metric_of(runs, metric)
    if metric in _PLACES and length.isdigit():
        values = data.read(lambda: _values(root(), data.fingerprint(runs), runs))
        return metric_of(runs, metric, values, int(length))
    return field_of(runs, noted(), choice)
