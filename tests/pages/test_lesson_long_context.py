"""Lessons 5 and 5b as a reader goes through them: guess by guess, with their sliders, with and without runs."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.language import LANGUAGES
from tests.pages.opened import pictures, said

FIRST, SECOND = "course/long_context.py", "course/longer_windows.py"
CURVE = "1,0.97,0.74,0.67,0.6,0.55,0.48,0.3,0.28"
ANSWERED = {"guess_slow": "24", "guess_culprit": "slow", "guess_decay": CURVE, "guess_limit": "far"}
PRICED = {"guess_pi": "other", "guess_ramp": "a", "guess_price": "1024"}
Open = Callable[..., AppTest]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lesson_5_opens_guess_by_guess(app: Open, lang: str) -> None:
    at = app(FIRST, "empty", lang=lang)
    assert not pictures(at) and at.button(key="commit_guess_slow").disabled
    at.number_input(key="number_guess_slow").set_value(30).run()
    at.button(key="commit_guess_slow").click().run()
    assert not pictures(at) and [radio.key for radio in at.radio] == ["radio_guess_culprit"]
    at.radio(key="radio_guess_culprit").set_value("fast").run()
    at.button(key="commit_guess_culprit").click().run()
    assert not at.exception and pictures(at) == 2 and len(at.warning) == 2, "the map, and the bases"
    whole = app(FIRST, "empty", lang=lang, **ANSWERED)
    assert not whole.exception and pictures(whole) == 3 and len(whole.success) == 4


def test_a_bad_curve_is_told_so_and_a_wrong_limit_too(app: Open) -> None:
    at = app(FIRST, "empty", **(ANSWERED | {"guess_decay": "1,1,1,1,1,1,1,1,1", "guess_limit": "repeat"}))
    assert not at.exception and len(at.warning) == 2 and "7.77 away" in said(at)


@pytest.mark.parametrize(("theta", "length", "slow"), [("10", "1048576", 0), ("100000000", "64", 55)])
def test_the_map_at_the_ends_of_its_sliders(app: Open, theta: str, length: str, slow: int) -> None:
    at = app(FIRST, "empty", **ANSWERED, rope_theta=theta, length=length, lesson_base=theta, decay_base=theta)
    assert not at.exception and f"**{slow} of 64 pairs never" in said(at)
    assert ("*combinations*" in said(at)) is (slow == 0)


def test_the_task_of_the_base_is_solved_with_the_slider(app: Open) -> None:
    at = app(FIRST, "empty", **ANSWERED)
    assert "check_circle" not in said(at) and "-0.78" in said(at)
    at.query_params["task_base"] = "794000"
    assert said(at.run()).count("check_circle") == 2 and "no threshold" in said(at)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lesson_5b_opens_by_its_guess_and_its_task_is_solved(app: Open, lang: str) -> None:
    at = app(SECOND, "empty", lang=lang)
    assert not pictures(at) and [radio.key for radio in at.radio] == ["radio_guess_pi"]
    at.radio(key="radio_guess_pi").set_value("same").run()
    at.button(key="commit_guess_pi").click().run()
    assert not at.exception and pictures(at) == 2 and len(at.warning) == 1
    assert "check_circle" not in said(at)
    done = app(SECOND, "empty", lang=lang, **PRICED, fold_rule="yarn")
    assert not done.exception and "check_circle" in said(done) and len(done.success) == 3


@pytest.mark.parametrize("factor", ["1", "8"])
@pytest.mark.parametrize("rule", ["none", "linear"])
def test_folding_at_both_ends(app: Open, rule: str, factor: str) -> None:
    ends = {"ramp_pair": "63", "asked_length": "16777216"}
    at = app(SECOND, "empty", **PRICED, fold_rule=rule, fold_factor=factor, **ends)
    assert not at.exception and ("0.0%" in at.metric[0].value) is (rule == "linear" or factor == "1")


def test_wrong_answers_of_5b_are_told_so(app: Open) -> None:
    at = app(SECOND, "empty", guess_pi="better", guess_ramp="b", guess_price="32")
    assert not at.exception and len(at.warning) == 3 and "1,024 times" in said(at)


def test_runs_are_named_where_there_are_some(app: Open) -> None:
    at = app(SECOND, "normal", **PRICED)
    text = said(at)
    assert not at.exception and "n=3 seeds" in text and "effective" in text.lower() and len(at.table) == 2
    for kind in ("empty", "broken"):
        bare = app(SECOND, kind, **PRICED)
        assert not bare.exception and (kind == "broken" or not bare.table)
