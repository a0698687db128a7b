"""The lessons: both languages say the same things, and a lesson opens by guesses."""

import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.language import LANGUAGES, TEXT
from pages.ui.lesson import sections
from tests.pages.opened import said

LESSONS = sorted(path.stem for path in (TEXT / "en").glob("*.md"))
Open = Callable[..., AppTest]


def values_in(text: str) -> set[str]:
    return set(re.findall(r"\{\{(\w+)\}\}", text))


@pytest.mark.parametrize("lesson", LESSONS)
def test_both_languages_have_the_same_sections_and_numbers(lesson: str) -> None:
    texts = {lang: sections(lesson, lang) for lang in LANGUAGES}
    assert list(texts["en"]) == list(texts["zh"])
    for anchor, english in texts["en"].items():
        assert values_in(english) == values_in(texts["zh"][anchor]), anchor
        assert english.startswith("## ") == texts["zh"][anchor].startswith("## "), anchor
        assert re.search("[\u4e00-\u9fff]", texts["zh"][anchor]), anchor


def test_the_glossary_names_the_same_words() -> None:
    english, chinese = (sections("glossary", lang)["words"] for lang in LANGUAGES)
    assert english.count("\n- ") == chinese.count("\n- ") > 10


def committed(at: AppTest, key: str, choice: str) -> AppTest:
    at.radio(key=f"radio_{key}").set_value(choice).run()
    return at.button(key=f"commit_{key}").click().run()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_order_opens_guess_by_guess(app: Open, lang: str) -> None:
    at = app("course/order.py", lang=lang)
    assert not at.get("vega_lite_chart") and [radio.key for radio in at.radio] == ["radio_guess_order"]
    assert at.button(key="commit_guess_order").disabled
    at = committed(at, "guess_order", "nothing")
    assert not at.exception and len(at.get("vega_lite_chart")) == 2 and len(at.success) == 1
    assert re.search(r"\d\.\de-1\d", said(at)), "a gap of rounding"
    at = committed(at, "guess_mask", "nothing")
    assert len(at.get("vega_lite_chart")) == 4 and len(at.warning) == 1
    at = committed(at, "guess_repeated", "same")
    assert not at.exception and not at.radio and len(at.success) == 2


def test_a_guess_is_in_the_link_and_can_be_taken_back(app: Open) -> None:
    at = committed(app("course/order.py"), "guess_order", "little")
    assert at.query_params["guess_order"] in ("little", ["little"]) and len(at.warning) == 1
    again = app("course/order.py", guess_order="much")
    assert len(again.warning) == 1 and len(again.get("vega_lite_chart")) == 2
    again.button(key="again_guess_order").click().run()
    assert "guess_order" not in again.query_params and not again.get("vega_lite_chart")
    odd = app("course/order.py", guess_order="<b>")  # what no option is called
    assert not odd.exception and odd.radio(key="radio_guess_order")


@pytest.mark.parametrize(
    ("positions", "causal", "moves"), [("none", False, False), ("none", True, True), ("rope", False, True)]
)
def test_the_switches_of_order_do_what_they_say(app: Open, positions: str, causal: bool, moves: bool) -> None:
    at = app("course/order.py", guess_order="nothing", guess_mask="much", positions=positions)
    at.toggle(key="causal").set_value(causal).run()
    table = at.table[1].value
    gaps = [float(text) for text in table.iloc[:, -1]]
    assert not at.exception and (max(gaps) > 0.01) is moves


@pytest.mark.parametrize("typed", ["alone", "a b c d e f g", "   ", "**x** <b>y</b> $z$"])
def test_any_sentence_is_taken_or_refused_in_a_sentence(app: Open, typed: str) -> None:
    at = app("course/order.py", guess_order="nothing", guess_mask="much", guess_repeated="same")
    at.text_input(key="sentence").set_value(typed).run()
    assert not at.exception
    if len(typed.split()) == 3:
        assert r"\<b\>y\</b\>" in said(at)
    else:
        assert any("two to six" in warning.value for warning in at.warning)


def test_runs_are_named_where_there_are_some_and_left_out_where_there_are_none(app: Open) -> None:
    answered = {"guess_order": "nothing", "guess_mask": "much"}
    assert "n=3 seeds each" in said(app("course/order.py", "normal", **answered))
    empty = app("course/order.py", "empty", **answered)
    assert not empty.exception and "seeds each" not in said(empty)
