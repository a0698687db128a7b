"""Lesson 4 as a reader goes through it: guess by guess, with its sliders, with and without weights to read."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.language import LANGUAGES
from pages.ui.menu import ROOT
from tests.pages.opened import pictures, said

FILE = "course/rotation.py"
ANSWERED = {"guess_angle": "90", "guess_shift": "stays", "guess_added": "changes", "guess_pairing": "ruined"}
Open = Callable[..., AppTest]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_guess_by_guess(app: Open, lang: str) -> None:
    at = app(FILE, "empty", lang=lang)
    assert not pictures(at) and not at.radio and at.button(key="commit_guess_angle").disabled
    at.number_input(key="number_guess_angle").set_value(60).run()
    at.button(key="commit_guess_angle").click().run()
    assert [radio.key for radio in at.radio] == ["radio_guess_shift"] and not pictures(at)
    at.radio(key="radio_guess_shift").set_value("stays").run()
    at.button(key="commit_guess_shift").click().run()
    assert pictures(at) == 1 and len(at.warning) == 1 and len(at.success) == 1
    at.radio(key="radio_guess_added").set_value("changes").run()
    at.button(key="commit_guess_added").click().run()
    assert not at.exception and pictures(at) == 3 and len(at.success) == 2
    assert "python -m core train" in at.code[0].value, "there are no weights to read"


def test_the_sliders_of_the_plane_keep_the_angle_and_solve_the_tasks(app: Open) -> None:
    at = app(FILE, "empty", **ANSWERED, turn_m="100", turn_n="103")  # beyond the slider: dropped
    assert "Query at 2, key at 5: angle between them **90.0°**" in said(at)
    far = app(FILE, "empty", **ANSWERED, turn_shift="4900")
    assert "Query at 4,902, key at 4,905: angle between them **90.0°**" in said(far)
    assert "check_circle" not in said(far)
    done = app(FILE, "empty", **ANSWERED, turn_m="7", turn_n="10")
    assert said(done).count("check_circle") == 1
    done.query_params["turn_m"], done.query_params["turn_n"] = "3", "6"
    assert said(done.run()).count("check_circle") == 2
    assert "n − m is as before" in said(done)


def test_the_second_arrows_and_all_steps_of_the_derivation(app: Open) -> None:
    at = app(FILE, "empty", **ANSWERED, arrows="apart", turn_m="5", turn_n="3", turn_step="6")
    text = said(at)
    assert text.count("0.2127") == 1 + 2 + 6 and "-0.3484" in text, "heading, demo, six steps"
    assert "complex numbers" in text and "Two tasks" not in text
    first = app(FILE, "empty", **ANSWERED, turn_step="1")
    assert "Turn, then compare" in said(first) and "complex numbers" not in said(first)


def test_a_shift_moves_the_sum_and_not_the_turned_score(app: Open) -> None:
    at = app(FILE, "empty", **ANSWERED, terms_shift="100")
    assert "from 1.645 to **-0.740**" in said(at) and "repel each other" in said(at)
    at.toggle(key="terms_float32").set_value(True).run()
    assert not at.exception and "e-07**" in said(at), "float32 angles round"


@pytest.mark.parametrize("model", ["Qwen3.8 27B", "Phi-3.5 mini"])
def test_a_head_of_another_model(app: Open, model: str) -> None:
    at = app(FILE, "empty", **ANSWERED, rotation_model=model, planes_gap="0", planes_key="10000")
    assert not at.exception and "is **1.000**" in said(at)


def test_our_checkpoint_is_read_three_ways(app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app(FILE, "empty")
    monkeypatch.setenv("POSITION_LAB_RUNS", str(ROOT / "runs"))
    at = AppTest.from_file(ROOT / "dashboard.py", default_timeout=120)
    for key, value in ANSWERED.items():
        at.query_params[key] = value
    at.run()
    at.switch_page(f"pages/{FILE}").run()
    assert not at.exception and pictures(at) == 4 and "1.275" in said(at)
    at.text_area(key="pairing_text").set_value("<b>**x**").run()
    assert not at.exception and r"\<b" in said(at)
    at.text_area(key="pairing_text").set_value("狗咬人。" * 60).run()
    assert not at.exception and pictures(at) == 4
    at.text_area(key="pairing_text").set_value("a").run()
    assert not at.exception and any("at least 2" in warning.value for warning in at.warning)


def test_runs_are_named_where_there_are_some(app: Open) -> None:
    assert said(app(FILE, "normal", **ANSWERED)).count("n=3 seeds each") == 2
    empty, broken = (app(FILE, kind, **ANSWERED) for kind in ("empty", "broken"))
    assert "seeds each" not in said(empty) and not empty.exception and not broken.exception
