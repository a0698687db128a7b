"""Lengths: the final loss on texts longer than the training length."""

from dataclasses import replace

import streamlit as st

from core.charts import Chart, LengthWords, by_position, lengths
from pages.ui import data, link, words
from pages.ui.alt import described
from pages.ui.language import language, t
from pages.ui.show import header, show


@st.cache_data(show_spinner=False, max_entries=32)
def drawn(
    key: str, lang: str, view: str, metric: str, dots: bool, _chosen: data.Experiment, _words: LengthWords
) -> Chart:
    """The chart of the chosen view; made again only when a file, the language or a choice changes."""
    if view == "position":
        return by_position(_chosen.rows(("val", "forced"), "position_loss"), _chosen.train_length, _chosen.runs, _words)
    return lengths(_chosen.values(), _chosen.train_length, metric, view == "ratio", dots, _words)


header(
    t("Lengths"),
    t("What each encoding is worth beyond the length that it was trained at, measured at the end of training."),
)
chosen = data.chosen()

views = {"loss": t("loss"), "ratio": t("ratio"), "position": t("by position")}
metrics = {"tail_loss": t("last 64 tokens"), "window_loss": t("all positions")}
left, right = st.columns(2)
with left:
    view = link.segments("view", t("View"), list(views), "loss", views.__getitem__)
by_length = view != "position"
metric, dots = "tail_loss", False
if by_length:
    with right:
        metric = link.segments("metric", t("Mean over"), list(metrics), "tail_loss", metrics.__getitem__)
    dots = st.toggle(t("Every seed as a ring"), key="dots", bind="query-params")
titles = {
    ("loss", "tail_loss"): t("loss of the last 64 tokens (nats/token)"),
    ("loss", "window_loss"): t("loss over all positions (nats/token)"),
    ("ratio", "tail_loss"): t("loss of the last 64 tokens, divided by that at the training length"),
    ("ratio", "window_loss"): t("loss over all positions, divided by that at the training length"),
}
title = titles.get((view, metric), t("loss at this position (nats/token)"))
try:
    chart = drawn(chosen.key, language(), view, metric, dots, chosen, replace(words.for_lengths(), y=title))
except ValueError:
    data.nothing_yet(t("None of these runs has finished with such a loss."), data.COMMAND)
    st.stop()
notes = {
    "loss": t("Means over finished seeds; the vertical lines are their standard deviation."),
    "ratio": t(
        "Each run is divided by its own loss at the training length; then means and standard deviations are taken."
    ),
    "position": t(
        "The longest text evaluated. Each point is the mean of 16 positions; bands are the seeds' standard deviation."
    ),
}
alt = t(
    "{title}, one line for each encoding; the training length is {length}.", title=title, length=chosen.train_length
)
show(chart, f"lengths_{view}", described(chart.table, "eval_length" if by_length else "position", alt), notes[view])
if metric == "tail_loss" and by_length:
    st.caption(
        t("The last 64 tokens are the same tokens at every length: only what the model may look back on changes.")
    )
if "learned" in set(chosen.runs["encoding"]):
    st.caption(
        t(
            "A learned table has no rows beyond the training length, so its line ends there. "
            "“Forced” uses rows that were never trained."
        )
    )
