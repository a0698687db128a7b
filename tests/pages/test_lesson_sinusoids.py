"""Lesson 3: opens guess by guess, follows its controls, and names runs only where there are some."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.language import LANGUAGES
from tests.pages.opened import said

Open = Callable[..., AppTest]
PAGE = "course/sinusoids.py"
FLAT = ",".join(["1.5"] * 7)
GUESSED = {"guess_clock": "same", "guess_gap": "same"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_guess_by_guess(app: Open, lang: str) -> None:
    at = app(PAGE, lang=lang)
    assert not at.get("vega_lite_chart") and at.button(key="commit_guess_clock").disabled
    at.radio(key="radio_guess_clock").set_value("same").run()
    at = at.button(key="commit_guess_clock").click().run()
    assert not at.exception and len(at.get("vega_lite_chart")) == 2 and len(at.success) == 1
    at.radio(key="radio_guess_gap").set_value("higher").run()
    at = at.button(key="commit_guess_gap").click().run()
    assert not at.exception and len(at.get("vega_lite_chart")) == 3 and len(at.warning) == 1
    assert "**0.6577**" in said(at) and "0.909" in said(at)


@pytest.mark.parametrize(("place", "holds"), [("44", True), ("45", False), ("710", True)])
def test_the_hand_that_is_back(app: Open, place: str, holds: bool) -> None:
    at = app(PAGE, guess_clock="same", guess_find_hand=place)
    assert (len(at.success) == 2) is holds and "44, 289, 333" in said(at)


@pytest.mark.parametrize(
    "ends",
    [
        {"clock_place": "1000", "clock_shift": "50", "gap_start": "10000", "gap": "200", "code_dim": "64"},
        {"clock_place": "0", "clock_shift": "0", "gap_start": "0", "gap": "1", "code_dim": "8"},
    ],
)
def test_controls_at_both_ends(app: Open, ends: dict[str, str]) -> None:
    at = app(PAGE, **GUESSED, **ends)
    assert not at.exception
    assert ("**0.9641**" in said(at)) is (ends["gap"] == "1")


def test_a_drawn_curve_is_graded_against_the_runs(app: Open) -> None:
    at = app(PAGE, **GUESSED, guess_beyond=FLAT)
    assert not at.exception and len(at.get("vega_lite_chart")) == 4
    assert "nats off on average" in said(at) and "n=3 seeds" in said(at)


@pytest.mark.parametrize("kind", ["empty", "broken"])
def test_without_runs_it_claims_nothing_of_them(app: Open, kind: str) -> None:
    at = app(PAGE, kind, **GUESSED)
    assert not at.exception and "Many hands give every position" in said(at)
    assert kind == "broken" or "seeds each" not in said(at)
