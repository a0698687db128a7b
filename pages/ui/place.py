"""Where the runs lie, and what a page does while they change."""

import hashlib
import json
import os
from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from core.results import RunFileError, Store, StoreError
from pages.ui.language import t
from pages.ui.menu import ROOT
from pages.ui.plain import plain


def root() -> str:
    """Folder or URL of the runs: the environment variable POSITION_LAB_RUNS, or runs/ beside dashboard.py."""
    return os.environ.get("POSITION_LAB_RUNS") or str(ROOT / "runs")


def store() -> Store:
    """The store of the runs."""
    return Store(root())


def fingerprint(runs: pd.DataFrame, vary: str = "encoding") -> str:
    """A cache key that changes when one of the files does, and with what is compared."""
    files = json.dumps(runs[["name", "mtime", "size", "status"]].astype(str).to_numpy().tolist())
    return hashlib.sha256((vary + files).encode()).hexdigest()[:16]


def read(load: Callable[[], Any]) -> Any:
    """What was loaded; where a file went missing or broke since it was listed, the page says so and ends."""
    try:
        return load()
    except (RunFileError, StoreError) as error:
        st.error(t("A run changed while it was read. Reload the page.") + " " + plain(str(error)))
        st.stop()
