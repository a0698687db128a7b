"""Screens that follow each other in a lecture hall: turned by buttons, by keys, or by a presenter's clicker."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from pages.ui import link
from pages.ui.language import t
from pages.ui.menu import page_file

# Arrow keys, and what a presenter's clicker sends; a button of Streamlit has one key at most.
KEYS = {"ArrowRight": "screen_on", "PageDown": "screen_on", "ArrowLeft": "screen_back", "PageUp": "screen_back"}
PLAY = " "  # the key that plays and pauses
_LISTENER = st.components.v2.component(
    "position_lab_keys", html="<span></span>", js=(Path(__file__).parent / "keys.js").read_text(encoding="utf-8")
)


def shown(names: Sequence[str]) -> str:
    """The name of the screen that the URL names, by default the first."""
    said = " ".join(st.query_params.get_all("screen"))
    return said if said in names else names[0]


def turn(names: Sequence[str]) -> None:
    """The buttons to the screen before and to the next, and where the reader is."""
    at = list(names).index(shown(names))
    before, where, after = st.columns([2, 1, 2], vertical_alignment="center")
    with before:
        _button(t("Previous"), "screen_back", ":material/arrow_back:", names, at - 1)
    where.markdown(f"**{at + 1} / {len(names)}**", text_alignment="center")
    with after:
        _button(t("Next"), "screen_on", ":material/arrow_forward:", names, at + 1)
    _LISTENER(key="screen_keys", data={"keys": KEYS})


def link_to(name: str) -> None:
    """A link that opens what the reader sees on the projector, at the screen of this name."""
    label, icon = t("Large, for a lecture hall"), ":material/present_to_all:"
    st.page_link(page_file("projector"), label=label, icon=icon, query_params={"screen": name})


def _button(label: str, key: str, icon: str, names: Sequence[str], to: int) -> None:
    if st.button(label, icon=icon, disabled=not 0 <= to < len(names), width="stretch", key=key):
        link.remember("screen", [names[to]] if to else [])
        st.rerun()
