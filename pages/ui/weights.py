"""The weights of a run below the folder of runs, for the pages that let a model read."""

from pathlib import Path

import streamlit as st

from core.course import checkpoint
from core.course.checkpoint import Checkpoint
from core.results import StoreError, on_texts
from pages.ui import data

COMMAND = "python -m core train --encoding rope --seed 0"  # what makes such a model


def trained(encoding: str) -> Checkpoint | None:
    """The first finished model of this encoding that has its weights beside its run file, or None."""
    try:
        runs = data.store().index().runs
    except StoreError:
        return None
    found = checkpoint.find(data.root(), on_texts(runs), encoding)
    if found is None:
        return None
    name, weights = found
    config = runs.loc[runs["name"] == name, "config"].iloc[0]
    try:
        return _loaded(name, weights, weights.stat().st_mtime_ns, str(config))
    except (OSError, ValueError, KeyError):
        return None


@st.cache_data(show_spinner=False, max_entries=4)
def _loaded(name: str, weights: Path, mtime_ns: int, config: str) -> Checkpoint:
    return checkpoint.load(name, weights, config)
