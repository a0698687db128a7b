"""Lesson 3, Sinusoids: many clock hands as a code for any position, and what a model makes of positions never seen."""

import streamlit as st

from core.course.sinusoids import off
from pages.ui import predict
from pages.ui import sinusoids as parts
from pages.ui.language import mark, t
from pages.ui.lesson import onward, say
from pages.ui.menu import page_file
from pages.ui.show import header

LESSON = parts.LESSON
TIMES = {
    "same": mark("It stands where it stood."),
    "on": mark("It stands one minute further on."),
}
GAPS = {
    "same": mark("The curve stays as it is."),
    "lower": mark("It gets flatter: far out, all codes are alike."),
    "higher": mark("It gets steeper: larger positions, larger distances."),
}

header(t("3. Sinusoids"), t("A table ends. Is there a code that can be computed for every position?"))
say(LESSON, "question")
say(LESSON, "clock")
question = t("It is 10:00:00, and a minute later 10:01:00. Where does the second hand stand the second time?")
options = {name: t(text) for name, text in TIMES.items()}
guessed = predict.opened("guess_clock", question, options)
truth = t("One hand repeats; only with the minute hand do the two times differ.")
predict.graded("guess_clock", options[guessed], guessed == "same", truth)
say(LESSON, "hands")
parts.clock_hands()
say(LESSON, "many")

say(LESSON, "find")
question = t("With pair 0 alone: a position from 1 to 1000 at which its hand is back to within two degrees?")
found = predict.number("guess_find_hand", question, 1, 1000)
if found is not None:
    one, all_hands = off(int(found), 1), off(int(found), 8)
    told = {"place": f"{found:g}", "one": f"{one:.1f}", "all": f"{all_hands:.0f}"}
    truth = t("At {place} the hand of pair 0 misses by {one}°; the worst of the eight misses by {all}°.", **told)
    predict.graded("guess_find_hand", f"{found:g}", parts.is_back(int(found)), truth)
    say(LESSON, "find-truth", **parts.repeats())

say(LESSON, "formula")
parts.table()
say(LESSON, "binary")
parts.heat_map()

say(LESSON, "distance")
question = t("A picture will show how far each code lies from that of a start. The start moves on. What happens?")
options = {name: t(text) for name, text in GAPS.items()}
guessed = predict.opened("guess_gap", question, options)
predict.graded("guess_gap", options[guessed], guessed == "same", t("The distance depends on the gap alone."))
parts.gaps()
say(LESSON, "shift")
say(LESSON, "scale", **parts.sizes())
parts.scale_runs()

say(LESSON, "computable", **parts.far())
parts.beyond()
say(LESSON, "reported")
say(LESSON, "takeaway")
st.page_link(
    page_file("lengths"), label=t("All encodings beyond their training length"), icon=":material/arrow_forward:"
)
st.page_link(page_file("frequencies"), label=t("How fast each pair turns, for any base and head: Frequencies"))
onward("sinusoids")
