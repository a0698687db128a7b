"""The table of families against the configuration classes of transformers, and whole configs against its rotations.

Left out by name, because the library is wrong there (5.24.0): YaRN and dynamic with head_dim null for Mixtral; truncate
false in a block for one kind of layer; phimoe's long_factor; phi3 with the type "su"; rope_scaling beside
rope_parameters; numbers as text and a null type; Exaone 4's pattern "LLLG" without layer_types.
"""

import warnings
from typing import Any

import numpy as np
import pytest
from transformers import CONFIG_MAPPING
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from core.positions.configs.families import FAMILIES
from core.positions.model_config import read

REMOTE = {"chatglm", "kimi_k2"}  # their code is not in the library
OTHER_NAMES = {
    "xlm_roberta": "xlm-roberta",
    "gemma3": "gemma3_text",
    "gemma3n": "gemma3n_text",
    "gemma4": "gemma4_text",
}
OTHER_NAMES |= {
    "xlm_roberta": "xlm-roberta",
    "llama4": "llama4_text",
    "qwen3_5": "qwen3_5_text",
    "qwen4_exp": "qwen4_exp_text",
}
OTHER_NAMES |= {"qwen2_vl": "qwen2_vl_text", "qwen2_5_vl": "qwen2_5_vl_text", "glm5_next": "glm5_next_text"}
ROTATING = sorted(name for name, family in FAMILIES.items() if family.kind == "rope" and name not in REMOTE)
DEFAULT_BLOCK = {"gpt_oss", "apertus", "ministral3", "mistral4"}  # their classes scale without being told


def defaults(name: str) -> Any:
    """The library's configuration of a family with nothing written down."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return CONFIG_MAPPING[OTHER_NAMES.get(name, name)]().get_text_config()


def blocks(config: Any) -> dict[str, dict[str, Any]]:
    """The library's rope parameters by kind of layer."""
    made = config.rope_parameters
    return made if all(isinstance(value, dict) for value in made.values()) else {"all": made}


@pytest.mark.parametrize("name", sorted(set(FAMILIES) - REMOTE))
def test_the_family_exists(name: str) -> None:
    assert OTHER_NAMES.get(name, name) in CONFIG_MAPPING


@pytest.mark.parametrize("name", [name for name in ROTATING if name not in ("gptj", "codegen")])
def test_bases_and_shares_are_those_of_the_class(name: str) -> None:
    family, found = FAMILIES[name], blocks(defaults(name))
    if family.split is not None:
        assert found[family.split.scaled]["rope_theta"] == family.split.scaled_base
        assert found[family.split.plain]["rope_theta"] == family.split.plain_base
        assert found[family.split.scaled]["rope_type"] == family.split.scaled_type
        return
    (block,) = found.values()
    assert block["rope_theta"] == family.base
    if not family.mla:
        assert block.get("partial_rotary_factor", 1.0) == family.share
    if name not in DEFAULT_BLOCK:
        assert block["rope_type"] == "default"


@pytest.mark.parametrize("name", [name for name in sorted(set(FAMILIES) - REMOTE) if FAMILIES[name].max_position])
def test_windows_are_those_of_the_class(name: str) -> None:
    made = defaults(name)
    assert getattr(made, "max_position_embeddings", None) == FAMILIES[name].max_position


@pytest.mark.parametrize("name", [name for name in ROTATING if FAMILIES[name].head_dim])
def test_widths_of_heads_are_those_of_the_class(name: str) -> None:
    made = defaults(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.allow_global_per_layer_attribute_access = True
    assert made.head_dim == FAMILIES[name].head_dim


@pytest.mark.parametrize("name", [name for name in ROTATING if FAMILIES[name].period])
def test_layers_are_of_the_kinds_of_the_class(name: str) -> None:
    made = defaults(name)
    if name == "qwen4_exp":  # its full layers choose what they look at, and are named so
        expected = [kind if kind == "linear_attention" else "full_attention" for kind in made.layer_types]
    else:
        expected = list(made.layer_types)
    config = {"model_type": name, "num_hidden_layers": len(expected), "hidden_size": 64, "num_attention_heads": 1}
    found = read(config)
    attending = [layer for layer, kind in enumerate(expected) if kind == "full_attention"]
    if FAMILIES[name].nope == "full":
        assert list(found.nope_layers) == attending
    elif FAMILIES[name].split is not None or FAMILIES[name].others == "linear_attention":
        assert list(found.ropes[0].layers or ()) == attending


LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
LISTS = {"short_factor": [1.0 + i / 16 for i in range(16)], "long_factor": [2.0 + i for i in range(16)]}
SCALED = {
    "linear": {"rope_type": "linear", "factor": 3.0},
    "dynamic": {"rope_type": "dynamic", "factor": 2.0},
    "yarn": {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 2048},
    "yarn-mscale": {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 2048, "mscale": 0.7,
                    "mscale_all_dim": 1.3, "beta_fast": 16, "beta_slow": 2, "truncate": False},
    "llama3": {**LLAMA3, "original_max_position_embeddings": 2048},
    "longrope": {"rope_type": "longrope", "original_max_position_embeddings": 2048, **LISTS},
}  # fmt: skip


@pytest.mark.parametrize("length", [None, 1024, 40_000])
@pytest.mark.parametrize("block", SCALED.values(), ids=SCALED)
def test_a_config_gives_the_frequencies_of_the_library(block: dict[str, Any], length: int | None) -> None:
    config = {"hidden_size": 256, "num_attention_heads": 8, "max_position_embeddings": 16384, "rope_theta": 20000.0}
    made = CONFIG_MAPPING["llama"](**config, rope_scaling=dict(block))
    expected, attention = ROPE_INIT_FUNCTIONS[block["rope_type"]](made, "cpu", seq_len=length)
    found = read({"model_type": "llama", **config, "rope_scaling": block}).ropes[0].at(length)
    np.testing.assert_allclose(found.inv_freq, expected.numpy(), rtol=2e-6)
    assert found.attention_factor == pytest.approx(attention, rel=1e-9)
