"""Take along, and read on: the chapter in six sentences, its questions, and what to read next."""

import streamlit as st

from pages.ui.language import t
from pages.ui.lesson import onward, say
from pages.ui.menu import MENU, page_file
from pages.ui.show import header
from pages.ui.solved import SOLVED_IN

LESSON = "reading"


def index() -> None:
    """The eight questions, each with a link to its lesson."""
    titles = {entry.url_path: entry.title for entry in MENU}
    for number, (question, lesson) in enumerate(SOLVED_IN, 1):
        st.markdown(f"{number}. {t(question)}")
        st.page_link(page_file(lesson), label=t(titles[lesson]), icon=":material/arrow_forward:")


header(t("Take along, and read on"), t("The chapter in six sentences, its eight questions, and what to read next."))
say(LESSON, "takeaways")
say(LESSON, "questions")
index()
for anchor in ("see", "understand", "originals", "rejected", "facts"):
    say(LESSON, anchor)
st.page_link(page_file("claims"), label=t("Which published claims hold in our runs"), icon=":material/arrow_forward:")
onward("reading")
