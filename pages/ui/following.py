"""A training that is still running, followed: how often its curves are drawn again, and from which files."""

import pandas as pd
import streamlit as st

from core.results import StoreError
from pages.ui import data
from pages.ui.language import t
from pages.ui.place import store

EVERY = 5  # seconds; a trainer writes its file about as often


def growing(runs: pd.DataFrame) -> bool:
    """Whether one of these runs is still written to, as far as its heartbeat says."""
    return bool((runs["status"] == "running").any())


def followed(runs: pd.DataFrame) -> bool:
    """The switch by which the reader follows what is running; it is there only while something is."""
    if not growing(runs):
        return False
    label = t("Follow the training: draw the curves again every {seconds} seconds", seconds=EVERY)
    return st.toggle(label, value=True, key="follow", bind="query-params")


def names() -> frozenset[str]:
    """The names of all runs that there are now."""
    try:
        return frozenset(store().index().runs["name"])
    except StoreError:
        return frozenset()


def as_of_now(chosen: data.Experiment, known: frozenset[str]) -> data.Experiment:
    """The chosen runs as their files are now, with runs of the same encodings that began since; `known` are the names
    of all runs that there were when the reader chose.
    """
    try:
        runs = data.trained(store().index().runs)
    except StoreError:
        return chosen  # the folder is away for a moment: what was drawn stays
    alike = (runs["experiment"] == chosen.id) & runs["encoding"].isin(chosen.runs["encoding"])
    mine = runs[alike & (runs["name"].isin(chosen.runs["name"]) | ~runs["name"].isin(known))]
    return chosen if mine.empty else data.Experiment(chosen.id, mine)
