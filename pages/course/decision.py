"""Lesson 6, Your decision: three choices with evidence from the runs, and what is accepted as evidence."""

from urllib.parse import urlencode

import streamlit as st

from core.course.decision import FACTORS
from pages.ui import acceptance, choice_screens, choices, deciding, decisions, link, predict
from pages.ui.language import mark, t
from pages.ui.lesson import onward, say
from pages.ui.menu import page_file
from pages.ui.show import header

LESSON = "decision"
VIEWS = {"page": mark("to read"), "projector": mark("for a projector")}
GATE_GUESSES = {
    "both": mark("It lets it pass, and the loss inside stays as good."),
    "gate": mark("It lets it pass, though the loss inside gets worse."),
    "neither": mark("It stops it."),
}
FLIPS = {"none": mark("None of them."), "some": mark("Some of them."), "all": mark("All of them.")}


def permalink() -> str:
    """This page with every choice and reason."""
    query = [(key, one) for key in st.query_params for one in st.query_params.get_all(key)]
    return f"{st.context.url or ''}?{urlencode(query)}"


def accepted(found: choices.Found, encoding: choices.Choice) -> None:
    """The baseline, the gate and the lottery of seeds."""
    say(LESSON, "baseline")
    acceptance.baseline(found, encoding)
    decisions.facts(found.chosen)
    say(LESSON, "gate")
    st.code(acceptance.GATE, language="bash", wrap_lines=True)
    say(LESSON, "gate-question")
    options = {name: t(text) for name, text in GATE_GUESSES.items()}
    guess = predict.guess("guess_gate", t("PI at factor 2, without training: what does the gate say?"), options)
    if guess:
        acceptance.gated(found, guess, options)
    say(LESSON, "lottery")
    options = {name: t(text) for name, text in FLIPS.items()}
    question = t("How many of the verdicts against RoPE would be another one if only some three of the seeds counted?")
    guess = predict.guess("guess_flips", question, options)
    if guess:
        acceptance.drawn(found, guess, options)


view = link.segments("view", t("View"), list(VIEWS), "page", lambda name: t(VIEWS[name]))
found = choices.found()
if view == "projector":
    factor = st.query_params.get("times", str(FACTORS[-1]))
    wanted = int(factor) if factor in map(str, FACTORS) else FACTORS[-1]
    choice_screens.show([choices.encoding(found), choices.base(found), choices.extension(found, wanted)])
    st.stop()

header(t("6. Your decision"), t("Three choices, each before its evidence; then what the runs say of yours."))
say(LESSON, "question")
say(LESSON, "encoding")
encoding = choices.encoding(found)
deciding.decide(encoding)
say(LESSON, "base")
deciding.decide(choices.base(found))
st.page_link(page_file("frequencies"), label=t("Compute the pairs of another model"), icon=":material/arrow_forward:")
say(LESSON, "extension")
times = [str(one) for one in FACTORS]
factor = link.segments("times", t("How many times the training length"), times, times[-1], lambda one: f"×{one}")
deciding.decide(choices.extension(found, int(factor)))
st.page_link(page_file("extended"), label=t("Every rule and factor"), icon=":material/arrow_forward:")

if found:
    accepted(found, encoding)
say(LESSON, "rounding")
options = {"float32": t("float32 is enough"), "float64": t("float64 is needed")}
guess = predict.guess("guess_width", t("To keep the change below 1e-4 with 128 rotated channels …"), options)
if guess:
    acceptance.rounding(guess, options)
say(LESSON, "takeaway")
st.markdown("**" + t("One link that opens all of this again") + "**")
st.code(permalink(), language=None, wrap_lines=True)
st.caption(t("It holds your guesses, decisions and reasons; add the projector view above to show them one a screen."))
onward("decision")
