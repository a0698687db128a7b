"""What stands on each screen of the projector: a sentence that says what is seen, and one picture or table."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.charts import Chart, differences, extremes, projected, replay_data
from core.charts.series import Series
from core.results import number
from pages.ui import data, judged, live, screens, words
from pages.ui.alt import described
from pages.ui.averaged import BASELINE, averaged
from pages.ui.compared import Comparison
from pages.ui.language import language, t
from pages.ui.plain import plain
from pages.ui.show import written

# Constant text: no word of a reader or a file gets in here.
LARGE = """<style>
[data-testid=stMainBlockContainer] { padding-top: 2.5rem; }
.st-key-written_projected :is(th, td) { font-size: clamp(0.8rem, 1.6vw, 1.5rem); }
</style>"""


@st.cache_data(show_spinner=False, max_entries=8)
def frames(key: str, lang: str, _chosen: data.Experiment) -> tuple[pd.DataFrame, pd.DataFrame, list[Series]]:
    """Losses by step, losses by step and length, and their lines."""
    rows = _chosen.rows(("val", "forced"), ("window_loss", "tail_loss"))
    return replay_data.frames(rows, _chosen.runs, _chosen.train_length, "tail_loss", words.for_series())


@st.cache_data(show_spinner=False, max_entries=64)
def at_step(key: str, lang: str, step: int, _chosen: data.Experiment) -> Chart:
    """The picture by length at a training step."""
    _, lengths, series = frames(key, lang, _chosen)
    return projected.by_length(lengths, series, step, _chosen.train_length, words.for_lengths())


@st.fragment
def by_length(chosen: data.Experiment) -> None:
    """Loss by length at the end of training; playing shows how it came about."""
    _, lengths, _ = frames(chosen.key, language(), chosen)
    steps = sorted({int(step) for step in lengths["step"]})
    if not steps:
        nothing()
        return
    place = st.empty()
    label, told = t("training step"), lambda step: f"{int(step):,}"
    step = int(live.player("step", label, steps, steps[-1], told=told, hotkey=screens.PLAY))
    step = max(one for one in steps if one <= step)
    chart = at_step(chosen.key, language(), step, chosen)
    alt = t("Loss of the last 64 tokens by evaluation length, trained at {length} tokens.", length=chosen.train_length)
    with place.container():
        st.subheader(_of_lengths(chosen) if step == steps[-1] else f"{label} {step:,}", anchor=False)
        st.vega_lite_chart(
            spec=chart.for_streamlit(), key="projected", width="stretch", alt=described(chart.table, "eval_length", alt)
        )


def _of_lengths(chosen: data.Experiment) -> str:
    """Who leads furthest beyond the training length, and whether that holds."""
    names = list(dict.fromkeys(chosen.runs["encoding"]))
    shown = Comparison("encodings", chosen, BASELINE if BASELINE in names else names[0])
    told = [judged.told(one, t("nats/token")) for one in judged.leading(shown.key, "tail_loss", False, shown)]
    return told[-1] if told else t("On longer texts")


def while_training(chosen: data.Experiment) -> None:
    """Validation loss by step."""
    curve, _, series = frames(chosen.key, language(), chosen)
    if curve.empty:
        nothing()
        return
    chart = projected.by_step(curve, series, t("training step"), t("validation loss (nats/token)"), words.for_lengths())
    last = extremes(chart.table, "step")
    if last:
        st.subheader(
            t(
                "At step {step} **{lowest}** is the lowest of {count}: {low} nats/token on the training length.",
                step=f"{last.at:,.0f}",
                lowest=plain(last.lowest),
                count=last.count,
                low=number(last.low),
            ),
            anchor=False,
        )
    alt = t("Curves of the loss by {x}, one line for each encoding.", x=t("training step"))
    st.vega_lite_chart(
        spec=chart.for_streamlit(), key="projected", width="stretch", alt=described(chart.table, "step", alt)
    )


def against(chosen: data.Experiment) -> None:
    """Every pair of seeds against the baseline at twice the training length."""
    names = list(dict.fromkeys(chosen.runs["encoding"]))
    baseline, length = BASELINE if BASELINE in names else names[0], 2 * chosen.train_length
    compared = chosen.paired(baseline, "tail_loss", length)
    if compared.empty or not compared["pairs"].sum():
        st.info(t("There is nothing to pair: no other series shares a seed with this one here."))
        return
    metric = t("loss of the last 64 tokens of {length}", length=length)
    st.subheader(judged.verdicts(compared, baseline, metric), anchor=False)
    chart = projected.enlarged(differences(compared[compared["pairs"] > 0], words.for_differences()))
    alt = t("Seed by seed against {baseline}", baseline=words.series(baseline))
    st.vega_lite_chart(spec=chart.for_streamlit(), key="projected", width="stretch", alt=alt)


def table(chosen: data.Experiment) -> None:
    """The seed-averaged table in large type."""
    written(averaged(chosen).frame, "projected")


def nothing() -> None:
    """Say what is missing and what makes it."""
    data.nothing_yet(t("No run of this experiment has finished with an evaluation."), data.COMMAND)


SCREENS: dict[str, Callable[[data.Experiment], None]] = {
    "lengths": by_length,
    "training": while_training,
    "differences": against,
    "table": table,
}
