"""Settings to paste: transformers, given them, turns as the rule does; the other engines' commands say the rule."""

import json
import re
import shlex

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

from core.positions.extension import COMPARED, target_setting
from core.positions.rope import inv_freq
from core.positions.scaling import scaled
from core.positions.scaling_rules import Setting
from core.positions.takeaway import ENGINES, NO_LISTS, NOTES, Model, larger_base, takeaway

WITHOUT_LISTS = [name for name in COMPARED if name != "longrope"]


def model(base: float = 1e6, dim: int = 128, native: int = 32768, factor: float = 4.0, **said: object) -> Model:
    setting = target_setting(native, factor)
    return Model(base=base, rotary_dim=dim, setting=Setting(**(vars(setting) | said)))  # type: ignore[arg-type]


def theirs(text: str, made: Model) -> tuple[np.ndarray, float]:
    """What transformers turns by, in a text of the target's length, when a config.json holds these keys."""
    import torch

    config = LlamaConfig(hidden_size=made.rotary_dim, num_attention_heads=1, **json.loads(text))
    rope = LlamaRotaryEmbedding(config)
    rope(
        torch.zeros(1, 1, made.rotary_dim), torch.tensor([[made.target - 1]])
    )  # dynamic and longrope look at the length
    return rope.inv_freq.double().numpy(), float(rope.attention_scaling)


@pytest.mark.parametrize("engine", ["v5", "v4"])
@pytest.mark.parametrize("scaling", COMPARED)
@settings(max_examples=8, deadline=None)
@given(
    base=st.sampled_from([1e4, 5e5, 1e6]), dim=st.sampled_from([32, 64, 128]), native=st.sampled_from([2048, 8192]),
    factor=st.sampled_from([2.0, 4.0, 8.0]),
)  # fmt: skip
def test_transformers_turns_as_the_rule_does(
    engine: str, scaling: str, base: float, dim: int, native: int, factor: float
) -> None:
    lists = {"short_factor": tuple(np.linspace(1, 1.2, dim // 2)), "long_factor": tuple(np.linspace(1, 40, dim // 2))}
    made = model(base, dim, native, factor, **lists if scaling == "longrope" else {})
    text = takeaway(engine, scaling, made).text
    assert text is not None
    if engine == "v4" and scaling in ("longrope", "by-parts", "yarn-paper"):  # version 5 reads the key in the block
        keys = json.loads(text)
        keys["rope_scaling"]["original_max_position_embeddings"] = keys.pop("original_max_position_embeddings")
        text = json.dumps(keys)
    found, factor_found = theirs(text, made)
    expected = scaled(scaling, inv_freq(dim, base), made.setting)
    np.testing.assert_allclose(found, expected.inv_freq, rtol=5e-6)
    assert factor_found == pytest.approx(expected.attention_factor, rel=1e-7)


def test_ntk_is_the_published_base() -> None:
    assert larger_base("ntk", model(1e4, 128, 4096, 8.0)) == pytest.approx(82684.62, abs=0.01)
    assert larger_base("ntk", model(1e4, 32, 128, 4.0)) == pytest.approx(43873.00, abs=0.01)


def test_llama_cpp_gets_the_factor_and_not_its_inverse() -> None:
    made = takeaway("llama.cpp", "yarn", model(factor=4.0))
    words = shlex.split(made.text.replace("\\\n", " "))  # type: ignore[union-attr]
    said = dict(zip(words[1::2], words[2::2], strict=True))
    assert said["--rope-scaling"] == "yarn" and said["--rope-scale"] == "4"
    assert said["--yarn-orig-ctx"] == "32768" and said["-c"] == "131072"
    assert "--yarn-beta-fast" not in said
    assert "--yarn-beta-fast 16" in takeaway("llama.cpp", "yarn", model(beta_fast=16.0)).text  # type: ignore[operator]
    base = takeaway("llama.cpp", "ntk", model(1e4, 128, 4096, 8.0)).text
    assert float(re.search(r"--rope-freq-base (\S+)", base)[1]) == pytest.approx(82684.62, abs=0.01)  # type: ignore


@pytest.mark.parametrize(
    "said", [{"truncate": False}, {"attention_factor": 1.0}, {"mscale": 1.0, "mscale_all_dim": 1.0}]
)
def test_llama_cpp_says_so_where_no_flag_has_the_setting(said: dict) -> None:
    assert takeaway("llama.cpp", "yarn", model(**said)).text is None


@pytest.mark.parametrize("scaling", WITHOUT_LISTS)
def test_vllm_gets_valid_json_in_one_shell_word(scaling: str) -> None:
    made = takeaway("vllm", scaling, model())
    words = shlex.split(made.text.replace("\\\n", " "))  # type: ignore[union-attr]
    block = json.loads(words[words.index("--hf-overrides") + 1])["rope_parameters"]
    assert block["rope_theta"] > 1 and words[words.index("--max-model-len") + 1] == "131072"


@pytest.mark.parametrize("engine", ENGINES)
def test_longrope_needs_its_lists_everywhere(engine: str) -> None:
    made = takeaway(engine, "longrope", model())
    assert made.text is None and made.notes == (NO_LISTS,)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("scaling", WITHOUT_LISTS)
def test_notes_are_sentences_that_pages_can_translate(engine: str, scaling: str) -> None:
    made = takeaway(engine, scaling, model())
    assert set(made.notes) <= set(NOTES)
    assert made.text or made.notes, "where there is nothing to paste, a sentence says why"


def test_a_setting_that_the_rule_cannot_take_is_refused() -> None:
    with pytest.raises(ValueError, match="factor is 0"):
        takeaway("v5", "linear", model(factor=0.0, length=None))
