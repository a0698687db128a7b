"""The list of runs as a table: its columns, headings and formats."""

from typing import Any

import pandas as pd
import streamlit as st

from core.results.marks import Marks
from pages.ui import words
from pages.ui.language import t


def listed(runs: pd.DataFrame, noted: Marks, pinned: list[str], groups: pd.Series | None) -> pd.DataFrame:
    """The runs as the table shows them; columns of pins, groups, tags and notes where there are any."""
    start, beat = (
        pd.to_datetime(runs[key], format="ISO8601", errors="coerce", utc=True) for key in ("start", "heartbeat")
    )
    end = pd.to_datetime(runs["end"], format="ISO8601", errors="coerce", utc=True).fillna(beat)
    known = [noted.of(name) for name in runs["name"]]
    told = {
        "pin": ["★" if name in pinned else "" for name in runs["name"]],
        "group": [""] * len(runs) if groups is None else list(groups),
        "status": runs["status"].map({one: t(one) for one in runs["status"].unique()}),
        "encoding": runs["encoding"].map({one: words.encoding(one) for one in runs["encoding"].unique()}),
        "seed": runs["seed"],
        "done": (runs["steps_done"] / runs["steps"]).astype("Float64"),
        "steps": runs["steps"],
        "val_loss": runs["val_loss"],
        "rise_at_2x": runs["rise_at_2x"],
        "tags": [", ".join(mark.tags) for mark in known],
        "note": [mark.note for mark in known],
        "corpus": runs["corpus"],
        "start": start,
        "minutes": (end - start).dt.total_seconds() / 60,
        "commit": runs["commit"].fillna("").str[:8] + runs["dirty"].map({True: "+"}).fillna(""),
        "run_id": runs["run_id"],
    }
    optional = ("pin", "group", "tags", "note")
    return pd.DataFrame({name: cells for name, cells in told.items() if name not in optional or any(cells)})


def columns() -> dict[str, Any]:
    """Headings, formats and help of the table."""
    column = st.column_config
    stopped = t('"stopped?" says that it runs, but gave no sign of life for five minutes.')
    edited = t("A + says that the code had uncommitted changes.")
    return {
        "pin": column.TextColumn(t("pinned"), pinned=True, width="small"),
        "group": column.TextColumn(t("group"), pinned=True),
        "status": column.TextColumn(t("status"), pinned=True, help=stopped),
        "encoding": column.TextColumn(t("position encoding"), pinned=True),
        "seed": column.NumberColumn(t("seed")),
        "done": column.ProgressColumn(t("done"), min_value=0, max_value=1, format="percent"),
        "steps": column.NumberColumn(t("steps"), format="localized"),
        "val_loss": column.NumberColumn(t("validation loss"), format="%.4f", help=t("nats per token")),
        "rise_at_2x": column.NumberColumn(t("rise at twice the length"), format="%+.4f", help=t("nats per token")),
        "tags": column.TextColumn(t("tags")),
        "note": column.TextColumn(t("note")),
        "corpus": column.TextColumn(t("corpus")),
        "start": column.DatetimeColumn(t("start"), format="YYYY-MM-DD HH:mm"),
        "minutes": column.NumberColumn(t("minutes"), format="%.1f"),
        "commit": column.TextColumn(t("commit"), help=edited),
        "run_id": column.TextColumn(t("run")),
    }
