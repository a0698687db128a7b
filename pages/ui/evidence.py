"""From the numbers of a page back to the runs that they were made from."""

from collections.abc import Collection

import pandas as pd
import streamlit as st

from core.report.sources import commit_of
from core.results.evidence import RULES
from pages.ui import words
from pages.ui.language import t
from pages.ui.show import folded


def provenance(values: pd.DataFrame, metrics: tuple[str, ...], key: str, runs: pd.DataFrame) -> None:
    """Fold out every run behind the metrics: its id, seed, status, step, commit and value, and the rule in words."""
    with folded(t("Which runs these numbers come from"), f"{key}_evidence") as wanted:
        if wanted:
            behind(values[values["metric"].isin(metrics)], key, runs)


def behind(values: pd.DataFrame, key: str, runs: pd.DataFrame) -> None:
    """The rule of each metric among these final values, and a row for each run and value."""
    for metric in values["metric"].astype(str).unique():
        st.markdown(f"- `{metric}`: {t(RULES[metric])}")
    st.caption(t("A value enters a mean if its run finished and the value is finite."))
    chosen = values.sort_values(["metric", "series", "eval_length", "seed"])
    known = runs[runs["name"].isin(chosen["name"])]
    commits = {run["name"]: commit_of(run) for _, run in known.iterrows()}
    shown = pd.DataFrame(
        {
            t("run"): chosen["run_id"],
            t("position encoding"): [words.series(name) for name in chosen["series"]],
            t("seed"): chosen["seed"],
            t("status"): [t(status) for status in chosen["status"]],
            t("metric"): chosen["metric"].astype(str),
            t("evaluation length (tokens)"): chosen["eval_length"],
            t("training step"): chosen["step"],
            t("value"): chosen["value"],
            t("in the mean"): chosen["used"],
            t("git commit"): chosen["name"].map(commits),
        }
    )
    st.dataframe(shown, hide_index=True, width="stretch", key=f"{key}_runs")


def of_runs(runs: pd.DataFrame, names: Collection[str], columns: dict[str, pd.Series], key: str) -> None:
    """A row for each of the named runs: its id, series, seed, status, step and commit, and these columns of it."""
    chosen = runs[runs["name"].isin(list(names))].sort_values(["series", "experiment", "seed"])
    shown = {
        t("run"): chosen["run_id"],
        t("position encoding"): [words.series(name) for name in chosen["series"]],
        t("seed"): chosen["seed"],
        t("status"): [t(status) for status in chosen["status"]],
        t("training step"): chosen["eval_step"],
        **{heading: column.reindex(chosen.index) for heading, column in columns.items()},
        t("git commit"): [commit_of(run) for _, run in chosen.iterrows()],
    }
    st.dataframe(pd.DataFrame(shown), hide_index=True, width="stretch", key=f"{key}_runs")
