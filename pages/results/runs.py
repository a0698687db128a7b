"""Every run, and what lies behind the ones that are picked."""

import json
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.results import choosing, digits
from core.results.marks import Marks
from pages.ui import configs, data, importing, link, marking, run_list
from pages.ui.choosing import filtered, marks
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


def picked(runs: pd.DataFrame, noted: Marks, groups: pd.Series | None) -> pd.DataFrame:
    """The rows that the reader selected; at first those that the link names."""
    rows = link.Rows("run", list(runs["name"]))
    # The key changes with the list: a selection is by position, and would land on another run.
    key = f"runs_{data.fingerprint(runs)}"
    table = run_list.listed(runs, noted, link.carried("pin"), groups)
    event = st.dataframe(
        table,
        column_config=run_list.columns(),
        hide_index=True,
        width="stretch",
        key=key,
        on_select="rerun",
        selection_mode="multi-row",
        selection_default=rows.asked(),
        placeholder=digits.MISSING,
    )
    return runs.set_index("name", drop=False).loc[rows.these(event)]


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


def ordered(runs: pd.DataFrame, groups: pd.Series | None) -> pd.DataFrame:
    """Pinned runs first, then by group, then the newest."""
    pinned = runs["name"].isin(link.carried("pin"))
    keys = runs.assign(pinned=~pinned, group="" if groups is None else groups)
    return runs.loc[keys.sort_values(["pinned", "group", "start", "name"], ascending=[True, True, False, False]).index]


def of_groups(table: pd.DataFrame, field: str) -> None:
    """What the runs of each group have: how many, how many finished, and the span of their losses."""
    labels: dict[str, Any] = {"group": field, "runs": t("runs"), "finished": t("finished")}
    loss = partial(st.column_config.NumberColumn, format="%.4f", help=t("nats per token"))
    labels |= {"lowest": loss(t("lowest validation loss")), "highest": loss(t("highest validation loss"))}
    alt = t("Runs by group")
    st.dataframe(table, column_config=labels, hide_index=True, width="stretch", placeholder=digits.MISSING, alt=alt)


header(t("Runs"), t("Every run with its settings and how it ended. Select rows to see their whole record."))
everything = data.everything()
noted, unread = marks()
if unread:
    st.warning(plain(unread))
changeable = not marking.unchangeable()
known = choosing.fields(everything, noted)
runs = filtered(everything, noted, list(known))
field = " ".join(link.carried("group"))
groups = choosing.group_labels(runs, known, field) if field else None
runs = ordered(runs, groups)
if field and len(runs):
    of_groups(choosing.groups(runs, known, field), field)
chosen = picked(runs, noted, None if groups is None else groups.loc[runs.index])
if chosen.empty:
    st.caption(t("Select one run for its whole config, or several to see in which settings they differ."))
else:
    marking.actions(list(chosen["name"]), noted, changeable and not unread)
marking.views(noted, changeable and not unread)
marking.trash(changeable)
if changeable:
    importing.button()
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
