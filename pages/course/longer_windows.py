"""Lesson 5b, Longer windows: how PI, NTK and YaRN fold angles back, what each costs, and what a window does not say."""

import numpy as np
import streamlit as st

from core.course import windows
from core.positions.presets import PRESETS
from core.positions.scaling_rules import yarn_temperature
from pages.ui import predict
from pages.ui.language import mark, t
from pages.ui.lesson import onward, say
from pages.ui.longer_windows import LESSON, depths, folding, infinite, spot
from pages.ui.menu import page_file
from pages.ui.show import header
from pages.ui.window_runs import indexed, needle, rules

GUESSES = {
    "same": mark("As before: it is short, and the rule is for long ones."),
    "other": mark("Otherwise than before: all its neighbours have moved together."),
    "better": mark("Better than before: the model has more room now."),
}
FACTOR = 4.0


def priced() -> None:
    """The guess on what a short text makes of PI."""
    question = t("PI at factor 4, no further training. How is a text of 100 tokens read, far inside the window?")
    options = {name: t(text) for name, text in GUESSES.items()}
    guessed = predict.opened("guess_pi", question, options)
    now, before = (np.degrees(windows.folded(rule, FACTOR).neighbour_angle) for rule in ("linear", "none"))
    told = t(
        "In the fastest pair a token now turns by {now}° and not by {before}°.",
        now=f"{now:.1f}",
        before=f"{before:.1f}",
    )
    predict.graded("guess_pi", options[guessed], guessed == "other", told)


def effective() -> None:
    """A window and what is found in it: reported, and in our own runs; and a window that was stretched."""
    say(LESSON, "effective")
    needle(runs)
    rope = PRESETS["deepseek-v4.1"].config["rope_scaling"]
    native, factor = rope["original_max_position_embeddings"], rope["factor"]
    say(LESSON, "deepseek", native=f"{native:,}", factor=factor, window=f"{native * factor:,}")


def calculators() -> None:
    """The calculators and results, set to what was shown here."""
    qwen = {"length": str(windows.NATIVE), "factor": "8"}
    st.page_link(
        page_file("extension"), label=t("Every rule on your own model, with settings: Extension"), query_params=qwen
    )
    st.page_link(page_file("extended"), label=t("All rules on our runs, seed by seed: Extension, measured"))
    st.page_link(
        page_file("beyond"), label=t("Tasks by length and depth: Beyond loss"), query_params={"task": "needle"}
    )
    st.page_link(page_file("config"), label=t("What a config.json says of its window: Config"))


header(t("5b. Longer windows"), t("Unknown angles can be avoided. What does it cost, and what is still missing?"))
runs = indexed()
say(LESSON, "question", native=f"{windows.NATIVE:,}", target=f"{FACTOR * windows.NATIVE:,.0f}")
priced()
folding()
say(LESSON, "rules", temperature=f"{yarn_temperature(FACTOR):.3f}", squared=f"{yarn_temperature(FACTOR) ** 2:.3f}")
depths()
rules(runs)
spot()
effective()
infinite()
say(LESSON, "takeaway")
calculators()
onward("longer-windows")
