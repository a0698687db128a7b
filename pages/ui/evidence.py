"""From the numbers of a page back to the runs that they were made from."""

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
            _runs(values, metrics, key, runs)


def _runs(values: pd.DataFrame, metrics: tuple[str, ...], key: str, runs: pd.DataFrame) -> None:
    """The rule of each metric, and a row for each run and value."""
    for metric in metrics:
        st.markdown(f"- `{metric}`: {t(RULES[metric])}")
    st.caption(t("A value enters a mean if its run finished and the value is finite."))
    chosen = values[values["metric"].isin(metrics)].sort_values(["metric", "series", "eval_length", "seed"])
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
