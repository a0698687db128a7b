"""Lengths: the final loss on texts longer than the training length."""

from dataclasses import replace
from functools import partial

import streamlit as st

from core.charts import Chart, LengthWords, by_position, extremes, lengths
from core.report import Picture, sources, tables
from core.results import number
from pages.ui import data, judged, link, screens, words
from pages.ui.alt import described
from pages.ui.compared import Comparison, comparison
from pages.ui.language import language, t
from pages.ui.plain import plain
from pages.ui.show import header, pictured
from pages.ui.takeaway import Taken, take_away, titled


@st.cache_data(show_spinner=False, max_entries=32)
def drawn(key: str, lang: str, view: str, metric: str, dots: bool, _shown: Comparison, _words: LengthWords) -> Chart:
    """The chart of the chosen view; made again only when a file, the language or a choice changes."""
    length = _shown.chosen.train_length
    if view == "position":
        return by_position(_shown.rows(("val", "forced"), "position_loss"), length, _shown.runs, _words)
    return lengths(_shown.values(), length, metric, view == "ratio", dots, _words)


def said(chart: Chart, view: str, metric: str, shown: Comparison) -> str:
    """What the picture shows: who is lowest beyond the training length, with n, and whether it is separated."""
    if view != "position":
        unit = "" if view == "ratio" else t("nats/token")
        return " ".join(judged.told(one, unit) for one in judged.leading(shown.key, metric, view == "ratio", shown))
    last = extremes(chart.table, "position")
    if not last:
        return ""
    return t(
        "From position {at} on, at the end of the text, **{lowest}** is the lowest of {count}: {low} nats/token.",
        at=f"{last.at:,.0f}",
        lowest=plain(last.lowest),
        count=last.count,
        low=number(last.low),
    )


header(
    t("Lengths"),
    t("What each encoding is worth beyond the length that it was trained at, measured at the end of training."),
)
shown = comparison(with_others=True)
chosen = shown.chosen

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
    chart = drawn(shown.key, language(), view, metric, dots, shown, replace(words.for_lengths(), y=title))
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
alt = t("{title}, one line for each series; the training length is {length}.", title=title, length=chosen.train_length)
st.markdown(said(chart, view, metric, shown))
alt = described(chart.table, "eval_length" if by_length else "position", alt)
picture = pictured(Picture(title=title, chart=chart, alt=alt, note=notes[view]), f"lengths_{view}")
screens.link_to("lengths")
if metric == "tail_loss" and by_length:
    st.caption(
        t("The last 64 tokens are the same tokens at every length: only what the model may look back on changes.")
    )
if "learned" in set(shown.runs["encoding"]):
    st.caption(
        t(
            "A learned table has no rows beyond the training length, so its line ends there. "
            "“Forced” uses rows that were never trained."
        )
    )


def taken() -> Taken:
    """The view for who takes it away: the losses by position are too many for a table."""
    sheet = replace(tables.of_chart(chart.table, t), caption=titled(title, notes[view]))
    return Taken(
        title=t("Lengths"), pictures=[picture], tables=[(title, sheet)] if by_length else [],
        metrics=[metric] if by_length else [], behind=partial(sources, shown.values(), shown.runs),
    )  # fmt: skip


take_away("lengths", taken)
