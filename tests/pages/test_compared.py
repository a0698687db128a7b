"""What Lengths and Compare say of encodings, bases and rules, on runs whose numbers are known."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.results.noise import recorded
from tests.pages.test_pages import turns

Open = Callable[..., AppTest]
FILES = ("results/lengths.py", "results/compare.py")


def text(at: AppTest) -> str:
    """What the page says, without the strokes that keep Markdown from reading marks into names."""
    assert not at.exception
    return "\n".join(one.value for kind in (at.markdown, at.caption) for one in kind).replace("\\", "")


def legend(at: AppTest) -> list[str]:
    """The series of the first chart, in the order of its legend."""
    spec = json.loads(at.get("vega_lite_chart")[0].proto.spec)
    scales = [
        layer["encoding"]["color"].get("scale") for layer in spec["layer"] if "color" in layer.get("encoding", {})
    ]
    return next(scale["domain"] for scale in scales if scale)


@pytest.mark.parametrize(
    ("kind", "lang"), [("encodings", "zh"), ("bases", "en"), ("bases", "zh"), ("rules", "en"), ("rules", "zh")]
)
@pytest.mark.parametrize("file", FILES)
def test_each_control_at_both_ends(app: Open, file: str, kind: str, lang: str) -> None:
    at = app(file, compare=kind, lang=lang)
    for turn in turns(at, but="compare"):  # what is compared decides which other controls there are
        turn(at)
        at.run()
        assert not at.exception


def test_lengths_of_bases_says_who_leads_with_n(app: Open) -> None:
    at = app("results/lengths.py", compare="bases")
    assert legend(at) == [f"RoPE, base {base} (n=3)" for base in ("20", "1,000", "10,000", "100,000")]
    said = text(at)
    assert "At 256 tokens **RoPE, base 20** is the lowest of 4:" in said
    assert "At 1,024 tokens **RoPE, base 20** is the lowest of 4:" in said
    assert "against RoPE, base 10,000, paired by seed: better (n=3)" in said


def test_encodings_can_stand_beside_bases_and_rules(app: Open) -> None:
    for kind in ("bases", "rules"):
        at = app("results/lengths.py", compare=kind, beside=["alibi"])
        assert legend(at)[-1] == "ALiBi (n=3)" and legend(at)[0].startswith("RoPE")
        for view in ("ratio", "position"):
            at = app("results/lengths.py", compare=kind, beside=["alibi"], view=view)
            assert "is the lowest of" in text(at) and "ALiBi (n=3)" in legend(at)


def test_lengths_of_encodings_and_rules_say_who_leads(app: Open) -> None:
    said = text(app("results/lengths.py"))
    assert "At 1,024 tokens **ALiBi** is the lowest of" in said and "against RoPE, paired by seed: better (n=3)" in said
    said = text(app("results/lengths.py", compare="rules"))
    assert "At 1,024 tokens **RoPE, NTK-aware ×8** is the lowest of" in said


def test_compare_names_what_differs_the_family_and_the_floor(app: Open) -> None:
    said = text(app("results/compare.py", compare="bases", metric="rise_at_2x"))
    assert "Better than RoPE, base 10,000 in the rise of the loss at 2×: RoPE, base 20 (n=3)." in said
    assert "differs from it in rope_theta alone. Holm's correction is over 3 comparisons: RoPE, base 20;" in said
    assert "No noise floor was measured at these settings" in said
    assert "differs from it in the rule alone" in text(app("results/compare.py", compare="rules"))
    assert "differs from it in the encoding alone" in text(app("results/compare.py"))


def test_what_is_not_separated_says_what_could_not_have_been_seen(app: Open) -> None:
    said = text(app("results/compare.py", compare="bases", metric="val_loss"))
    assert "With 3 seeds a gap under 0.0" in said and "about four times in five" in said
    said = text(app("results/compare.py", compare="bases", metric="val_loss", lang="zh"))
    assert "用 3 个种子，小于 0.0" in said


@pytest.mark.parametrize("file", FILES)
def test_without_such_runs_the_page_says_what_makes_them(app: Open, file: str) -> None:
    assert "--rope-theta 100" in app(file, "one", compare="bases").code[0].value
    assert "core evaluate RUN" in app(file, "one", compare="rules").code[0].value
    assert app(file, compare="bases", bases="").info[0].value == "Choose at least one base."
    assert not app(file, compare="rules", rules="").exception


def test_the_committed_floor_is_told_with_its_source(monkeypatch: pytest.MonkeyPatch) -> None:
    from pages.ui.menu import ROOT

    monkeypatch.setenv("POSITION_LAB_RUNS", str(ROOT / "runs"))
    at = AppTest.from_file(ROOT / "dashboard.py", default_timeout=120).run()
    said = text(at.switch_page("pages/results/compare.py").run())
    floor = next(one.floor for one in recorded().floors if one.metric == "val_loss")
    assert f"Noise floor: {floor:.3f} nats/token, the root mean square difference of RoPE between float32" in said
