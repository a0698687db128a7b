"""Lesson 5, Long context: which angles training has shown, what distance does, and how large the base has to be."""

import streamlit as st

from core.course import long_context as facts
from core.course.grade import near
from core.positions.presets import PRESETS
from core.positions.rope import inv_freq, slow_pairs, wavelengths
from pages.ui import predict
from pages.ui.language import mark, t
from pages.ui.lesson import onward, say
from pages.ui.long_context import LESSON, another_base, drawn, least_base, limit, seen
from pages.ui.menu import page_file
from pages.ui.show import header

CULPRITS = {
    "fast": mark("The fast pairs: they have gone around so often."),
    "slow": mark("The slow pairs: they come to angles that they never had."),
    "all": mark("All alike: every position beyond the window is new."),
}
ROOM = 0.125  # 3 pairs of 24


def guesses() -> None:
    """Both guesses before the map, and what became of them."""
    slow, pairs = facts.slow_at(facts.NATIVE), facts.DIM // 2
    question = t(
        "How many of the {pairs} pairs never finish a single turn in {length} tokens?",
        pairs=pairs,
        length=f"{facts.NATIVE:,}",
    )
    typed = predict.number_opened("guess_slow", question, 0, pairs)
    options = {name: t(text) for name, text in CULPRITS.items()}
    culprit = predict.opened("guess_culprit", t("Which pairs get into trouble beyond the window?"), options)
    predict.graded(
        "guess_slow", f"{typed:g}", near(typed, slow, ROOM), t("It is {slow} of {pairs}.", slow=slow, pairs=pairs)
    )
    truth = t("A pair that has been around its whole circle meets no new angle any more.")
    predict.graded("guess_culprit", options[culprit], culprit == "slow", truth)


def windows() -> None:
    """Two numbers for one window, and a larger window."""
    lengths = {"native": f"{facts.NATIVE:,}", "field": f"{facts.FIELD:,}"}
    say(LESSON, "field", **lengths, slow=facts.slow_at(facts.NATIVE), slow_field=facts.slow_at(facts.FIELD))
    rope = PRESETS["qwen3.8-27b"].positions().ropes[0]
    values = {"rotary": rope.rotary_dim, "base": f"{rope.base:,.0f}", "window": f"{rope.window:,}"}
    slow = slow_pairs(rope.inv_freq, rope.window or 1)
    say(LESSON, "models", **values, slow=slow, pairs=len(rope.inv_freq))


def calculators() -> None:
    """The calculators, set to what was shown here."""
    qwen = {"rope_theta": "1000000", "length": str(facts.NATIVE)}
    st.page_link(page_file("frequencies"), label=t("Every pair of your own model: Frequencies"), query_params=qwen)
    decay = {"rope_theta": "10000", "length": "4096"}
    st.page_link(page_file("decay"), label=t("Decay, its bound and the least base: Decay"), query_params=decay)
    st.page_link(page_file("config"), label=t("What a config.json says of its window: Config"))


header(t("5. Long context"), t("A turn can be computed for every position. Can it be read there?"))
say(LESSON, "question", native=f"{facts.NATIVE:,}")
waves = wavelengths(inv_freq(facts.DIM, facts.BASE))
ends = {"base": f"{facts.BASE:,.0f}", "fastest": f"{waves[0]:.1f}", "slowest": f"{waves[-1]:,.0f}"}
say(LESSON, "pairs", dims=facts.DIM, pairs=facts.DIM // 2, **ends)
guesses()
seen()
windows()
another_base()
drawn()
least_base()
limit()
say(LESSON, "takeaway")
calculators()
onward("long-context")
