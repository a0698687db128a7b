"""Any config ends in a description or in a clear finding: never in a traceback, never in a number that is not finite.

POSITION_LAB_FUZZ=10000 runs ten thousand, each within a second.
"""

import json
import math
import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.commands.inspect import lines
from core.positions.config_report import report
from core.positions.configs.families import FAMILIES
from core.positions.configs.sentences import TEMPLATES
from core.positions.model_config import read
from core.positions.presets import PRESETS
from tests.positions.test_config_cases import CASES, CONFIGS

EXAMPLES = int(os.environ.get("POSITION_LAB_FUZZ", "400"))
SECOND = 1000 if "POSITION_LAB_FUZZ" in os.environ else None  # ms

REAL = [CASES[name]["config"] for name in CONFIGS] + [dict(preset.config) for preset in PRESETS.values()]
BLOCKS = [one[key] for one in REAL for key in ("rope_scaling", "rope_parameters") if isinstance(one.get(key), dict)]
KEYS = sorted({key for one in (*REAL, *BLOCKS) for key in one} | {"text_config", "layer_types", "mla_use_nope"})
WEIGHTY = [  # what most of the arithmetic goes by
    "head_dim", "hidden_size", "num_attention_heads", "num_hidden_layers", "max_position_embeddings", "rope_theta",
    "partial_rotary_factor", "rotary_dim", "qk_rope_head_dim", "sliding_window", "layer_types", "model_type",
]  # fmt: skip
BLOCK_KEYS = sorted({key for one in BLOCKS for key in one})
TYPES = ["default", "linear", "dynamic", "yarn", "longrope", "llama3", "proportional", "mrope", "su", "axial", "ntk"]

numbers = st.one_of(
    st.integers(-(10**30), 10**30),
    st.integers(-2, 300),
    st.sampled_from([0, 1, 2, 64, 128, 4096, 8192, 65_536, 10**12, 10**400, -(10**400), 2**63]),
    st.floats(),
    st.sampled_from([0.0, -0.0, 5e-324, 1.7e308, math.nan, math.inf, -math.inf, 0.1, 1e-9, 1.0000001]),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    numbers,
    st.text(max_size=20),
    st.sampled_from(TYPES),
    st.sampled_from(["8", "nan", "1e9"]),
)
junk = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=8)), inner)
    ),
    max_leaves=8,
)
lists = st.one_of(
    st.lists(st.sampled_from([0, 1]), max_size=64),
    st.lists(st.sampled_from(["full_attention", "sliding_attention", "mamba", "x"]), max_size=64),
    st.lists(numbers, max_size=64),
)
values = st.one_of(numbers, junk, lists, st.sampled_from(BLOCKS), st.sampled_from(sorted(FAMILIES)))
names = st.one_of(st.sampled_from(WEIGHTY), st.sampled_from(KEYS), st.text(max_size=10))
changes = st.dictionaries(names, values, max_size=6)
block_values = st.one_of(numbers, lists, st.sampled_from(TYPES), junk)
block_changes = st.dictionaries(st.sampled_from(BLOCK_KEYS), block_values, max_size=4)


@st.composite
def configs(draw: st.DrawFn) -> dict[str, Any]:
    """A real config with fields taken out, fields overwritten, and its rope block changed in the same way."""
    config = dict(draw(st.sampled_from(REAL)))
    for key in draw(st.lists(st.sampled_from(sorted(config)), max_size=3)):
        config.pop(key, None)
    config |= draw(changes)
    for key in draw(
        st.sampled_from([(), ("rope_scaling",), ("rope_parameters",), ("rope_scaling", "rope_parameters")])
    ):
        own = config.get(key)
        config[key] = (own if isinstance(own, dict) else draw(st.sampled_from(BLOCKS))) | draw(block_changes)
    return {draw(st.sampled_from(["text_config", "llm_config"])): config} if draw(st.integers(0, 9)) == 0 else config


def any_number_not_finite(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(any_number_not_finite, value.values()))
    if isinstance(value, list):
        return any(map(any_number_not_finite, value))
    return isinstance(value, float) and not math.isfinite(value)


def assert_answers(source: Any, length: int | None = None) -> None:
    """The source ends in a description or a finding, which a terminal, a page and JSON can hold."""
    described = read(source)
    said = report(described, length)
    assert not any_number_not_finite(json.loads(json.dumps(said, allow_nan=False)))
    assert described.position_encoding != "unknown" or described.findings
    assert described.position_encoding not in ("rope", "mixed") or described.ropes or described.errors
    for one in described.findings:
        assert one.code in TEMPLATES and len(one.tell) < 2000
    assert "\n".join(lines(described, said)).encode("utf-8")


def fuzz(share: float) -> settings:
    """So many of the examples, with a limit in time where ten thousand were asked for."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
    return settings(max_examples=max(1, int(EXAMPLES * share)), deadline=SECOND, suppress_health_check=slow)


@fuzz(0.5)
@given(config=configs(), length=st.one_of(st.none(), st.integers(1, 10**12)))
def test_a_changed_config(config: dict[str, Any], length: int | None) -> None:
    assert_answers(config, length)


@fuzz(0.3)
@given(config=configs(), twice=names, value=values, mark=st.sampled_from(["", "\ufeff", " "]))
def test_a_changed_config_as_text_with_a_name_twice(config: dict[str, Any], twice: str, value: Any, mark: str) -> None:
    text = json.dumps(config)[:-1] + f", {json.dumps(twice)}: {json.dumps(value)}}}"
    assert_answers(mark + text)
    assert_answers(text.encode())


@fuzz(0.1)
@given(st.one_of(st.text(), st.binary(), junk.map(json.dumps), configs().map(lambda one: json.dumps(one)[:-2])))
def test_what_is_hardly_a_config(source: str | bytes) -> None:
    assert_answers(source)


@fuzz(0.1)
@given(
    depth=st.integers(1, 100_000),
    opening=st.sampled_from(["[", '{"text_config":', '{"rope_scaling":{"a":', '{"model_type":"llama","layer_types":[']),
    size=st.sampled_from([0, 100_000, 10_000_000]),
)
def test_a_deep_or_a_long_text(depth: int, opening: str, size: int) -> None:
    assert_answers(opening * depth + "1" + " " * size)
