"""The glossary: every word that a lesson uses in a sense of its own, one click away on every page."""

import streamlit as st

from pages.ui.language import language, t
from pages.ui.lesson import sections


def glossary() -> None:
    """A button in the sidebar that opens the list in the reader's language."""
    with st.popover(t("Glossary"), icon=":material/menu_book:", width="stretch"):
        st.markdown("\n".join(sections("glossary", language()).values()))
