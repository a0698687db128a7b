"""Position Lab: how a Transformer knows order. `streamlit run dashboard.py`"""

import streamlit as st
from starlette.middleware import Middleware

from pages.ui import link, menu
from pages.ui.glossary import glossary
from pages.ui.language import t
from pages.ui.preload import Preload

if __name__ != "__main__":
    # `streamlit run` sees the App and imports this file once, before anybody visits; every visit then runs it as
    # __main__. Without that import the first visit by a deep link would be told "Page not found": see menu.py.
    app = st.App(__file__, middleware=[Middleware(Preload)])
    menu.declare_before_first_visit()
else:
    st.set_page_config(page_title="Position Lab", page_icon="🧭", layout="wide")
    with st.sidebar:
        link.language_switch()
        glossary()
    page = st.navigation(menu.sections(t), expanded=True)  # else Streamlit folds away all after the tenth page
    st.set_page_config(page_title=f"{page.title} · Position Lab")
    page.run()
