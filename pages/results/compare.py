"""Compare: encodings against each other over their seeds, runs against their settings, and what verdicts hang on."""

import streamlit as st

from pages.ui import link
from pages.ui.asked import question
from pages.ui.language import mark, t
from pages.ui.run_lines import run_lines
from pages.ui.run_points import run_points
from pages.ui.run_settings import run_settings
from pages.ui.seed_drops import seed_drops
from pages.ui.seed_slopes import seed_slopes
from pages.ui.seed_table import seed_table
from pages.ui.show import header

PAIRED = {"table": seed_table, "slopes": seed_slopes, "dropped": seed_drops}  # by seed, in one experiment
SINGLE = {"points": run_points, "lines": run_lines, "settings": run_settings}  # runs of any experiments
VIEWS = {
    "table": mark("Table and verdicts"),
    "slopes": mark("Seed by seed"),
    "dropped": mark("Without a seed"),
    "points": mark("Runs as points"),
    "lines": mark("Parallel axes"),
    "settings": mark("Settings"),
}
TOLD = {
    "table": mark("Means over seeds with their standard deviation, and differences between runs that share a seed."),
    "slopes": mark("Two series, a line a seed: what the same seed becomes when one thing is changed."),
    "dropped": mark("Which verdicts hang on a single seed: each comparison once more without each seed in turn."),
    "points": mark("Every run as a point: what it was set to, or what it reached, against a metric."),
    "lines": mark("Every run as a line over its settings to a metric: what do the best runs have in common?"),
    "settings": mark("In which settings the runs differ: only what is not the same in all of them."),
}

header(t("Compare"), t("Differences between runs, with the seeds that they rest on."))
view = link.segments("part", t("View"), list(VIEWS), "table", lambda one: t(VIEWS[one]))
st.caption(t(TOLD[view]))
if view in PAIRED:
    PAIRED[view](question())
else:
    SINGLE[view]()
