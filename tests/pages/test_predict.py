"""Guesses: nothing opens before one is made, a link brings it along, and nonsense in a link is no guess."""

import pytest

from tests.pages.opened import opened


def script() -> None:
    """A page of a number and a curve to guess."""
    import streamlit as st

    from pages.ui import predict

    st.text(predict.number_opened("pairs", "How many pairs?", 0, 64))
    drawn = predict.curve("loss", "Draw it", ["128", "256"], (1.0, 4.0), ("tokens", "nats/token"))
    if drawn is not None:
        st.text(drawn)


def test_a_number_opens_what_comes_next() -> None:
    at = opened(script)
    assert not at.text and at.button(key="commit_pairs").disabled
    at.number_input(key="number_pairs").set_value(24).run()
    at.button(key="commit_pairs").click().run()
    assert [text.value for text in at.text] == ["24.0"] and at.query_params["pairs"] in ("24", ["24"])
    assert at.button(key="commit_loss").disabled


def test_a_link_brings_both_guesses() -> None:
    assert [text.value for text in opened(script, pairs="24", loss="1.5,3").text] == ["24.0", "(1.5, 3.0)"]


@pytest.mark.parametrize("said", ["", "x", "-1", "65", "nan", "inf", "1,2", "<b>"])
def test_what_is_no_number_of_the_question_is_no_guess(said: str) -> None:
    assert not opened(script, pairs=said).text


@pytest.mark.parametrize("said", ["2", "1,2,3", "0.5,2", "2,4.5", "nan,2", "a,b"])
def test_what_is_no_curve_of_the_question_is_no_guess(said: str) -> None:
    assert len(opened(script, pairs="24", loss=said).text) == 1


def asked_and_graded() -> None:
    """A page that grades a guess."""
    from pages.ui import predict

    guessed = predict.opened("way", "Which way?", {"up": "Up.", "down": "Down."})
    predict.graded("way", guessed, guessed == "up", "Up it is.")


@pytest.mark.parametrize("said", ["up", "down"])
def test_the_answer_stands_under_its_question(said: str) -> None:
    at = opened(asked_and_graded, way=said)
    (box,) = at.success if said == "up" else at.warning
    assert box.value.startswith("Which way?") and "Up it is." in box.value
