"""A rule's settings to take away, for each engine."""

import streamlit as st

from core.positions.takeaway import ENGINES, Model, takeaway
from pages.ui import link, rules
from pages.ui.language import t


def settings(names: list[str], model: Model) -> None:
    """The settings of the rule that the reader chooses among these, ready to paste into the engine of their choice."""
    left, right = st.columns(2)
    with left:
        usual = "yarn" if "yarn" in names else names[-1]
        name = link.select("paste", t("Settings of the rule"), names, usual, rules.label)
    with right:
        engines = {engine.name: engine.label for engine in ENGINES.values()}
        engine = ENGINES[link.segments("engine", t("For"), list(engines), "v5", engines.__getitem__)]
    made = takeaway(engine.name, name, model)
    if made.text is None:
        st.info(t("This engine cannot say this rule."))
    else:
        st.code(made.text, language=engine.language, wrap_lines=True)
    for note in made.notes:
        st.caption(t(note))
    st.caption(_checked(engine.name, engine.checked))


def _checked(engine: str, version: str) -> str:
    """How the form was checked."""
    if engine in ("v5", "v4"):
        return t(
            "Keys for config.json. Checked by running transformers {version}: it gives the frequencies and the factor "
            "of this page.",
            version=version,
        )
    if engine == "vllm":
        return t(
            "Checked against vLLM {version}: its own rotary classes, run on these settings, give the cosines and sines "
            "of this page. The older flags --rope-scaling and --rope-theta are gone there.",
            version=version,
        )
    return t("Checked by reading the source of llama.cpp at {version}.", version=version)
