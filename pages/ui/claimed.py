"""The published claims held against the runs at hand, judged once for every page that asks."""

import pandas as pd
import streamlit as st

from core.results.tried import tried
from pages.ui import data


def judged(runs: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Every comparison of every claim, as `tried` gives it, for the runs of an experiment and those that differ."""
    known = runs[runs["train_length"].notna()]
    whole = data.Experiment(experiment, known)
    return _tried(whole.key, experiment, whole.values(), whole.runs)


@st.cache_data(show_spinner=False, max_entries=8)
def _tried(key: str, experiment: str, _values: pd.DataFrame, _runs: pd.DataFrame) -> pd.DataFrame:
    return tried(_values, _runs, experiment)
