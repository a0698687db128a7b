"""What Curves says below its picture of runs that diverged, ended early or went silent, and while one is running."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.results import Store
from tests.pages import sample

Open = Callable[..., AppTest]
FILE = "results/curves.py"


def captions(at: AppTest) -> str:
    assert not at.exception
    return "\n".join(caption.value for caption in at.caption).replace("\\", "")


def test_diverged_silent_and_shorter_seeds_are_told(app: Open) -> None:
    told = captions(app(FILE, "broken", encodings=["rope"]))
    assert "RoPE, seed 3: diverged at step 200; from there on nothing finite was logged (values: 1)." in told
    assert "RoPE, seed 4: stopped? It says that it is running, but was last heard of at 20" in told
    assert "RoPE: from step 150 on the mean is over 4 of 5 seeds" in told


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_is_told_of_runs_that_are_whole(app: Open, lang: str) -> None:
    told = captions(app(FILE, encodings=["rope"], lang=lang))
    assert not [word for word in ("seed 0", "种子 0", "stopped", "停了") if word in told]


def test_the_switch_is_there_only_while_a_run_is_running(
    app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, roots: dict[str, Path]
) -> None:
    monkeypatch.setitem(roots, "growing", tmp_path)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    store = Store(tmp_path)
    store.write("a", sample.rows("alibi", 0), sample.footer("alibi", 0))
    assert not [one for one in app(FILE, "growing").toggle if one.key == "follow"]
    running = sample.footer("rope", 0, status="running", heartbeat=now, end=None, steps_done=100)
    store.write("b", sample.rows("rope", 0, 100), running)
    assert [one.value for one in app(FILE, "growing").toggle if one.key == "follow"] == [True]
    assert not app(FILE, "growing", follow="false").exception


def test_the_steps_looked_at_are_in_the_link(app: Open) -> None:
    at = app(FILE, encodings=["rope"])
    (steps,) = [slider for slider in at.slider if slider.key == "steps"]
    assert (steps.min, steps.max) == (0, sample.STEPS)
    steps.set_value((50, 150)).run()
    assert not at.exception and at.slider(key="steps").value == (50, 150)
