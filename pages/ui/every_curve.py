"""The curves below the replay: what the reader chooses of them, their picture, and what must be said with it."""

from dataclasses import dataclass
from functools import partial

import pandas as pd
import streamlit as st

from core.charts import AXES, BANDS, Chart, CurveNotes, CurveOptions, CurveWords, curve_notes, curves
from core.report import Picture, sources
from core.results import Store
from pages.ui import data, following, link, words
from pages.ui.alt import described
from pages.ui.curve_sentences import sentences
from pages.ui.language import language, mark, t
from pages.ui.place import root
from pages.ui.plain import letters
from pages.ui.show import show
from pages.ui.takeaway import Taken, take_away

SMOOTHEST = 0.95
LOSSES = {
    "val": mark("validation loss (nats/token)"),
    "train": mark("training loss (nats/token), mean since the last log"),
}
SPLITS = {"val": mark("validation"), "train": mark("training")}
X_AXES = {"step": mark("training step"), "tokens": mark("training tokens"), "seconds": mark("training time (s)")}
AROUND = {"std": mark("± std"), "t": mark("95% t interval"), "none": mark("nothing")}


@dataclass(frozen=True)
class Drawn:
    """The picture, and what is said with it."""

    chart: Chart
    notes: CurveNotes


def chosen_options(runs: pd.DataFrame, log_y: bool) -> tuple[str, CurveOptions]:
    """The controls: which loss, over what, with what around the mean, how smooth, and which steps."""
    left, right = st.columns(2)
    with left:
        split = link.segments("split", t("Loss"), list(LOSSES), "val", lambda one: t(SPLITS[one]))
        x = link.segments("x", t("Horizontal axis"), list(AXES), "step", lambda one: t(X_AXES[one]))
        steps = _steps(runs)
    with right:
        band = link.segments("band", t("Around the mean"), list(BANDS), "std", lambda one: t(AROUND[one]))
        members = st.toggle(t("Every seed, faint"), key="members", bind="query-params")
        label = t("Smoothing (0 is off; the raw curve stays visible)")
        smoothing = st.slider(label, 0.0, SMOOTHEST, 0.0, 0.05, key="smoothing", bind="query-params")
    return split, CurveOptions(x=x, band=band, members=members, log_y=log_y, smoothing=smoothing, steps=steps)


def _steps(runs: pd.DataFrame) -> tuple[int, int] | None:
    """The steps that the reader looks at, from 0 to what the longest run is to train; None where no run says so."""
    planned = runs["steps"].dropna()
    last = int(planned.max()) if len(planned) else 0
    if last <= 0:
        return None
    stride = max(1, last // 100)
    last = -(-last // stride) * stride
    found = st.slider(t("Steps looked at"), 0, last, (0, last), stride, key="steps", bind="query-params")
    return int(found[0]), int(found[1])


def picture(
    chosen: data.Experiment, known: frozenset[str], split: str, options: CurveOptions, follow: bool, above: Picture
) -> None:
    """The curves, and a report of them with the picture above; drawn again by themselves while they are followed."""
    now = following.as_of_now(chosen, known) if follow else chosen
    growing = following.growing(now.runs)
    if follow and not growing:
        st.rerun()  # once more, whole: the axes settle, and the timer stops
    try:
        made = _drawn(now.key, language(), split, _growing(options, growing), now)
    except ValueError:
        st.info(t("These runs have no step that every seed logged, so there is no mean to draw."))
        return
    alt = t("Curves of the loss by {x}, one line for each encoding.", x=t(X_AXES[options.x]))
    said = sentences(made.notes, now.runs)
    alt = described(made.chart.table, options.x, alt)
    drawn = Picture(title=t(LOSSES[split]), chart=made.chart, alt=alt, note=letters(" ".join(said)))
    show(made.chart, "curves", alt)
    if said:
        st.caption("\n".join(f"- {sentence}" for sentence in said))
    take_away(
        "curves",
        lambda: Taken(
            title=t("Curves"), pictures=[above, drawn], metrics=["window_loss", "tail_loss"],
            behind=partial(sources, now.values(), now.runs),
        ),
    )  # fmt: skip


def _growing(options: CurveOptions, growing: bool) -> CurveOptions:
    return CurveOptions(**{**options.__dict__, "growing": growing})


@st.cache_data(show_spinner=False, max_entries=32)
def _drawn(key: str, lang: str, split: str, options: CurveOptions, _chosen: data.Experiment) -> Drawn:
    """The curves of the chosen runs and their notes."""
    metric = "loss" if split == "train" else "window_loss"
    rows = _of_length(_chosen.rows(split, metric), split, _chosen.train_length)
    again = rows.iloc[:0]
    if (_chosen.runs["attempt"].fillna(1) > 1).any():
        found = data.read(lambda: Store(root()).replaced(_chosen.runs["name"], split, metric))
        again = _of_length(found, split, _chosen.train_length)
    said = CurveWords(
        x=t(X_AXES[options.x]),
        y=t(LOSSES[split]),
        step=t("training step"),
        seed=t("seed"),
        value=t("value"),
        attempt=t("replaced attempt"),
        encoding=t("position encoding"),
        series=words.for_series(),
    )
    return Drawn(curves(rows, _chosen.runs, options, said, again), curve_notes(rows, _chosen.runs, options, again))


def _of_length(rows: pd.DataFrame, split: str, train_length: int) -> pd.DataFrame:
    """Of the validation losses those at the training length."""
    return rows[(rows["eval_length"] == train_length).fillna(False)] if split == "val" else rows
