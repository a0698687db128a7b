"""Lesson 6 opens choice by choice, keeps decisions and reasons in its link, and shows them on a projector."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.language import LANGUAGES

Open = Callable[..., AppTest]
PAGE = "course/decision.py"
ALL = {"first_encoding": "rope", "first_base": "10000", "first_extension": "linear", "times": "2"}
ALL |= {"guess_gate": "gate", "guess_flips": "none", "guess_width": "float64"}


def said(at: AppTest) -> str:
    return " ".join(part.value for part in [*at.markdown, *at.success, *at.warning, *at.info])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_evidence_waits_for_a_choice_and_all_of_it_is_said(app: Open, lang: str) -> None:
    at = app(PAGE, lang=lang)
    assert not any(key.startswith("evidence_") for key in [frame.key or "" for frame in at.dataframe])
    at.radio(key="radio_first_encoding").set_value("rope").run()
    at.button(key="commit_first_encoding").click().run()
    assert not at.exception and at.selectbox(key="pick_encoding").value == "rope"
    assert at.query_params["first_encoding"] in ("rope", ["rope"])
    whole = app(PAGE, lang=lang, **ALL)
    assert not whole.exception and "{{" not in said(whole)
    assert "n=3" in said(whole)


def test_the_decision_can_change_and_the_first_choice_is_remembered(app: Open) -> None:
    at = app(PAGE, first_encoding="none", pick_encoding="alibi")
    assert "Before the evidence you chose: None" in " ".join(caption.value for caption in at.caption)
    at.selectbox(key="pick_encoding").set_value("none").run()
    assert not at.exception and "pick_encoding" not in at.query_params


def test_a_reason_is_data_and_goes_into_the_link(app: Open) -> None:
    text = "<b>1.6</b> & **2** $x$ " + "y" * 400
    at = app(PAGE, first_encoding="rope", why_encoding=text)
    assert at.text_area(key="why_encoding").value == text[:280]
    assert "why_encoding=%3Cb%3E1.6" in at.code[-1].value
    shown = app(PAGE, first_encoding="rope", why_encoding=text, view="projector")
    assert not shown.exception and r"\<b\>1\.6" in said(shown)


def test_the_projector_turns_its_screens(app: Open) -> None:
    at = app(PAGE, view="projector", **ALL)
    titles = [at.title[0].value]
    for _ in range(2):
        at.button(key="screen_on").click().run()
        titles.append(at.title[0].value)
    assert not at.exception and len(set(titles)) == 3 and len(at.metric) == 2
    assert at.button(key="screen_on").disabled
    odd = app(PAGE, view="projector", screen="²", times="x")
    assert not odd.exception and odd.header[0].value == "Not decided yet"


@pytest.mark.parametrize("kind", ["empty", "one", "broken"])
def test_it_works_without_evidence(app: Open, kind: str) -> None:
    at = app(PAGE, kind, **ALL)
    assert not at.exception
    if kind == "empty":
        assert any("python -m core sweep" in code.value for code in at.code)


def test_seeds_can_be_dropped(app: Open) -> None:
    at = app(PAGE, **ALL)
    at.multiselect(key="seeds").set_value(["0", "1"]).run()
    assert not at.exception and "**" in said(at)
    at.multiselect(key="seeds").set_value([]).run()
    assert not at.exception
