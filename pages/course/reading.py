"""Take along, and read on: the chapter in six sentences, its questions, and what to read next."""

import streamlit as st

from pages.ui.language import mark, t
from pages.ui.lesson import onward, say
from pages.ui.menu import MENU, page_file
from pages.ui.show import header

LESSON = "reading"
SOLVED_IN = (  # each question of the chapter, and the lesson where it is solved with controls
    (mark("The same token stands at two places: why does it still need a position?"), "order"),
    (mark("Row 3 of a matrix: why is that not position 3?"), "numbering"),
    (mark("Absolute and relative position: what is the difference?"), "rotation"),
    (mark("Why many frequencies, and not one?"), "sinusoids"),
    (mark("Why a rotation?"), "rotation"),
    (mark("Why does only n − m remain when a turned query meets a turned key?"), "rotation"),
    (mark("What is that good for?"), "rotation"),
    (mark("Any position can be computed: why is the context not endless?"), "longer-windows"),
)


def index() -> None:
    """The eight questions, each with a link to its lesson where that is in the menu."""
    titles = {entry.url_path: entry.title for entry in MENU}
    for number, (question, lesson) in enumerate(SOLVED_IN, 1):
        st.markdown(f"{number}. {t(question)}")
        if lesson in titles:
            st.page_link(page_file(lesson), label=t(titles[lesson]), icon=":material/arrow_forward:")


header(t("Take along, and read on"), t("The chapter in six sentences, its eight questions, and what to read next."))
say(LESSON, "takeaways")
say(LESSON, "questions")
index()
for anchor in ("see", "understand", "originals", "rejected", "facts"):
    say(LESSON, anchor)
st.page_link(page_file("claims"), label=t("Which published claims hold in our runs"), icon=":material/arrow_forward:")
onward("reading")
