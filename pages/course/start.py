"""The map of the course: its questions in a chain, how far the reader is, and how position encodings came to be."""

from pages.ui.course import LESSON, eras, flow, lessons, progress
from pages.ui.language import t
from pages.ui.lesson import onward, say
from pages.ui.show import header

header(t("Map of the course"), t("One question, seven lessons and a fork: where it leads, and where you are."))
say(LESSON, "question")
progress()
lessons()
say(LESSON, "order")
eras()
flow()
say(LESSON, "sources")
onward("course")
