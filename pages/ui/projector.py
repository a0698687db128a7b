"""The projector view of lesson 6: one decision a screen, in large type."""

import streamlit as st

from core.charts import for_projector
from core.results import mean_std
from pages.ui import deciding, link
from pages.ui.choices import Choice
from pages.ui.language import t
from pages.ui.plain import plain


def screens(choices: list[Choice]) -> None:
    """The screen that the link names, with buttons to the next and the one before."""
    last = len(choices) - 1
    said = st.query_params.get("screen", "1")
    at = min(max(int(said) - 1 if said.isascii() and said.isdigit() else 0, 0), last)
    _screen(choices[at])
    before, where, after = st.columns([1, 1, 1])
    with before:
        _turn(t("Previous"), at - 1, last, ":material/arrow_back:")
    where.markdown(f"### {at + 1} / {last + 1}")
    with after:
        _turn(t("Next"), at + 1, last, ":material/arrow_forward:")


def _turn(label: str, to: int, last: int, icon: str) -> None:
    if st.button(label, icon=icon, disabled=not 0 <= to <= last, width="stretch", key=f"screen_{icon}"):
        link.remember("screen", [str(to + 1)] if to else [])
        st.rerun()


def _screen(choice: Choice) -> None:
    st.title(choice.question, anchor=False)
    picked = deciding.decided(choice)
    if picked is None:
        st.header(t("Not decided yet"), anchor=False)
        for told in choice.options.values():
            st.markdown(f"### {plain(told)}")
        return
    st.header(plain(choice.options[picked]), anchor=False)
    places = (choice.inside, choice.beyond)
    for place, (_, length), found in zip(st.columns(2), places, deciding.stands(choice, picked), strict=True):
        loss = mean_std(found[0].mean, found[0].std, found[0].n) if found else "–"
        place.metric(t("loss at {length} tokens (n={n})", length=f"{length:,}", n=found[0].n if found else 0), loss)
    st.subheader(t(deciding.AGREEMENTS[deciding.grade(choice, picked)]), anchor=False)
    said = st.query_params.get(f"why_{choice.key}", "")[: deciding.REASON]
    if said:
        st.markdown(f"### “{plain(said)}”")
    deciding.picture(choice, picked, f"projected_{choice.key}", for_projector)
