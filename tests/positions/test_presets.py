"""The presets: each is read without an error, and counts of slow pairs that were published hold."""

import datetime

import pytest

from core.positions.model_config import read
from core.positions.presets import PRESETS, Preset

ASKED = {
    "gpt2", "llama-2-7b", "llama-3.1-8b", "llama-3.2-1b", "qwen2.5-7b", "qwen3-0.6b", "qwen3-8b", "qwen3.8-27b",
    "deepseek-v3", "deepseek-v4.1", "gemma-3-4b", "gpt-oss-20b", "phi-3.5-mini", "glm-4-9b", "smollm3-3b",
    "llama-4-scout", "bert", "t5", "bloom", "mpt", "kimi-k2", "glm-5.3-flash",
}  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_is_read_without_an_error_and_says_where_it_is_from(preset: Preset) -> None:
    described = preset.positions()
    assert not described.errors and described.position_encoding != "unknown"
    assert "FAMILY_UNKNOWN" not in {one.code for one in described.findings}
    assert preset.source and datetime.date.fromisoformat(preset.read_on)


def test_every_model_that_was_asked_for_is_there() -> None:
    assert set(PRESETS) >= ASKED


def test_what_only_the_course_says_is_called_so() -> None:
    from_course = [one for one in PRESETS.values() if one.source.startswith("The course")]
    assert len(from_course) >= 3 and all("course" in one.note for one in from_course)


# Pairs of a head that finish no turn within a window, as published: the course's chapter C2, items C4 and C5, and
# science.md's pins; the window of Qwen3 is the length in training and not the 40,960 of its file.
@pytest.mark.parametrize(
    ("name", "window", "pairs", "slow"),
    [("qwen3-8b", 32_768, 64, 24), ("qwen3.8-27b", 262_144, 32, 10), ("llama-2-7b", 4096, 64, 18)],
)
def test_published_counts_of_slow_pairs(name: str, window: int, pairs: int, slow: int) -> None:
    (rope,) = PRESETS[name].positions().ropes
    assert (len(rope.inv_freq), rope.incomplete(window)) == (pairs, slow)


def test_the_base_that_gives_the_count_of_qwen3_8() -> None:
    config = PRESETS["qwen3.8-27b"].config
    other = read(config | {"rope_parameters": config["rope_parameters"] | {"rope_theta": 1e6}})
    assert PRESETS["qwen3.8-27b"].positions().ropes[0].base == 1e7
    assert other.ropes[0].incomplete(262_144) == 7  # the course's own count for a base of a million


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("gpt2", "learned"), ("bert", "learned"), ("t5", "relative_bias"), ("bloom", "alibi"), ("glm-5.3-flash", "none"),
     ("smollm3-3b", "mixed"), ("llama-4-scout", "mixed"), ("gemma-3-4b", "rope")],
)  # fmt: skip
def test_kinds_of_encoding(name: str, encoding: str) -> None:
    assert PRESETS[name].positions().position_encoding == encoding


def test_sizes_that_the_course_names() -> None:
    table = PRESETS["gpt2"].positions().table
    assert table is not None and table.usable * PRESETS["gpt2"].config["n_embd"] == 786_432
    v4 = next(one for one in PRESETS["deepseek-v4.1"].positions().ropes if one.scaling == "yarn")
    assert v4.original is not None and v4.original * v4.setting.factor == 1_048_576
    (qwen,) = PRESETS["qwen3-8b-yarn"].positions().ropes
    assert (qwen.window, qwen.target) == (32_768, 131_072)
