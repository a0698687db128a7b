"""Every record of SCALINGS keeps its promises, and every impossible setting is refused in a sentence."""

import dataclasses
import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.positions.rope import inv_freq, turns
from core.positions.scaling import BY_ROPE_TYPE, SCALINGS, Scaling, scaled
from core.positions.scaling_rules import Frequencies, Scaled, Setting

ALL = pytest.mark.parametrize("scaling", SCALINGS.values(), ids=list(SCALINGS))
FIELDS = [field.name for field in dataclasses.fields(Setting)]
PAIRS = 16
TRAINED = inv_freq(2 * PAIRS)
LIST = st.integers(0, 99).map(lambda seed: tuple(np.random.default_rng(seed).uniform(1, 60, PAIRS)))
OPTIONAL = st.none() | st.floats(0.1, 2)
SETTINGS = st.builds(
    Setting,
    factor=st.floats(0.5, 64),
    native_length=st.integers(2, 10**6),
    length=st.none() | st.integers(1, 10**7),
    attention_factor=OPTIONAL,
    beta_fast=st.floats(4, 64),
    beta_slow=st.floats(0.5, 4),
    mscale=OPTIONAL,
    mscale_all_dim=OPTIONAL,
    truncate=st.booleans(),
    low_freq_factor=st.floats(0.5, 4),
    high_freq_factor=st.floats(4, 64),
    short_factor=LIST,
    long_factor=LIST,
    share=st.floats(0, 1),
    base=st.floats(2, 1e9),
)

PLAIN = Setting(
    factor=4,
    native_length=128,
    length=512,
    mscale=0.7,
    mscale_all_dim=0.4,
    short_factor=(2.0,) * PAIRS,
    long_factor=(3.0,) * PAIRS,
    share=0.5,
    base=5e5,
)
SHORT = dataclasses.replace(PLAIN, length=64)
OTHER = {
    "factor": 8.0,
    "native_length": 256,
    "length": 2048,
    "attention_factor": 1.5,
    "beta_fast": 8.0,
    "beta_slow": 2.0,
    "mscale": 0.9,
    "mscale_all_dim": 0.9,
    "truncate": False,
    "low_freq_factor": 2.0,
    "high_freq_factor": 8.0,
    "short_factor": (5.0,) * PAIRS,
    "long_factor": (5.0,) * PAIRS,
    "share": 0.25,
    "base": 1e6,
}


def same(one: Scaled, other: Scaled) -> bool:
    return np.array_equal(one.inv_freq, other.inv_freq) and one.attention_factor == other.attention_factor


@ALL
def test_record_is_complete(scaling: Scaling) -> None:
    assert SCALINGS[scaling.name] is scaling
    assert re.fullmatch(r"#[0-9A-F]{6}", scaling.colour)
    assert scaling.label and scaling.source and scaling.summary.endswith(".")
    assert scaling.rope_type is None or BY_ROPE_TYPE[scaling.rope_type] is scaling


@pytest.mark.parametrize("looks", ["label", "colour", "dash"])
def test_no_two_series_look_alike(looks: str) -> None:
    assert len({getattr(scaling, looks) for scaling in SCALINGS.values()}) == len(SCALINGS)


@ALL
@settings(max_examples=40, deadline=None)
@given(setting=SETTINGS, base=st.floats(1.5, 1e9))
def test_result_is_a_frequency_for_each_pair(scaling: Scaling, setting: Setting, base: float) -> None:
    trained = inv_freq(2 * PAIRS, base)
    before = trained.copy()
    found = scaled(scaling.name, trained, setting)
    assert found.inv_freq.shape == (PAIRS,) and found.inv_freq.dtype == np.float64
    assert np.isfinite(found.inv_freq).all() and (found.inv_freq >= 0).all()
    assert found.attention_factor > 0 and math.isfinite(found.attention_factor)
    np.testing.assert_array_equal(trained, before)


@ALL
@settings(max_examples=40, deadline=None)
@given(first=SETTINGS, second=SETTINGS)
def test_a_rule_reads_nothing_else(scaling: Scaling, first: Setting, second: Setting) -> None:
    unread = {name: getattr(second, name) for name in FIELDS if name not in scaling.reads}
    assert same(scaling.rule(TRAINED, first), scaling.rule(TRAINED, dataclasses.replace(first, **unread)))


@pytest.mark.parametrize(("name", "field"), [(name, field) for name in SCALINGS for field in SCALINGS[name].reads])
def test_a_rule_reads_what_it_says(name: str, field: str) -> None:
    changed = [
        not same(
            scaled(name, TRAINED, plain), scaled(name, TRAINED, dataclasses.replace(plain, **{field: OTHER[field]}))
        )
        for plain in (PLAIN, SHORT)
    ]
    assert any(changed)


STRETCHING = ["linear", "ntk", "by-parts", "yarn", "yarn-paper", "llama3"]


@pytest.mark.parametrize("name", [*STRETCHING, "dynamic", "dynamic-paper"])
def test_factor_of_one_within_the_trained_length_changes_nothing(name: str) -> None:
    found = scaled(name, TRAINED, Setting(factor=1, native_length=128, length=100))
    np.testing.assert_allclose(found.inv_freq, TRAINED, rtol=1e-15)
    assert found.attention_factor == 1


