"""Eleven pitfalls: each can be made to happen, and shows its symptom."""

import streamlit as st

from pages.ui import data, link, mishaps
from pages.ui.language import t
from pages.ui.lesson import onward, say
from pages.ui.menu import page_file
from pages.ui.show import header

LESSON = "pitfalls"
NAMES = ("none", "index", "table", "scale", "embeddings", "part", "pairing", "pi", "window", "native", "size")
COMMANDS = {
    "scale": "python -m core sweep --encodings sinusoidal sinusoidal-raw --seeds 0 1 2",
    "pi": "python -m core evaluate RUN --scaling linear --factor 4",
    "window": "python -m core sweep --corpus needle --encodings rope --seeds 0 1 2",
    "size": "python -m core sweep --encodings t5 --seeds 0 1 2",
}


def pitfall(name: str) -> None:
    """One pitfall: what one believes, a button, and what comes of it."""
    say(LESSON, name)
    shown = st.query_params.get_all("happened")
    if name not in shown:
        if st.button(t("Make it happen"), key=f"happen_{name}", icon=":material/bolt:"):
            link.remember("happened", [*shown, name])
            st.rerun()
        return
    values = mishaps.computed(name) or (mishaps.measured(name) if name in COMMANDS else None)
    if values is None:
        data.nothing_yet(t("The runs that show this are missing."), COMMANDS[name])
        return
    with st.container(border=True):
        say(LESSON, f"{name}-seen", **values)


header(t("Eleven pitfalls"), t("What goes wrong with positions in practice. Guess the symptom, then make it happen."))
for name in NAMES:
    pitfall(name)
st.page_link(page_file("claims"), label=t("Which published claims hold in our runs"), icon=":material/arrow_forward:")
onward("pitfalls")
