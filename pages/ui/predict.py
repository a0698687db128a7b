"""Guess first: what a question shows stays closed until the reader has committed to an answer.

An answer is an option, a number or a curve. It is kept in the session and in the URL, under the question's key; there
is no account.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TypeVar

import streamlit as st

from pages.ui import link, sketch
from pages.ui.language import t

T = TypeVar("T")


def guess(key: str, question: str, options: Mapping[str, str]) -> str | None:
    """The option that the reader committed to; until then the question is shown, and None comes back."""
    _asked(key, question)
    said = told(key)
    if said in options:
        return keep(key, said)
    with st.container(border=True):
        _head()
        chosen = st.radio(question, list(options), index=None, format_func=options.__getitem__, key=f"radio_{key}")
        _commit(key, chosen)
    closed(key)
    return None


def opened(key: str, question: str, options: Mapping[str, str]) -> str:
    """The option that the reader committed to; without one the page ends here."""
    return _or_end(guess(key, question, options))


def number(key: str, question: str, low: float, high: float, unit: str = "") -> float | None:
    """The number from low to high that the reader committed to; until then the question is shown, and None comes back.

    Whole ends ask for a whole number.
    """
    _asked(key, question)
    said = _numbers(told(key))
    if len(said) == 1 and low <= said[0] <= high:
        keep(key, f"{said[0]:g}")
        return said[0]
    with st.container(border=True):
        _head()
        label = question + (f" ({unit})" if unit else "")
        chosen = st.number_input(label, low, high, value=None, key=f"number_{key}", width=320)
        _commit(key, None if chosen is None else f"{chosen:g}")
    closed(key)
    return None


def number_opened(key: str, question: str, low: float, high: float, unit: str = "") -> float:
    """The number that the reader committed to; without one the page ends here."""
    return _or_end(number(key, question, low, high, unit))


def curve(
    key: str, question: str, points: Sequence[str], ends: tuple[float, float], titles: tuple[str, str]
) -> tuple[float, ...] | None:
    """The curve that the reader drew, a value a point; until then the question is shown, and None comes back.

    `points` names the places on the x axis, `ends` are those of the y axis, `titles` name both axes with their units.
    """
    _asked(key, question)
    said = _numbers(told(key))
    if len(said) == len(points) and all(ends[0] <= value <= ends[1] for value in said):
        keep(key, _written(said))
        return tuple(said)
    with st.container(border=True):
        _head()
        st.markdown(question)
        drawn = sketch.sketch(f"sketch_{key}", points, ends, titles)
        _commit(key, _written(drawn) if drawn else None)
    closed(key)
    return None


def graded(key: str, guessed: str, right: bool, truth: str) -> None:
    """Say what was asked, whether the guess held, and what is so; offer another try."""
    asked = st.session_state.get("guess_questions", {}).get(key, "")
    head = t("Your guess holds: {guess}", guess=guessed) if right else t("You guessed: {guess}", guess=guessed)
    (st.success if right else st.warning)(
        f"{asked}  \n{head}  \n{truth}", icon=":material/check:" if right else ":material/undo:"
    )
    if st.button(t("Guess again"), key=f"again_{key}"):
        take_back(key)


def told(key: str) -> str:
    """The answer in the URL, or else the one that the session knows; "" without one."""
    return st.query_params.get(key) or st.session_state.get("guesses", {}).get(key, "")


def keep(key: str, answer: str) -> str:
    """The answer, from now on in the session and in the URL."""
    _met(key)
    st.session_state.setdefault("guesses", {})[key] = answer
    link.remember(key, [answer])
    return answer


def take_back(key: str) -> None:
    """Ask the question anew."""
    st.session_state.get("guesses", {}).pop(key, None)
    link.remember(key, [])
    st.rerun()


def closed(key: str) -> None:
    """Note that the question is open, and say what an answer does."""
    _met(key)
    st.caption(":material/lock: " + t("What comes next opens once you have guessed."))


def committed() -> dict[str, str]:
    """By question the answers of this visit, as the URL holds them."""
    return dict(st.session_state.get("guesses", {}))


def made_on(url_path: str) -> tuple[int, int]:
    """How many guesses of the page at this address were made in this visit, and how many were met and are open."""
    met = st.session_state.get("guess_pages", {})
    mine = [key for key, page in met.items() if page == url_path]
    made = sum(key in committed() for key in mine)
    return made, len(mine) - made


def _or_end(found: T | None) -> T:
    """What was found; without it the page ends here."""
    if found is None:
        st.stop()
    assert found is not None
    return found


def _asked(key: str, question: str) -> None:
    """Note what is asked, for the answer to stand under it."""
    st.session_state.setdefault("guess_questions", {})[key] = question


def _met(key: str) -> None:
    """Note on which page a question was met."""
    st.session_state.setdefault("guess_pages", {})[key] = link.path().rstrip("/").rpartition("/")[2]


def _head() -> None:
    st.markdown("**" + t("Guess first") + "**")


def _commit(key: str, answer: str | None) -> None:
    """The button that makes an answer count."""
    if st.button(t("This is my guess"), disabled=answer is None, key=f"commit_{key}", type="primary"):
        keep(key, str(answer))
        st.rerun()


def _numbers(said: str) -> list[float]:
    """The numbers of an answer in the URL, as in 1.5,2,2.25; none where a part is no number."""
    try:
        found = [float(part) for part in said.split(",")]
    except ValueError:
        return []
    return found if all(map(math.isfinite, found)) else []


def _written(values: Sequence[float]) -> str:
    return ",".join(f"{value:.4g}" for value in values)
