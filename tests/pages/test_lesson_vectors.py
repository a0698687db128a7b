"""Lesson 0 and the map as a reader goes through them, with and without weights to read."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.course.vectors import STAGES
from pages.ui.course import ERAS, LESSONS
from pages.ui.language import LANGUAGES
from pages.ui.lesson import sections
from pages.ui.menu import ROOT
from tests.pages.opened import said

FILE = "course/vectors.py"
ANSWERED = {"guess_bytes": "6", "guess_nearer": "digits", "guess_analogy": "first"}
Open = Callable[..., AppTest]


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of runs with one trained model of RoPE and its weights."""
    files = sorted((ROOT / "runs" / "reference").glob("rope-s0-*.safetensors"))
    if not files:
        pytest.skip("needs the weights of the reference run")
    for file in (files[0], files[0].with_suffix(".parquet")):
        shutil.copy(file, tmp_path / file.name)
    monkeypatch.setenv("POSITION_LAB_RUNS", str(tmp_path))
    return tmp_path


def opened(**query: str) -> AppTest:
    at = AppTest.from_file(ROOT / "dashboard.py", default_timeout=120)
    for key, value in query.items():
        at.query_params[key] = value
    return at.run().switch_page(f"pages/{FILE}").run()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_guess_by_guess(weights: Path, lang: str) -> None:
    at = opened(lang=lang)
    assert not at.metric and not at.radio and at.button(key="commit_guess_bytes").disabled
    at.number_input(key="number_guess_bytes").set_value(6).run()
    at.button(key="commit_guess_bytes").click().run()
    assert len(at.success) == 1 and len(at.metric) == 3 and len(at.get("vega_lite_chart")) == 1
    assert {radio.key for radio in at.radio} == {"radio_guess_nearer", "radio_guess_analogy"}
    at.radio(key="radio_guess_nearer").set_value("cases").run()
    at.button(key="commit_guess_nearer").click().run()
    assert len(at.warning) == 1 and len(at.get("vega_lite_chart")) == 2 and "191" in said(at)
    at.radio(key="radio_guess_analogy").set_value("first").run()
    at.button(key="commit_guess_analogy").click().run()
    assert not at.exception and len(at.success) == 2 and "650" in said(at)


def test_a_wrong_number_of_tokens_is_told(app: Open) -> None:
    at = app(FILE, "empty", guess_bytes="5")
    assert len(at.warning) == 1 and "6 bytes" in at.warning[0].value


@pytest.mark.parametrize("model", ["ours", "gpt2", "qwen3-0.6b", "qwen3.8-27b"])
def test_every_stage_of_every_model(app: Open, model: str) -> None:
    at = app(FILE, "empty", guess_bytes="6", path_model=model, stage="text")
    trained = {"vector": ["32,768", "38,597,376", "155,582,464", "not reported"], "layer": ["787,456", "85,054,464"]}
    trained["layer"] += ["440,466,432", "not reported"]
    trained["position"] = ["0", "786,432", "0", "0"]
    place = ["ours", "gpt2", "qwen3-0.6b", "qwen3.8-27b"].index(model)
    for stage in STAGES:
        at.query_params["stage"] = stage
        at.run()
        assert not at.exception and [metric.label for metric in at.metric] == ["goes in", "comes out", "trained here"]
        assert at.metric[2].value == trained.get(stage, ["0"] * 4)[place]
    assert "padding" not in said(at)


def test_padded_rows_are_counted(app: Open) -> None:
    at = app(FILE, "empty", guess_bytes="6", path_model="qwen3-0.6b")
    assert "151,936 rows × 1,024 numbers = **155,582,464**" in said(at) and "267 rows" in said(at)


def test_the_tasks_are_solved_with_the_controls(weights: Path) -> None:
    at = opened(**ANSWERED)
    assert "check_circle" not in said(at)
    at.text_input(key="path_text").set_value("😀").run()
    assert said(at).count("check_circle") == 1
    at.text_input(key="path_text").set_value("abaa").run()
    assert said(at).count("check_circle") == 1
    at.selectbox(key="byte_one").set_value("?").run()
    at.selectbox(key="byte_other").set_value("!").run()
    assert not at.exception and said(at).count("check_circle") == 2
    at.selectbox(key="byte_one").set_value("8").run()
    at.selectbox(key="byte_other").set_value("7").run()
    assert said(at).count("check_circle") == 1, "rows that nobody read do not count"


@pytest.mark.parametrize("typed", ["", " ", "<b>$x$</b> **y**", "猫" * 40])
def test_any_text_is_taken(app: Open, typed: str) -> None:
    at = app(FILE, "empty", guess_bytes="6", stage="token")
    at.text_input(key="path_text").set_value(typed).run()
    assert not at.exception and len(at.dataframe[0].value) == len((typed or "The cat sat.").encode())


@pytest.mark.parametrize("kind", ["empty", "broken"])
def test_without_weights_it_says_what_makes_them(app: Open, kind: str) -> None:
    at = app(FILE, kind, **ANSWERED)
    assert not at.exception and "python -m core train" in at.code[0].value and not at.get("vega_lite_chart")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_map_has_every_lesson_and_every_generation_with_its_number(app: Open, lang: str) -> None:
    at = app("course/start.py", lang=lang)
    text = said(at)
    assert not at.exception and len(LESSONS) == len(ERAS) == 8
    numbers = ["0.054%", "2.7%", "786,432", "32,768", "131,072", "262,144", "1,048,576", "25%", "1.645", "n=3"]
    assert [number for number in numbers if number not in text] == []
    assert ("24 of 64" in text and "10 of 32" in text) or lang == "zh"
    assert {f"lesson-{name}" for name in LESSONS} | {f"era-{name}" for name in ERAS} <= set(sections("start", lang))
    assert not app("course/start.py", "empty", lang=lang).exception


def test_the_map_knows_what_was_read(app: Open) -> None:
    at = app("course/start.py", "empty")
    assert "Lessons read to the end: 0 of" in said(at)
    at.session_state["guess_pages"] = {"guess_order": "order", "guess_bytes": "vectors"}
    at.session_state["guesses"] = {"guess_order": "nothing"}
    at.session_state["lessons_ended"] = {"order": True, "vectors": True}
    at.run()
    assert "Lessons read to the end: 1 of" in said(at) and "Guesses made: 1" in said(at), "one of vectors is open"
