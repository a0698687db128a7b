"""The rules against transformers' own rope functions, over a grid.

transformers computes in float32. Here its functions run with float64 in place of float32, so that a formula that
differs shows in the ninth digit; as shipped they are held to float32's rounding. What that library gets wrong is left
out, and named as in test_transformers_faults.py, which shows it.
"""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.positions.rope import inv_freq, turns
from core.positions.scaling import BY_ROPE_TYPE
from core.positions.scaling_rules import Scaled
from tests.positions.oracle import NATIVE, RULES, in_float64, ours, theirs

BASES = st.floats(1, 9).map(lambda exponent: 10.0**exponent)
FACTORS = st.floats(0.25, 128)
LENGTHS = st.integers(16, 2**20)
GRID = settings(max_examples=200, deadline=None)
OPTIONAL = st.none() | st.floats(0.1, 2)


def agree(found: Scaled, expected: Scaled, rtol: float = 1e-9) -> None:
    np.testing.assert_allclose(found.inv_freq, expected.inv_freq, rtol=rtol, atol=0)
    assert found.attention_factor == pytest.approx(expected.attention_factor, rel=1e-12)


@st.composite
def heads(draw: st.DrawFn) -> tuple[int, int, float]:
    """Head dim, rotated part of it and their ratio."""
    rotary_dim = 2 * draw(st.integers(2, 128))  # one pair: REFUSED
    head_dim = rotary_dim + 2 * draw(st.integers(0, 64))
    share = rotary_dim / head_dim
    assume(int(head_dim * share) == rotary_dim)  # "a share written as a ratio"
    return head_dim, rotary_dim, share


def test_every_type_that_transformers_knows_has_a_rule() -> None:
    assert set(RULES) == set(BY_ROPE_TYPE)


@GRID
@given(st.integers(1, 128), BASES)
def test_default(pairs: int, base: float) -> None:
    with in_float64():
        agree(ours("default", 2 * pairs, base), theirs("default", 2 * pairs, base))


@GRID
@given(heads(), BASES, FACTORS)
def test_linear(head: tuple[int, int, float], base: float, factor: float) -> None:
    with in_float64():
        expected = theirs("linear", head[0], base, partial_rotary_factor=head[2], factor=factor)
    agree(ours("linear", head[1], base, factor=factor), expected)


@GRID
@given(st.integers(1, 128), BASES, FACTORS, st.floats(0, 1))
def test_proportional(pairs: int, base: float, factor: float, share: float) -> None:
    with in_float64():
        expected = theirs("proportional", 2 * pairs, base, factor=factor, partial_rotary_factor=share)
    agree(ours("proportional", 2 * pairs, base, factor=factor, share=share), expected)


@GRID
@given(heads(), BASES, FACTORS, LENGTHS, st.none() | LENGTHS)
def test_dynamic(head: tuple[int, int, float], base: float, factor: float, native: int, length: int | None) -> None:
    with in_float64():
        expected = theirs("dynamic", head[0], base, length, native, partial_rotary_factor=head[2], factor=factor)
    agree(ours("dynamic", head[1], base, factor=factor, native_length=native, length=length), expected)


@GRID
@given(heads(), BASES, FACTORS, LENGTHS, st.data())
def test_yarn(head: tuple[int, int, float], base: float, factor: float, native: int, data: st.DataObject) -> None:
    slow = data.draw(st.floats(0.5, 4), "beta_slow")
    fast = slow * data.draw(st.just(1.0) | st.floats(1.1, 64), "beta_fast / beta_slow")
    said = {"factor": factor, "beta_fast": fast, "beta_slow": slow, "truncate": data.draw(st.booleans(), "truncate")}
    said |= {name: data.draw(OPTIONAL, name) for name in ("attention_factor", "mscale", "mscale_all_dim")}
    ends = [head[1] * math.log(native / (2 * math.pi * made)) / (2 * math.log(base)) for made in (fast, slow)]
    low, high = (math.floor(ends[0]), math.ceil(ends[1])) if said["truncate"] else ends
    assume(low <= head[1] - 1 and high >= 0)  # "a YaRN ramp beyond the last pair", "before the first"
    with in_float64():
        expected = theirs("yarn", head[0], base, partial_rotary_factor=head[2], **{NATIVE: native}, **said)
    agree(ours("yarn", head[1], base, native_length=native, **said), expected)


@GRID
@given(heads(), BASES, FACTORS, LENGTHS, st.floats(0.25, 8), st.just(0.0) | st.floats(1 / 16, 32))
def test_llama3(
    head: tuple[int, int, float], base: float, factor: float, native: int, low: float, width: float
) -> None:
    bands = {"factor": factor, "low_freq_factor": low, "high_freq_factor": low + width}
    off_the_bound = np.abs(turns(inv_freq(head[1], base), native) / low - 1) > 1e-9
    assume(width or off_the_bound.all())  # "a pair on two equal bounds"
    with in_float64():
        expected = theirs("llama3", head[0], base, partial_rotary_factor=head[2], **{NATIVE: native}, **bands)
    agree(ours("llama3", head[1], base, native_length=native, **bands), expected)


@GRID
@given(heads(), BASES, FACTORS, LENGTHS, st.none() | LENGTHS, OPTIONAL, st.integers(0, 99))
def test_longrope(
    head: tuple[int, int, float],
    base: float,
    factor: float,
    native: int,
    length: int | None,
    attention_factor: float | None,
    seed: int,
) -> None:
    short, long = np.random.default_rng(seed).uniform(1, 60, size=(2, head[1] // 2)).tolist()
    said = {"factor": factor, "short_factor": short, "long_factor": long, "attention_factor": attention_factor}
    with in_float64():
        expected = theirs("longrope", head[0], base, length, partial_rotary_factor=head[2], **{NATIVE: native}, **said)
    agree(ours("longrope", head[1], base, native_length=native, length=length, **said), expected)


SHIPPED: dict[str, tuple[str, int, float, int, dict[str, object]]] = {
    "Llama 2": ("default", 128, 1e4, 4096, {}),
    "Llama 3.1": ("llama3", 128, 5e5, 8192, {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}),
    "Qwen2.5 to 131072": ("yarn", 128, 1e6, 32_768, {"factor": 4.0}),
    "gpt-oss": ("yarn", 64, 150_000.0, 4096, {"factor": 32.0, "truncate": False}),
    "Kimi K2": ("yarn", 64, 5e4, 4096, {"factor": 32.0, "beta_fast": 1.0, "mscale": 1.0, "mscale_all_dim": 1.0}),
    "a factor for positions": ("linear", 128, 1e6, 16_384, {"factor": 8.0}),
    "dynamic": ("dynamic", 128, 1e4, 4096, {"factor": 2.0}),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_as_shipped_to_float32s_rounding(name: str) -> None:
    kind, dim, base, native, said = SHIPPED[name]
    original = {NATIVE: native} if kind in ("yarn", "llama3") else {}
    expected = theirs(kind, dim, base, 3 * native, native, **original, **said)
    # An exponent rounded to 2 ** -24 moves a power by that times ln(base), at most 14 here; more roundings follow.
    agree(ours(kind, dim, base, native_length=native, length=3 * native, **said), expected, rtol=2e-6)
