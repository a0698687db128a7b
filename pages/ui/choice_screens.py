"""The projector view of lesson 6: one decision a screen, in large type."""

import streamlit as st

from core.charts import enlarged
from core.results import mean_std
from pages.ui import deciding, screens
from pages.ui.choices import Choice
from pages.ui.language import t
from pages.ui.plain import plain


def show(choices: list[Choice]) -> None:
    """The screen that the link names, with buttons to the next and the one before."""
    names = [str(place) for place in range(1, len(choices) + 1)]
    _screen(choices[names.index(screens.shown(names))])
    screens.turn(names)


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
    deciding.picture(choice, picked, f"projected_{choice.key}", enlarged)
