"""Curves: a training replayed in the browser, and its loss curves with what surrounds them."""

import streamlit as st

from core.charts import AXES, BANDS, Chart, CurveOptions, CurveWords, ReplayWords, curves, replay
from core.report import Picture
from pages.ui import data, link, screens, words
from pages.ui.alt import described
from pages.ui.language import language, t
from pages.ui.show import header, show
from pages.ui.takeaway import Taken, take_away

SMOOTHEST = 0.95


@st.cache_data(show_spinner=False, max_entries=16)
def replayed(key: str, lang: str, log_y: bool, _chosen: data.Experiment, _words: ReplayWords) -> Chart:
    """The replay of the chosen runs; made again only when a file, the language or the axis changes."""
    rows = _chosen.rows(("val", "forced"), ("window_loss", "tail_loss"))
    return replay(rows, _chosen.train_length, _chosen.runs, log_y=log_y, words=_words)


@st.cache_data(show_spinner=False, max_entries=32)
def drawn(
    key: str, lang: str, split: str, options: CurveOptions, _chosen: data.Experiment, _words: CurveWords
) -> Chart:
    """The curves of the chosen runs."""
    rows = _chosen.rows(split, "loss" if split == "train" else "window_loss")
    if split == "val":
        rows = rows[(rows["eval_length"] == _chosen.train_length).fillna(False)]
    return curves(rows, _chosen.runs, options, _words)


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
    "Drag the slider, or press Play; arrow keys move it by one evaluation. Lines are means over seeds, bands their "
    "standard deviation. A line ends where the shortest of its seeds ends. A click in the legend mutes a line; a cross "
    "marks a loss that is not finite."
)
trained = moving.table[moving.table["metric"] == "window_loss"]
show(moving, "replay", described(trained[trained["eval_length"] == chosen.train_length], "step", alt), note)
screens.link_to("training")

st.subheader(t("Every curve"), anchor=False)
losses = {"val": t("validation loss (nats/token)"), "train": t("training loss (nats/token), mean since the last log")}
splits = {"val": t("validation"), "train": t("training")}
axes = {"step": step, "tokens": t("training tokens"), "seconds": t("training time (s)")}
bands = {
    "std": t("± std"),
    "t": t("95% t interval"),
    "seeds": t("every seed"),
    "none": t("nothing"),
}
left, right = st.columns(2)
with left:
    split = link.segments("split", t("Loss"), list(losses), "val", splits.__getitem__)
    x = link.segments("x", t("Horizontal axis"), list(AXES), "step", axes.__getitem__)
with right:
    band = link.segments("band", t("Around the mean"), list(BANDS), "std", bands.__getitem__)
    smoothing = st.slider(
        t("Smoothing (0 is off; the raw curve stays visible)"),
        0.0,
        SMOOTHEST,
        0.0,
        0.05,
        key="smoothing",
        bind="query-params",
    )
curve_words = CurveWords(
    x=axes[x],
    y=losses[split],
    step=step,
    seed=t("seed"),
    value=t("value"),
    encoding=t("position encoding"),
    series=words.for_series(),
)
try:
    still = drawn(chosen.key, language(), split, CurveOptions(x, band, log_y, smoothing), chosen, curve_words)
except ValueError:
    st.info(t("These runs have no step that every seed logged, so there is no mean to draw."))
    st.stop()
still_alt = described(still.table, x, t("Curves of the loss by {x}, one line for each encoding.", x=axes[x]))
show(still, "curves", still_alt)
pictures = [
    Picture(title=t("At the end of the training"), chart=moving, alt=alt),
    Picture(title=t("Every curve"), chart=still, alt=still_alt),
]
metrics = ["window_loss", "tail_loss"]
taken = Taken(title=t("Curves"), pictures=pictures, metrics=metrics, values=chosen.values(), runs=chosen.runs)
take_away("curves", taken)
