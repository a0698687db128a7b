"""Projector: one picture a screen in large type, turned by keys, with a link to each screen."""

import streamlit as st

from pages.ui import data, projected, screens
from pages.ui.language import mark, t

TITLES = {
    "lengths": mark("How far does each encoding carry?"),
    "training": mark("How fast does each encoding learn?"),
    "differences": mark("Which differences hold, seed by seed?"),
    "table": mark("The means over seeds"),
}

st.set_page_config(initial_sidebar_state="collapsed")
st.html(projected.LARGE)
name = screens.shown(list(TITLES))
st.title(t(TITLES[name]), anchor=False)
stage, buttons = st.container(), st.container()
with st.expander(t("What is shown")):
    chosen = data.chosen()
with stage:
    projected.SCREENS[name](chosen)
with buttons:
    screens.turn(list(TITLES))
    st.caption(
        t("Arrow keys or a presenter's clicker turn the screens, the space bar plays. The address opens this screen.")
    )
