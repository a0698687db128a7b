"""Curves: a training replayed in the browser, and its loss curves with what surrounds them."""

import streamlit as st

from core.charts import Chart, ReplayWords, replay
from core.report import Picture
from pages.ui import data, every_curve, following, screens, words
from pages.ui.alt import described
from pages.ui.language import language, t
from pages.ui.show import header, show


@st.cache_data(show_spinner=False, max_entries=16)
def replayed(key: str, lang: str, log_y: bool, _chosen: data.Experiment, _words: ReplayWords) -> Chart:
    """The replay of the chosen runs; made again only when a file, the language or the axis changes."""
    rows = _chosen.rows(("val", "forced"), ("window_loss", "tail_loss"))
    return replay(rows, _chosen.train_length, _chosen.runs, log_y=log_y, words=_words)


header(
    t("Curves"), t("How the loss falls while a model trains, and what it becomes on texts longer than those it saw.")
)
chosen = data.chosen()
log_y = st.toggle(t("Logarithmic loss axes"), key="log_y", bind="query-params")

st.subheader(t("The training, replayed"), anchor=False)
step = t("training step")
replay_words = ReplayWords(
    play=t("▶ Play"),
    slider=step,
    curve_title=t("While it trains"),
    length_title=t("On longer texts"),
    step=step,
    length=t("evaluation length (tokens)"),
    curve_loss=t("validation loss (nats/token)"),
    length_loss=t("loss of the last 64 tokens (nats/token)"),
    train_length=t("training length"),
    not_finite=t("not finite"),
    series=words.for_series(),
)
try:
    moving = replayed(chosen.key, language(), log_y, chosen, replay_words)
except ValueError:
    st.info(t("These runs share no evaluated step yet. Reload the page after their next evaluation."))
    st.stop()
alt = t("Two panels moved by one slider: validation loss up to a training step, and loss by evaluation length there.")
note = t(
    "Lines are means over seeds, bands their standard deviation. A line ends where the shortest of its seeds ends; a "
    "cross marks a loss that is not finite."
)
how = t("Drag the slider, or press Play; arrow keys move it by one evaluation. A click in the legend mutes a line.")
trained = moving.table[moving.table["metric"] == "window_loss"]
alt = described(trained[trained["eval_length"] == chosen.train_length], "step", alt)
show(moving, "replay", alt, f"{how} {note}")
once = Picture(title=t("The training, replayed"), chart=moving, alt=alt, note=note)  # in a report nothing moves
screens.link_to("training")

st.subheader(t("Every curve"), anchor=False)
split, options = every_curve.chosen_options(chosen.runs, log_y)
follow = following.followed(chosen.runs)
known = following.names() if follow else frozenset()
draw = st.fragment(every_curve.picture, run_every=following.EVERY if follow else None)
draw(chosen, known, split, options, follow, once)
