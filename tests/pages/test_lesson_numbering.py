"""Lesson 2: opens guess by guess, follows its controls, and names runs only where there are some."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.language import LANGUAGES
from tests.pages.opened import said

Open = Callable[..., AppTest]
PAGE = "course/numbering.py"
RIGHT = {"guess_index": "2.7", "guess_find": "20", "guess_last": "error", "guess_rows": "same", "guess_places": "apart"}
WRONG = {"guess_index": "50", "guess_find": "21", "guess_last": "again", "guess_rows": "apart", "guess_places": "same"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_guess_by_guess(app: Open, lang: str) -> None:
    at = app(PAGE, lang=lang)
    assert not at.get("vega_lite_chart") and at.button(key="commit_guess_index").disabled
    at.number_input(key="number_guess_index").set_value(3.0).run()
    at = at.button(key="commit_guess_index").click().run()
    assert not at.exception and len(at.get("vega_lite_chart")) == 2 and len(at.success) == 1
    assert "**2.70%**" in said(at) and "**0.054%**" in said(at) and "**786,432**" in said(at)
    at.radio(key="radio_guess_last").set_value("error").run()
    at = at.button(key="commit_guess_last").click().run()
    assert not at.exception and len(at.get("vega_lite_chart")) == 3
    assert "3,808" in said(at) and "P[8,192]" in said(at)


def test_right_guesses_hold_and_wrong_ones_do_not(app: Open) -> None:
    right, wrong = app(PAGE, **RIGHT), app(PAGE, **WRONG)
    assert len(right.success) == 5 and len(right.warning) == 1, "one warning is the table's"
    assert len(wrong.success) == 0 and len(wrong.warning) == 6


@pytest.mark.parametrize("place", ["0", "1023"])
def test_the_slider_at_both_ends(app: Open, place: str) -> None:
    at = app(PAGE, guess_index="3", place=place, scale="0.02", tokens_shown="2" if place == "0" else "32")
    assert not at.exception
    assert ("Position 0" in said(at)) is (place == "0")
    assert ("**16** positions" in said(at)) is (place == "1023")


def test_a_table_that_is_long_enough(app: Open) -> None:
    at = app(PAGE, guess_index="3", guess_last="last", rows="32768", tokens="1000")
    assert "25,165,824" in at.success[-1].value


@pytest.mark.parametrize("kind", ["empty", "broken"])
def test_without_runs_it_claims_nothing_of_them(app: Open, kind: str) -> None:
    at = app(PAGE, kind, **RIGHT)
    assert not at.exception and ("seeds, last 64" in said(at)) is (kind == "broken")


def test_the_table_of_the_runs_refuses_in_a_sentence(app: Open) -> None:
    at = app(PAGE, **RIGHT)
    assert "Position 128 has no row" in at.code[0].value and "n=3 seeds" in said(at)
