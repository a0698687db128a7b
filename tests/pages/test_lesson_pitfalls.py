"""The pitfalls happen at a button, in both languages, with runs and without."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]
PAGE = "course/pitfalls.py"
NAMES = ["none", "index", "table", "scale", "embeddings", "part", "pairing", "pi", "window", "native", "size"]


def said(at: AppTest) -> str:
    return " ".join(part.value for part in at.markdown)


def test_a_symptom_waits_for_its_button(app: Open) -> None:
    at = app(PAGE)
    assert len([one for one in at.button if one.key.startswith("happen_")]) == 11 and "64 of 256" not in said(at)
    at.button(key="happen_part").click().run()
    assert not at.exception and "64 of 256" in said(at)
    at.button(key="happen_native").click().run()
    assert "65,536 × 16 = 1,048,576" in said(at) and "64 of 256" in said(at)


@pytest.mark.parametrize(("kind", "lang"), [("normal", "zh"), ("empty", "en"), ("broken", "en")])
def test_all_of_them_happen(app: Open, kind: str, lang: str) -> None:
    at = app(PAGE, kind, lang=lang, happened=NAMES)
    assert not at.exception and "{{" not in said(at)
    assert not [one for one in at.button if one.key.startswith("happen_")]
    if kind == "empty":
        assert len(at.code) == 4, "a command for each pitfall that only runs show"
    else:
        assert "(n=3)" in said(at)
