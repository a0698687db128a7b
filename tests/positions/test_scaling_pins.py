"""The rules against published numbers and against a second way to the same result."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.positions.rope import inv_freq
from core.positions.scaling import scaled
from core.positions.scaling_rules import Frequencies, Setting, ramp, yarn_attention_factor, yarn_temperature

TINY = Setting(factor=8, native_length=128)  # the reference model of this project has 16 pairs and base 1e4


def base_of(frequencies: Frequencies) -> float:
    """The base whose frequencies these are: the second one is base ** (-1 / num_pairs)."""
    return float(frequencies[1] ** -len(frequencies))


@pytest.mark.parametrize(
    ("factor", "temperature"),
    [(1, 1), (0.5, 1), (2, 1.069315), (4, 1.138629), (8, 1.207944), (16, 1.277259), (32, 1.346574), (40, 1.368888)],
)
def test_yarn_temperature(factor: float, temperature: float) -> None:
    assert yarn_temperature(factor) == pytest.approx(temperature, abs=1e-6)
    for name in ("yarn", "yarn-paper"):
        found = scaled(name, inv_freq(32), Setting(factor=factor, native_length=128)).attention_factor
        assert found == pytest.approx(temperature, abs=1e-6)


def test_mscales_of_deepseek_cancel_and_a_set_factor_goes_before_both() -> None:
    equal = Setting(factor=40, native_length=4096, mscale=0.707, mscale_all_dim=0.707)
    assert yarn_attention_factor(equal) == 1
    apart = dataclasses.replace(equal, mscale=1.0)
    assert yarn_attention_factor(apart) == pytest.approx((0.1 * math.log(40) + 1) / (0.0707 * math.log(40) + 1))
    # One of the two alone says nothing, and 0 counts as not said.
    assert yarn_attention_factor(dataclasses.replace(equal, mscale=None)) == pytest.approx(1.368888, abs=1e-6)
    assert yarn_attention_factor(dataclasses.replace(equal, mscale_all_dim=0)) == pytest.approx(1.368888, abs=1e-6)
    assert yarn_attention_factor(dataclasses.replace(apart, attention_factor=1.25)) == 1.25


@pytest.mark.parametrize(
    ("dim", "factor", "base"), [(128, 4, 40889.94), (128, 8, 82684.62), (32, 4, 43873.00), (32, 8, 91895.87)]
)
def test_ntk_base(dim: int, factor: float, base: float) -> None:
    assert base_of(scaled("ntk", inv_freq(dim), Setting(factor=factor)).inv_freq) == pytest.approx(base, abs=0.005)


@settings(deadline=None)
@given(st.integers(2, 128), st.floats(1, 9), st.floats(1, 128))
def test_ntk_is_a_larger_base_that_ends_at_the_factor(pairs: int, exponent: float, factor: float) -> None:
    base, dim = 10**exponent, 2 * pairs
    found = scaled("ntk", inv_freq(dim, base), Setting(factor=factor)).inv_freq
    np.testing.assert_allclose(found, inv_freq(dim, base * factor ** (dim / (dim - 2))), rtol=1e-10)
    np.testing.assert_allclose(found, scaled("abf", inv_freq(dim, base), Setting(base=base_of(found))).inv_freq)
    assert found[0] == 1 and found[-1] == pytest.approx(inv_freq(dim, base)[-1] / factor)


@pytest.mark.parametrize(("name", "factor", "base"), [("dynamic-paper", 8, 91_896), ("dynamic", 8, 746_334)])
def test_dynamic_base_at_eight_times_the_trained_length(name: str, factor: float, base: float) -> None:
    setting = dataclasses.replace(TINY, factor=factor, length=1024)
    assert base_of(scaled(name, inv_freq(32), setting).inv_freq) == pytest.approx(base, abs=0.5)


def test_the_two_forms_of_dynamic_agree_where_the_factor_is_one() -> None:
    setting = Setting(factor=1, native_length=128, length=1000)
    found, paper = (scaled(name, inv_freq(32), setting).inv_freq for name in ("dynamic", "dynamic-paper"))
    np.testing.assert_allclose(found, paper, rtol=1e-14)
    np.testing.assert_allclose(paper, scaled("ntk", inv_freq(32), Setting(factor=1000 / 128)).inv_freq, rtol=1e-14)


@pytest.mark.parametrize("length", [None, 1, 128])
@pytest.mark.parametrize("name", ["dynamic", "dynamic-paper"])
def test_dynamic_leaves_texts_up_to_the_trained_length(name: str, length: int | None) -> None:
    setting = dataclasses.replace(TINY, length=length)
    np.testing.assert_array_equal(scaled(name, inv_freq(32), setting).inv_freq, inv_freq(32))


@pytest.mark.parametrize(
    ("name", "ratios"),
    [
        ("yarn-paper", [0.672, 0.420, 0.279, 0.199, 0.154, 0.129, 0.125]),
        ("by-parts", [0.672, 0.420, 0.279, 0.199, 0.154, 0.129, 0.125]),
        ("yarn", [1, 0.854, 0.708, 0.563, 0.417, 0.271, 0.125]),
        ("llama3", [1, 1, 1, 0.890, 0.428, 0.167, 0.125]),
        ("linear", [0.125] * 7),
    ],
)
def test_ratios_of_the_tiny_model(name: str, ratios: list[float]) -> None:
    found = scaled(name, inv_freq(32), TINY).inv_freq / inv_freq(32)
    np.testing.assert_allclose(found[:7], ratios, atol=5.1e-4)
    np.testing.assert_allclose(found[7:], 1 / 8)


def test_ramps_in_turns_and_in_pairs_differ_in_the_middle() -> None:
    setting = Setting(factor=16, native_length=4096)
    in_turns, in_pairs = (scaled(name, inv_freq(128), setting).inv_freq[30] for name in ("yarn-paper", "yarn"))
    assert in_turns / inv_freq(128)[30] == pytest.approx(0.295, abs=5e-4)
    assert in_pairs / inv_freq(128)[30] == pytest.approx(0.639, abs=5e-4)


@pytest.mark.parametrize(
    ("model", "dim", "base", "setting", "ends"),
    [
        ("gpt-oss", 64, 150_000, Setting(native_length=4096, truncate=False), (8.092779116, 17.3980245)),
        ("gpt-oss, rounded", 64, 150_000, Setting(native_length=4096), (8, 18)),
        ("Olmo 3", 128, 500_000, Setting(native_length=8192, truncate=False), (18.08113503, 34.984119)),
        ("Kimi K2", 64, 50_000, Setting(native_length=4096, beta_fast=1, beta_slow=1), (19, 20)),
        ("Kimi K2.5", 64, 50_000, Setting(native_length=4096), (8, 20)),
        ("DeepSeek-V3", 64, 10_000, Setting(native_length=4096), (10, 23)),
        ("Qwen2.5", 128, 1e6, Setting(native_length=32_768), (23, 40)),
    ],
)
def test_ends_of_published_ramps(
    model: str, dim: int, base: float, setting: Setting, ends: tuple[float, float]
) -> None:
    assert ramp(inv_freq(dim, base), setting) == pytest.approx(ends, rel=1e-8)


@pytest.mark.parametrize(("beta_fast", "made"), [(1.0, 20), (32.0, 9)])
def test_kimi_keeps_the_pairs_before_its_ramp(beta_fast: float, made: int) -> None:
    # With both betas at 1 the ramp is one step wide: 20 pairs are kept and 12 divided, none lies between.
    trained = inv_freq(64, 5e4)
    setting = Setting(factor=32, native_length=4096, beta_fast=beta_fast)
    ratio = scaled("yarn", trained, setting).inv_freq / trained
    assert int(np.isclose(ratio, 1).sum()) == made and int(np.isclose(ratio, 1 / 32).sum()) == 12


def test_a_ramp_without_width_is_a_step() -> None:
    setting = Setting(factor=4, native_length=128, beta_fast=2, beta_slow=2, truncate=False)
    at, same = ramp(inv_freq(32), setting)
    assert at == same == pytest.approx(16 * math.log(128 / (4 * math.pi)) / math.log(1e4))
    np.testing.assert_allclose(scaled("yarn", inv_freq(32), setting).inv_freq[:5] / inv_freq(32)[:5], [1] * 5)
    np.testing.assert_allclose(scaled("yarn", inv_freq(32), setting).inv_freq[5:], inv_freq(32)[5:] / 4)


def test_bands_of_llama3() -> None:
    trained = inv_freq(128, 5e5)
    ratio = scaled("llama3", trained, Setting(factor=8, native_length=8192)).inv_freq / trained
    kept, divided = np.isclose(ratio, 1, rtol=1e-12), np.isclose(ratio, 1 / 8, rtol=1e-12)
    assert (int(kept.sum()), int((~kept & ~divided).sum()), int(divided.sum())) == (29, 6, 29)
    # By wavelength, as the released code has it: kept below 8192 / 4 positions, divided above 8192 / 1.
    wavelength = 2 * np.pi * 500_000.0 ** (np.arange(64) / 64)
    np.testing.assert_array_equal(kept, wavelength < 2048)
    np.testing.assert_array_equal(divided, wavelength > 8192)


def test_longrope_divides_each_pair_by_its_own_number() -> None:
    short, long = tuple(np.linspace(1, 2, 16)), tuple(np.linspace(1, 60, 16))
    setting = Setting(factor=32, native_length=4096, length=4096, short_factor=short, long_factor=long)
    within, beyond = (scaled("longrope", inv_freq(32), dataclasses.replace(setting, length=n)) for n in (4096, 4097))
    np.testing.assert_allclose(1 / within.inv_freq, [s * 10 ** (i / 4) for i, s in enumerate(short)])
    np.testing.assert_allclose(1 / beyond.inv_freq, [s * 10 ** (i / 4) for i, s in enumerate(long)])
    assert within.attention_factor == beyond.attention_factor == pytest.approx(1.190238, abs=1e-6)


def test_proportional_is_not_a_partial_rotation() -> None:
    found = scaled("proportional", inv_freq(8), Setting(share=0.5)).inv_freq
    np.testing.assert_allclose(found, [1, 0.1, 0, 0])
    np.testing.assert_allclose(inv_freq(4), [1, 0.01])
