"""Every page of the menu, in both languages, on every kind of folder, with every control at both ends."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.positions.encodings import ENCODINGS
from pages.ui.menu import MENU, ROOT

FILES = [entry.file for entry in MENU]
OF_RUNS = [file for file in FILES if file.startswith("results/")]  # the others need none
Open = Callable[..., AppTest]


@pytest.mark.parametrize(
    ("kind", "lang"), [("empty", "en"), ("normal", "en"), ("one", "en"), ("normal", "zh"), ("broken", "zh")]
)
@pytest.mark.parametrize("file", FILES)
def test_page_opens(app: Open, file: str, kind: str, lang: str) -> None:
    at = app(file, kind, lang=lang)
    assert not at.exception
    assert at.title[0].value
    assert at.session_state["lang"] == lang
    for chart in at.get("vega_lite_chart"):
        assert chart.proto.alt, "a picture without words"
        assert json.loads(chart.proto.spec)


@pytest.mark.parametrize("file", OF_RUNS)
def test_a_page_without_runs_says_what_makes_them(app: Open, file: str) -> None:
    assert "python -m core train" in app(file, "empty").code[0].value


@pytest.mark.parametrize("file", OF_RUNS)
def test_broken_files_are_named_with_their_reason(app: Open, file: str) -> None:
    at = app(file, "broken")
    said = "\n".join(text.value for text in at.markdown)
    for name in ("empty", "text", "half", "alien"):
        assert f"- **{name}**: " in said


@pytest.mark.parametrize("file", FILES)
def test_each_control_at_both_ends(app: Open, file: str) -> None:
    at = app(file)
    for turn in turns(at):
        turn(at)
        at.run()
        assert not at.exception


def turns(at: AppTest, but: str = "") -> list[Callable[[AppTest], object]]:
    """What a reader can do with the controls of a page, `but` one: each set to its first and to its last value."""
    made: list[Callable[[AppTest], object]] = []
    for kind in ("selectbox", "radio"):
        for widget in getattr(at, kind):
            for end in (-1, 0):
                made.append(lambda at, kind=kind, key=widget.key, end=end: choose(at, kind, key, end))
    for widget in at.segmented_control:
        for end in (-1, 0) if widget.key != but else ():
            made.append(lambda at, key=widget.key, end=end: press(at, key, end))
    for widget in at.slider:
        for value in (widget.max, widget.min):
            made.append(lambda at, key=widget.key, value=value: at.slider(key=key).set_value(value))
    for widget in at.multiselect:
        for values in ([], widget.value[:1], widget.value):
            made.append(lambda at, key=widget.key, values=values: at.multiselect(key=key).set_value(values))
    for kind in ("toggle", "checkbox"):
        for widget in getattr(at, kind):
            made += [
                lambda at, kind=kind, key=widget.key, on=on: getattr(at, kind)(key=key).set_value(on) for on in (1, 0)
            ]
    return made


def choose(at: AppTest, kind: str, key: str, end: int) -> None:
    """The first or the last option of a list, as it is now."""
    widget = getattr(at, kind)(key=key)
    widget.set_value(widget.options[end])


def press(at: AppTest, key: str, end: int) -> None:
    """The first or the last segment, as it is now."""
    widget = at.segmented_control(key=key)
    widget.set_value(widget.options[end])


def test_default_experiment_has_most_finished_runs(app: Open) -> None:
    chooser = app("results/curves.py", "broken").selectbox(key="experiment")
    assert chooser.index == 0 and len(chooser.options) > 1
    assert "200 steps" in chooser.options[0] and f"{3 * len(ENCODINGS) + 2} runs" in chooser.options[0]
    assert len(set(chooser.options)) == len(chooser.options)


def test_overview_tells_the_two_facts_from_the_runs(app: Open) -> None:
    at = app()
    values = [metric.value for metric in at.metric]
    assert values[0].startswith("-0.4")  # in the sample none is four places ahead of rope, 0.1 nats each
    assert len(values) == 4
    assert "n=3" in "".join(text.value for text in at.markdown)


def test_overview_without_the_runs_of_a_fact_gives_its_command(app: Open, tmp_path: Path, monkeypatch) -> None:
    from core.results import Store
    from tests.pages import sample

    Store(tmp_path).write("alibi", sample.rows("alibi", 0), sample.footer("alibi", 0))
    monkeypatch.setenv("POSITION_LAB_RUNS", str(tmp_path))
    at = AppTest.from_file(ROOT / "dashboard.py", default_timeout=120).run()
    assert not at.exception
    commands = " ".join(code.value for code in at.code)
    assert "--encodings none rope" in commands and "--encodings learned" in commands and "--rope-theta" in commands


def test_runs_page_shows_the_configs_of_selected_runs_and_their_difference(app: Open) -> None:
    at = app("results/runs.py", "normal", run=["reference/rope-s0", "reference/alibi-s1"])
    tables = [frame.value for frame in at.dataframe]
    differences = tables[1]
    assert sorted(differences.index) == ["encoding", "seed"]
    assert any("learning_rate" in table.index for table in tables[2:])


def test_text_from_a_run_is_shown_as_text(app: Open) -> None:
    at = app("results/runs.py", "broken", run=["odd"])
    heading = at.subheader[0].value
    assert "\\<script\\>" in heading and "\\*\\*" in heading and "\\$x" in heading


def test_a_silent_run_is_shown_as_stopped_and_a_diverged_one_says_why(app: Open) -> None:
    at = app("results/runs.py", "broken", run=["rope-s3", "rope-s4"])
    assert {"stopped?", "diverged"} <= set(at.dataframe[0].value["status"])
    said = " ".join(warning.value for warning in at.warning)
    assert "not finite" in said and "five minutes" in said
