"""Where the runs lie."""

import os

from core.results import Store
from pages.ui.menu import ROOT


def root() -> str:
    """Folder or URL of the runs: the environment variable POSITION_LAB_RUNS, or runs/ beside dashboard.py."""
    return os.environ.get("POSITION_LAB_RUNS") or str(ROOT / "runs")


def store() -> Store:
    """The store of the runs."""
    return Store(root())
