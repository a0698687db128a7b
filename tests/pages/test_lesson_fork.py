"""The fork as a reader goes through it: guesses, switches, claims to sort, with and without weights and runs."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.course.fork import TRUTH
from pages.ui.language import LANGUAGES
from pages.ui.menu import ROOT
from tests.pages.opened import said

FILE = "course/fork.py"
GUESSED = {"guess_numbers": "stay", "guess_place": "no"}
Open = Callable[..., AppTest]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_guess_by_guess(app: Open, lang: str) -> None:
    at = app(FILE, "empty", lang=lang)
    assert not at.get("vega_lite_chart") and [radio.key for radio in at.radio] == ["radio_guess_numbers"]
    for key, choice in GUESSED.items():
        at.radio(key=f"radio_{key}").set_value(choice).run()
        at.button(key=f"commit_{key}").click().run()
        assert not at.exception
    assert len(at.success) == 1 and len(at.warning) == 1 and len(at.get("vega_lite_chart")) == 1
    assert "python -m core sweep" in at.code[0].value, "there are no weights to read"
    assert at.button(key="commit_sorted").disabled


def test_claims_are_sorted_graded_and_sorted_again(app: Open) -> None:
    at = app(FILE, "normal", **GUESSED)
    for name, kind in TRUTH.items():
        at.segmented_control(key=f"sort_{name}").set_value("experiment" if name == "base" else kind)
    at.run()
    at.button(key="commit_sorted").click().run()
    assert not at.exception and "7 of 8" in said(at) and "Asked of our runs" in said(at)
    kinds = ["experiment" if name == "base" else kind for name, kind in TRUTH.items()]
    assert "".join(at.query_params["fork_sorted"]) == ",".join(kinds)
    at.button(key="sort_again").click().run()
    assert "fork_sorted" not in at.query_params and at.button(key="commit_sorted").disabled


@pytest.mark.parametrize("told", ["maths", "maths,maths,maths,maths,maths,maths,maths,<b>", ",,,,,,,"])
def test_a_link_that_makes_no_sense_opens_the_question(app: Open, told: str) -> None:
    at = app(FILE, "empty", **GUESSED, fork_sorted=told)
    assert not at.exception and at.button(key="commit_sorted")


def test_without_runs_and_with_broken_ones_the_claims_still_open(app: Open) -> None:
    told = ",".join(TRUTH.values())
    empty = app(FILE, "empty", **GUESSED, fork_sorted=told)
    assert not empty.exception and "8 of 8" in said(empty) and "no such runs" in said(empty)
    broken = app(FILE, "broken", **GUESSED, fork_sorted=told)
    assert not broken.exception and "Of 17 published claims" in said(broken).replace("**", "")


def test_the_switches_of_the_place(app: Open) -> None:
    at = app(FILE, "empty", **GUESSED, fork_positions="none", fork_start="1000")
    assert "differ from place to place by up to **0.46**" in said(at).replace("\n", " ")
    at.toggle(key="fork_causal").set_value(False).run()
    assert "by up to **0**" in said(at)
    at.toggle(key="fork_special").set_value(False).run()
    assert not at.exception


def test_our_models_are_read(app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app(FILE, "empty")
    monkeypatch.setenv("POSITION_LAB_RUNS", str(ROOT / "runs"))
    at = AppTest.from_file(ROOT / "dashboard.py", default_timeout=180)
    for key, value in (GUESSED | {"guess_probe": "none"}).items():
        at.query_params[key] = value
    at.run()
    at.switch_page(f"pages/{FILE}").run()
    assert not at.exception and len(at.get("vega_lite_chart")) == 2 and len(at.success) == 2
    assert "nothing but a straight line" in said(at).replace("\n", " ")
