"""The picture that many pages have: the final loss by evaluation length."""

import pandas as pd
import streamlit as st

from core.charts import Chart, lengths
from pages.ui import words


@st.cache_data(show_spinner=False, max_entries=64)
def by_length(key: str, lang: str, train_length: int, _values: pd.DataFrame) -> Chart:
    """Loss of the last 64 tokens by evaluation length, a line for each series; `key` stands for the values."""
    return lengths(_values, train_length, words=words.for_lengths())
