"""Guess first: what a question shows stays closed until the reader has committed to an answer.

A guess is kept in the session and in the URL, under the question's key; there is no account.
"""

from collections.abc import Mapping

import streamlit as st

from pages.ui import link
from pages.ui.language import t


def guess(key: str, question: str, options: Mapping[str, str]) -> str | None:
    """The option that the reader committed to; until then the question is shown, and None comes back."""
    kept = st.session_state.setdefault("guesses", {})
    told = st.query_params.get(key) or kept.get(key)
    if told in options:
        kept[key] = told
        link.remember(key, [told])
        return told
    with st.container(border=True):
        st.markdown("**" + t("Guess first") + "**")
        chosen = st.radio(question, list(options), index=None, format_func=options.__getitem__, key=f"radio_{key}")
        if st.button(t("This is my guess"), disabled=chosen is None, key=f"commit_{key}", type="primary"):
            kept[key] = str(chosen)
            link.remember(key, [str(chosen)])
            st.rerun()
    st.caption(":material/lock: " + t("What comes next opens once you have guessed."))
    return None


def opened(key: str, question: str, options: Mapping[str, str]) -> str:
    """The option that the reader committed to; without one the page ends here."""
    found = guess(key, question, options)
    if found is not None:
        return found
    st.stop()


def graded(key: str, guessed: str, right: bool, truth: str) -> None:
    """Say whether the guess held, what is so, and offer another try."""
    head = t("Your guess holds: {guess}", guess=guessed) if right else t("You guessed: {guess}", guess=guessed)
    (st.success if right else st.warning)(f"{head}  \n{truth}", icon=":material/check:" if right else ":material/undo:")
    if st.button(t("Guess again"), key=f"again_{key}"):
        st.session_state.get("guesses", {}).pop(key, None)
        link.remember(key, [])
        st.rerun()
