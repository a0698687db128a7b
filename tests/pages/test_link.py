"""Choices in the URL: a link opens what its sender saw, whatever the language."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]


def script() -> None:
    """A page of three choices whose labels depend on the language."""
    import streamlit as st

    from pages.ui import link
    from pages.ui.language import language

    link.language_switch()
    label = {"en": str.upper, "zh": lambda option: f"中{option}"}[language()]
    st.text(link.select("one", "One", ["a", "b", "c"], "a", label))
    st.text(link.segments("two", "Two", ["a", "b", "c"], "b", label))
    st.text(",".join(link.several("many", "Many", ["a", "b", "c"], ["a", "b"], label)))


def opened(**query: str | list[str]) -> AppTest:
    at = AppTest.from_function(script, default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    return at.run()


def values(at: AppTest) -> list[str]:
    assert not at.exception
    return [text.value for text in at.text]


def url(at: AppTest) -> dict[str, list[str]]:
    """The query of the URL, every value in a list."""
    return {key: [said] if isinstance(said, str) else list(said) for key, said in at.query_params.items()}


def test_defaults_leave_the_url_empty() -> None:
    at = opened()
    assert values(at) == ["a", "b", "a,b"]
    assert not url(at)


def test_a_link_opens_its_choices_in_either_language() -> None:
    for lang in ("en", "zh"):
        at = opened(lang=lang, one="c", two="a", many=["c", "a"])
        assert values(at) == ["c", "a", "a,c"]
        assert url(at)["one"] == ["c"] and url(at)["many"] == ["a", "c"]


def test_what_is_no_option_is_dropped() -> None:
    at = opened(lang="xx", one="<b>", two="", many=["z", "b"])
    assert values(at) == ["a", "b", "b"]
    assert url(at) == {"many": ["b"]}


def test_none_of_several_is_a_choice_too() -> None:
    at = opened(many="")
    assert values(at)[2] == ""
    assert url(at)["many"] == [""]


def test_choices_survive_a_change_of_language() -> None:
    at = opened()
    at.selectbox(key="one").set_value("b").run()
    at.multiselect(key="many").set_value(["c"]).run()
    at.segmented_control(key="lang").set_value("zh").run()
    assert values(at) == ["b", "b", "c"]
    assert at.selectbox(key="one").options == ["中a", "中b", "中c"]
    assert url(at) == {"lang": ["zh"], "one": ["b"], "many": ["c"]}


def test_a_step_back_to_a_url_without_the_choice_undoes_it() -> None:
    at = opened(one="c")
    del at.query_params["one"]
    assert values(at.run())[0] == "a"


@pytest.mark.parametrize(("locale", "said"), [("zh-CN", ["zh"]), ("en-GB", None), ("de", None)])
def test_a_chinese_browser_gets_chinese_at_its_first_visit(locale: str, said: list[str] | None) -> None:
    at = AppTest.from_function(script, default_timeout=60)
    at.context = {"locale": locale}
    at.run()
    assert url(at).get("lang") == said


def test_a_chinese_browser_keeps_the_english_that_it_chose() -> None:
    at = AppTest.from_function(script, default_timeout=60)
    at.context = {"locale": "zh-TW"}
    at.query_params["lang"] = "en"
    assert url(at.run())["lang"] == ["en"]
