"""Every run, and what lies behind the ones that are picked."""

import json
from typing import Any

import pandas as pd
import streamlit as st

from pages.ui import configs, data, link, words
from pages.ui.language import mark, t
from pages.ui.plain import plain
from pages.ui.show import header, settings

FACTS = """name run_id experiment attempt parameters dtype compiled threads machine python torch numpy commit dirty
corpus_sha256 start heartbeat end""".split()


ENDED = {
    "diverged": mark("This run diverged: its loss is no finite number any more. It counts as a seed, never in a mean."),
    "interrupted": mark("This run was stopped before its last step; python -m core train --resume goes on with it."),
    "stopped?": mark("This run says that it is running but has given no sign of life for five minutes."),
}


def listed(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs as the table shows them."""
    start, beat = (
        pd.to_datetime(runs[key], format="ISO8601", errors="coerce", utc=True) for key in ("start", "heartbeat")
    )
    end = pd.to_datetime(runs["end"], format="ISO8601", errors="coerce", utc=True).fillna(beat)
    return pd.DataFrame(
        {
            "status": [t(status) for status in runs["status"]],
            "encoding": [words.encoding(name) for name in runs["encoding"]],
            "seed": runs["seed"],
            "done": (runs["steps_done"] / runs["steps"]).astype("Float64"),
            "steps": runs["steps"],
            "val_loss": runs["val_loss"],
            "rise_at_2x": runs["rise_at_2x"],
            "corpus": runs["corpus"],
            "start": start,
            "minutes": (end - start).dt.total_seconds() / 60,
            "commit": runs["commit"].fillna("").str[:8] + runs["dirty"].map({True: "+"}).fillna(""),
            "run_id": runs["run_id"],
        }
    )


def columns() -> dict[str, Any]:
    """Headings, formats and help of the table."""
    column = st.column_config
    stopped = t('"stopped?" says that it runs, but gave no sign of life for five minutes.')
    edited = t("A + says that the code had uncommitted changes.")
    return {
        "status": column.TextColumn(t("status"), pinned=True, help=stopped),
        "encoding": column.TextColumn(t("position encoding"), pinned=True),
        "seed": column.NumberColumn(t("seed")),
        "done": column.ProgressColumn(t("done"), min_value=0, max_value=1, format="percent"),
        "steps": column.NumberColumn(t("steps"), format="localized"),
        "val_loss": column.NumberColumn(t("validation loss"), format="%.4f", help=t("nats per token")),
        "rise_at_2x": column.NumberColumn(t("rise at twice the length"), format="%+.4f", help=t("nats per token")),
        "corpus": column.TextColumn(t("corpus")),
        "start": column.DatetimeColumn(t("start"), format="YYYY-MM-DD HH:mm"),
        "minutes": column.NumberColumn(t("minutes"), format="%.1f"),
        "commit": column.TextColumn(t("commit"), help=edited),
        "run_id": column.TextColumn(t("run")),
    }


def picked(runs: pd.DataFrame) -> pd.DataFrame:
    """The rows that the reader selected; at first those that the link names."""
    names = list(runs["name"])
    asked = [names.index(name) for name in st.query_params.get_all("run") if name in names]
    # The key changes with the list: a selection is by position, and would land on another run.
    key = f"runs_{data.fingerprint(runs)}"
    event = st.dataframe(
        listed(runs),
        column_config=columns(),
        hide_index=True,
        width="stretch",
        key=key,
        on_select="rerun",
        selection_mode="multi-row",
        selection_default={"selection": {"rows": asked}},
    )
    rows = [row for row in event.selection.rows if row < len(names)]
    link.remember("run", [names[row] for row in rows])
    return runs.iloc[rows]


def details(run: pd.Series) -> None:
    """The whole config of one run, and what it ran on."""
    if run["status"] in ENDED:
        st.warning(t(ENDED[run["status"]]) + (f"\n\n{plain(run['message'])}" if run["message"] else ""))
    config, facts = st.columns(2)
    with config:
        settings(configs.side_by_side({t("value"): json.loads(run["config"])}), t("config of {run}", run=run["run_id"]))
    with facts:
        known = {key: "–" if pd.isna(run[key]) or run[key] == "" else str(run[key]) for key in FACTS}
        settings(configs.side_by_side({t("value"): known}), t("record of {run}", run=run["run_id"]))


header(t("Runs"), t("Every run with its settings and how it ended. Select rows to see their whole record."))
runs = data.index().sort_values(["start", "name"], ascending=False, ignore_index=True)
chosen = picked(runs)
if chosen.empty:
    st.caption(t("Select one run for its whole config, or several to see in which settings they differ."))
if len(chosen) > 1:
    st.subheader(t("Settings in which the selected runs differ"), anchor=False)
    named = chosen["run_id"].where(~chosen["run_id"].duplicated(keep=False), chosen["name"])
    differences = configs.differing(dict(zip(named, map(json.loads, chosen["config"]), strict=True)))
    if differences.empty:
        st.markdown(t("None: the selected runs have the same config."))
    else:
        settings(differences, t("only settings that are not the same in all of them"))
for _, run in chosen.iterrows():
    st.subheader(plain(run["run_id"]), anchor=False)
    details(run)
