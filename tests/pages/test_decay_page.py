"""What the Decay page says comes from its numbers, whatever the link asks for."""

import pytest

from tests.pages.opened import shown
from tests.pages.test_pages import Open

FILE = "calculators/decay.py"


def test_qwen3_fails_its_own_context(app: Open) -> None:
    text = shown(app(FILE))
    assert "Base 1,000,000: first below zero at distance 27,115" in text
    assert "Base 1,000,000 fails for 32,768 tokens: the least sum is -0.78, at distance 28,259" in text
    assert "the condition is not monotone in the base" in text


def test_llama_2_rises_at_12_and_turns_negative_at_1707(app: Open) -> None:
    at = app(FILE, rope_theta="10000", length="4096")
    text = shown(at)
    assert "first below zero at distance 1,707" in text and "it first rises at distance 12" in text
    assert at.metric[0].value.startswith("0.434") and at.metric[2].value == "× 658"
    assert "“about 600”" in text and "589 times" in text


def test_a_context_in_which_nothing_turns_negative(app: Open) -> None:
    text = shown(app(FILE, rope_theta="10000", length="1024"))
    assert "never below zero within 1,024 tokens" in text and "passes for 1,024 tokens" in text


def test_no_base_helps_a_small_head_over_a_million_tokens(app: Open) -> None:
    assert "None of 1,800 bases" in shown(app(FILE, head_dim="16", length="1048576"))


@pytest.mark.parametrize("axis", ["log", "linear"])
@pytest.mark.parametrize("head_dim", ["16", "17", "256"])
@pytest.mark.parametrize("length", ["64", "1000", "1048576"])
@pytest.mark.parametrize("rope_theta", ["10", "100000000"])
def test_sliders_at_both_ends(app: Open, rope_theta: str, length: str, head_dim: str, axis: str) -> None:
    at = app(FILE, rope_theta=rope_theta, length=length, head_dim=head_dim, axis=axis)
    assert not at.exception
    text = shown(at)
    assert f"Base {int(rope_theta):,}: " in text and "nan" not in text.lower().split()


def test_the_published_table_says_how_many_fail(app: Open) -> None:
    assert "7 of these 11 bases turn negative within their own context" in shown(app(FILE))


def test_chinese_says_the_same(app: Open) -> None:
    text = shown(app(FILE, lang="zh"))
    assert "底数 1,000,000：在距离 27,115 处首次降到零以下" in text
