"""A known model to start a calculator from."""

from collections.abc import Mapping

import streamlit as st

from core.positions.presets import rotations
from pages.ui import ladders, link, live
from pages.ui.language import t

CHOICE = "start"


@st.cache_data(show_spinner=False)
def models() -> dict[str, dict[str, float]]:
    """What the sliders say of each known rotation that they reach, by the name that the reader sees."""
    known = {}
    for name, rope in rotations().items():
        values = {"rope_theta": rope.base, "head_dim": float(rope.rotary_dim), "length": float(rope.window or 0)}
        if all(ladders.reached(key, value) for key, value in values.items()):
            known[name] = values | {"share": 1.0}
    return known


def start(*keys: str) -> None:
    """A list of known models that sets the sliders of these keys; it shows the model that they stand at.

    Call it before they are drawn.
    """
    now = {key: live.value(key, *ladders.SLIDERS[key]) for key in keys}
    fitting = [name for name, values in models().items() if all(values[key] == now[key] for key in keys)]
    if st.session_state.get(CHOICE) not in fitting:
        st.session_state[CHOICE] = fitting[0] if fitting else None
    st.selectbox(
        t("Start from a model"),
        list(models()),
        index=None,
        key=CHOICE,
        placeholder=t("Your own numbers; or choose a model here"),
        on_change=_chosen,
        args=keys,
    )


def take(values: Mapping[str, float]) -> None:
    """Set the sliders to these values, by their keys."""
    for key, value in values.items():
        link.remember(key, [] if value == ladders.SLIDERS[key][1] else [live.written(value)])


def _chosen(*keys: str) -> None:
    name = st.session_state[CHOICE]
    if name is not None:
        take({key: models()[name][key] for key in keys})
