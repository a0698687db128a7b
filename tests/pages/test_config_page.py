"""The page Config: every preset, pasted texts good and hostile, a comparison, and the way to the other calculators."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.positions.presets import PRESETS
from tests.pages.opened import shown
from tests.positions.test_config_cases import CASES

Open = Callable[..., AppTest]
PAGE = "calculators/config.py"


def paste(app: Open, config: object, lang: str = "en") -> AppTest:
    at = app(PAGE, "empty", lang=lang, **{"from": "paste"})
    text = config if isinstance(config, str) else json.dumps(config)
    return at.text_area(key="pasted").set_value(text).run()


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_in_both_languages(app: Open, name: str) -> None:
    english, chinese = (app(PAGE, "empty", lang=lang, model=name, other="gpt2") for lang in ("en", "zh"))
    for at in (english, chinese):
        assert not at.exception
        assert "nan" not in shown(at).lower().split() and "None" not in shown(at).split()
    assert english.subheader[0].value.replace("\\", "") == PRESETS[name].label
    assert "Nothing in it looks like a mistake" in shown(english) and "没有看出哪里写错了" in shown(chinese)


def test_the_page_says_the_published_counts(app: Open) -> None:
    assert "18 of 64 pairs never finish a turn in 4,096 tokens" in shown(app(PAGE, "empty", model="llama-2-7b"))
    assert "10 of 32 pairs never finish a turn in 262,144 tokens" in shown(app(PAGE, "empty", model="qwen3.8-27b"))


def test_slow_pairs_before_and_after_scaling(app: Open) -> None:
    """Llama 3.1's counts are those of the case llama3.1-8b, derived elsewhere."""
    turns = CASES["llama3.1-8b"]["expected"]["turns"]
    facts = app(PAGE, "empty", model="llama-3.1-8b").table[0].value["value"]
    before, after = turns["incomplete_pairs_base_freq"], turns["incomplete_pairs_scaled_freq"]
    assert facts["slow pairs there"] == f"{before} → {after} of 64"
    assert facts["slow pairs in the longer one"] == f"{turns['incomplete_pairs_scaled_at_target']} of 64"


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].get("expected_error")])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_errors_are_shown_by_their_code_and_a_sentence(app: Open, name: str, lang: str) -> None:
    at = paste(app, CASES[name]["config"], lang)
    assert not at.exception
    text = shown(at).replace("\\", "")
    assert f":material/error:] **{CASES[name]['expected_error']['code']}** " in text
    assert "Nothing in it looks like a mistake" not in text


@pytest.mark.parametrize("text", ["{", "[]", "nul", '{"a": NaN}', "[" * 5000, "{}", '{"model_type": 7}'])
def test_what_is_no_config_is_a_sentence_and_no_traceback(app: Open, text: str) -> None:
    at = paste(app, text)
    assert not at.exception and ":material/" in shown(at)


def test_an_empty_paste_asks_for_the_text(app: Open) -> None:
    at = paste(app, "  \n ")
    assert not at.exception and "Paste the text" in at.info[0].value


def test_text_from_a_file_is_shown_as_text(app: Open) -> None:
    evil = "**b** <b> [x](https://example.org) $x$"
    blocks = {"full_attention": {"rope_type": "default"}, evil: {"rope_type": evil}, "_c_": {"rope_type": "default"}}
    config = {"model_type": evil, "head_dim": 64, "max_position_embeddings": 64, "rope_theta": 1e4}
    at = paste(app, config | {"layer_types": list(blocks), "rope_parameters": blocks})
    assert not at.exception
    text = shown(at) + "".join(at.table[0].value.to_numpy().ravel()) + "".join(at.table[0].value.columns)
    assert "\\*\\*b\\*\\*" in text and "\\_c\\_" in text
    for raw in ("**b**", "<b>", "](https", " $x", "_c_:"):
        assert raw not in text


def test_two_models_differ_where_they_do(app: Open) -> None:
    at = app(PAGE, "empty", model="llama-3.1-8b", other="llama-3.2-1b")
    table = at.dataframe[0].value
    assert list(table.loc["factor"]) == ["8.0", "32.0"] and list(table.loc["head_dim"]) == ["128", "64"]
    assert "theta" not in table.index and "rope_type" not in table.index


def test_the_length_of_a_text_is_asked_for_where_a_rule_goes_by_it(app: Open) -> None:
    """Phi-3.5's case has the counts for both lists of divisors."""
    for length, used in (("4096", "short"), ("131072", "long")):
        at = app(PAGE, "empty", model="phi-3.5-mini", text=length, other="gpt2")
        assert at.dataframe[0].value.loc["list_used"].iloc[0] == used
    assert "text" not in app(PAGE, "empty", model="llama-2-7b").query_params


def test_another_calculator_opens_set_to_the_model(app: Open) -> None:
    at = app(PAGE, "empty", model="llama-2-7b")
    at.button(key="frequencies_0").click().run()
    assert not at.exception and at.title[0].value == "Frequencies"
    assert at.subheader[0].value == "18 of 64 pairs never finish a turn in 4,096 tokens"


def test_a_rotation_beyond_the_sliders_has_no_way_on(app: Open) -> None:
    config = {"model_type": "llama", "head_dim": 1024, "max_position_embeddings": 10**9, "rope_theta": 1e12}
    at = paste(app, config)
    assert not at.exception and "rope_theta, head_dim, length" in shown(at)
    assert not [one for one in at.button if one.key and one.key.startswith("frequencies")]