@pytest.mark.parametrize("name", STRETCHING)
@settings(max_examples=40, deadline=None)
@given(factor=st.floats(1, 100), native_length=st.integers(7, 10**6))
def test_no_pair_is_sped_up_or_slowed_by_more_than_the_factor(name: str, factor: float, native_length: int) -> None:
    ratio = scaled(name, TRAINED, Setting(factor=factor, native_length=native_length)).inv_freq / TRAINED
    assert ratio.max() <= 1 + 1e-12 and ratio.min() >= 1 / factor * (1 - 1e-12)
    assert (np.diff(ratio) <= 1e-12).all()


@pytest.mark.parametrize("name", ["yarn", "yarn-paper", "by-parts"])
def test_ramp_that_lies_beyond_the_last_pair_keeps_every_pair(name: str) -> None:
    # Two decades of frequencies at a length of a million: the slowest pair still turns 200 times.
    trained = inv_freq(16, 10)
    assert turns(trained, 2**20).min() > 32
    np.testing.assert_allclose(scaled(name, trained, Setting(factor=4, native_length=2**20)).inv_freq, trained)


@pytest.mark.parametrize("name", ["yarn", "yarn-paper", "by-parts"])
def test_ramp_that_lies_before_the_first_pair_divides_every_pair(name: str) -> None:
    setting = Setting(factor=4, native_length=100, beta_fast=64, beta_slow=32, truncate=False)
    assert turns(TRAINED, 100).max() < 32
    np.testing.assert_allclose(scaled(name, TRAINED, setting).inv_freq, TRAINED / 4)


BAD: list[tuple[str, Setting, str]] = [
    *((name, Setting(factor=0, native_length=128), "factor is 0") for name in STRETCHING),
    *((name, Setting(factor=math.nan, native_length=128), "factor is nan") for name in STRETCHING),
    *((name, Setting(factor=-2, native_length=128), "factor is -2") for name in ("linear", "proportional", "dynamic")),
    *((name, Setting(factor=math.inf, native_length=128), "factor is inf") for name in ("linear", "ntk")),
    *(
        (name, Setting(factor=2), "original_max_position_embeddings is 0; it must be at least 1")
        for name in SCALINGS
        if "native_length" in SCALINGS[name].reads
    ),
    *(
        (name, Setting(factor=2, native_length=128, beta_fast=1, beta_slow=32), "beta_fast must be the larger")
        for name in ("by-parts", "yarn", "yarn-paper")
    ),
    ("yarn", Setting(factor=2, native_length=128, beta_slow=0), "beta_slow is 0"),
    ("yarn", Setting(factor=2, native_length=128, beta_fast=math.nan), "beta_fast is nan"),
    ("yarn", Setting(factor=2, native_length=128, attention_factor=math.nan), "attention_factor is nan"),
    ("yarn", Setting(factor=2, native_length=128, mscale=-30, mscale_all_dim=1), "mscale is -30"),
    ("yarn", Setting(factor=2, native_length=128, mscale=1, mscale_all_dim=math.inf), "mscale_all_dim is inf"),
    ("llama3", Setting(factor=2, native_length=128, low_freq_factor=8), "high_freq_factor is 4.0; it must be at least"),
    ("llama3", Setting(factor=2, native_length=128, low_freq_factor=0), "low_freq_factor is 0"),
    ("llama3", Setting(factor=2, native_length=128, high_freq_factor=math.nan), "high_freq_factor is nan"),
    ("longrope", Setting(factor=2, native_length=128, short_factor=(1.0,)), "short_factor has 1 numbers; it needs 16"),
    ("longrope", Setting(factor=2, native_length=128, length=129), "long_factor has 0 numbers; it needs 16"),
    (
        "longrope",
        Setting(native_length=9, short_factor=(0.0,) * PAIRS),
        "short_factor holds a number that is not above",
    ),
    ("longrope", Setting(native_length=9, short_factor=(math.nan,) * PAIRS), "short_factor holds a number"),
    ("longrope", dataclasses.replace(PLAIN, attention_factor=-1), "attention_factor is -1"),
    ("proportional", Setting(share=1.5), "rotated share is 1.5"),
    ("proportional", Setting(share=math.nan), "rotated share is nan"),
    ("abf", Setting(), "other base is None"),
    ("abf", Setting(base=1), "other base is 1"),
    ("linear", Setting(factor=5e-324), "makes frequencies that are not finite"),
]


@pytest.mark.parametrize(("name", "setting", "sentence"), BAD)
@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_impossible_setting_is_refused(name: str, setting: Setting, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)) as refused:
        scaled(name, TRAINED, setting)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("name", ["ntk", "dynamic", "dynamic-paper", "yarn"])
def test_a_single_pair_is_refused_where_the_rule_needs_two(name: str) -> None:
    with pytest.raises(ValueError, match="needs at least two pairs"):
        scaled(name, np.ones(1), Setting(factor=2, native_length=128))


def test_unknown_scaling_is_refused() -> None:
    with pytest.raises(ValueError, match='there is no scaling "su"; the scalings are none, linear'):
        scaled("su", TRAINED, Setting())


@pytest.mark.parametrize("kept", [0, 3, PAIRS])
def test_proportional_keeps_the_fastest_pairs(kept: int) -> None:
    found: Frequencies = scaled("proportional", TRAINED, Setting(share=kept / PAIRS)).inv_freq
    np.testing.assert_array_equal(found, [*TRAINED[:kept], *[0.0] * (PAIRS - kept)])
