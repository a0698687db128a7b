"""Decay: what RoPE alone makes of two equal vectors by their distance, and how large its base has to be."""

from typing import Any

import streamlit as st

from core.charts import decay as charts
from core.charts import decay_data, decay_specs
from core.charts.decay_specs import FIRST, LIVE, PRESETS, DecayWords
from core.charts.series import Series
from core.positions.interpolation_bound import Bounds, bounds
from pages.ui import decay as said
from pages.ui import ladders, link, live
from pages.ui.language import language, t
from pages.ui.show import header, show, table
from pages.ui.start import start

# A spec takes longer to build than its numbers to compute, and stays while a slider moves.
curves = st.cache_data(show_spinner=False, max_entries=64)(decay_data.curves)
bases = st.cache_data(show_spinner=False, max_entries=64)(decay_data.bases)
published = st.cache_data(show_spinner=False)(decay_data.published)


@st.cache_data(show_spinner=False, max_entries=64)
def specs(lang: str, names: tuple[str, ...], foot: float, log: bool, _words: DecayWords) -> list[dict[str, Any]]:
    """The three specs of the page."""
    series: list[Series] = list(decay_specs.looks(names, _words).values())
    return [
        decay_specs.decay_spec(series, _words, foot, log),
        decay_specs.bound_spec(series, _words),
        decay_specs.base_spec(_words),
    ]


@st.cache_data(show_spinner=False, max_entries=64)
def compared(dim: int, base: float) -> Bounds:
    """The bounds of position interpolation."""
    return bounds(dim, base)


def chosen() -> tuple[float, int, int, list[str], bool]:
    """Base, context length, rotated channels, the bases beside it, and whether the axis is logarithmic."""
    start("rope_theta", "head_dim", "length")
    left, right = st.columns(2)
    with left:
        theta = ladders.ROPE_THETA
        base = live.number("rope_theta", t("base (rope_theta)"), theta, ladders.DEFAULT_ROPE_THETA, told=said.tokens)
        beside = link.several("bases", t("Bases beside it"), list(PRESETS), FIRST, lambda b: f"{int(b):,}")
    with right:
        length = live.number("length", t("context (tokens)"), ladders.LENGTH, ladders.DEFAULT_LENGTH, told=said.tokens)
        dim = live.number(
            "head_dim",
            t("rotated channels of a head (head_dim)"),
            ladders.HEAD_DIM,
            ladders.DEFAULT_HEAD_DIM,
            told=said.tokens,
            help=t("An odd number counts as the even one below it: channels turn in pairs."),
        )
        axes = {"log": t("logarithmic"), "linear": t("linear, up to the context")}
        log = link.segments("axis", t("Axis of distances"), list(axes), "log", axes.__getitem__) == "log"
    return base, int(length), int(dim) // 2 * 2, beside, log


@st.fragment
def pictures() -> None:
    """The controls and the pictures that follow them; `alt` stays, for a new one would build the picture anew."""
    base, length, dim, beside, log = chosen()
    words = said.for_charts()
    fall_spec, bound_spec, base_spec = specs(language(), tuple(beside), decay_data.floor(dim), log, words)
    looks = decay_specs.looks(beside, words)
    (mine,) = curves(dim, (base,), length, log)
    others = curves(dim, tuple(float(name) for name in beside), length, log)
    found = {LIVE: mine} | dict(zip(beside, others, strict=True))

    st.subheader(said.headline(mine, length), anchor=False)
    alt = t("Mean cosine by distance, a line for every base within a band from the lowest to the highest value.")
    drawn = charts.decay(fall_spec, found, looks, length, log, words)
    show(drawn, f"decay_{'log' if log else 'linear'}", alt, f"{said.shape(mine, length)} {said.drawing(log)}")
    table(charts.at_marks(found, words), "decay_marks")

    st.subheader(said.verdict(mine, length), anchor=False)
    frame = bases(dim, length)
    named = charts.named_bases(dim, length, t("published (Men et al. 2024)"), t("least found here"))
    alt = t("The least cosine sum within the context by base; below zero the base fails.")
    drawn = charts.bases(base_spec, frame, base, mine.least, named, words)
    show(drawn, "least_base", alt, said.ladder(decay_data.feasible(frame)))

    left, right = st.columns(2)
    with left:
        st.subheader(t("The bound in RoFormer"), anchor=False)
        alt = t("The bound of the score by distance, a line for every base.")
        show(charts.bound(bound_spec, found, looks, length, words), "abel", alt, said.abel(mine))
    with right:
        st.subheader(t("Between and beyond trained positions"), anchor=False)
        both = compared(dim, base)
        st.metric(t("Error between two trained positions, at most"), f"{both.interpolation:.3f} · max|h|")
        st.metric(t("Bound of the score beyond them, at least"), f"{both.extrapolation:.0f} · max|h|")
        st.metric(t("The second in terms of the first"), f"× {said.tokens(both.ratio)}")
        st.caption(said.compared(both))


header(
    t("Decay"),
    t(
        "What RoPE alone makes of the score of two equal vectors, by their distance. It is the score of a query and a "
        "key whose channels are all equal, not of a trained model: training chooses which pairs to use."
    ),
)
pictures()
st.subheader(t("Least bases, published and found here"), anchor=False)
table(published(), "published")
st.caption(said.published(published()))
