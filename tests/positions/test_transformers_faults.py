"""Where transformers 5.24.0 computes something else than a setting says, which test_scaling_parity leaves out.

Each test fails once the library mends its fault: take the entry out then, and what leaves it out of the grid.
"""

from collections.abc import Callable

import numpy as np
import pytest
from transformers import Gemma3TextConfig, MixtralConfig

from core.positions.rope import inv_freq
from core.positions.scaling_rules import Frequencies
from tests.positions.oracle import NATIVE, computed, ours, theirs


def by_layer(**said: object) -> Frequencies:
    """YaRN for one layer type of two, in a config that says 16384 positions in all and 4096 in training."""
    layers = {
        "full_attention": {"rope_type": "yarn", "rope_theta": 1e4, "factor": 4.0, **said},
        "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
    }
    config = Gemma3TextConfig(
        head_dim=64, max_position_embeddings=16_384, original_max_position_embeddings=4096, rope_parameters=layers
    )
    return computed(config, "yarn", layer_type="full_attention").inv_freq


def on_two_equal_bounds() -> tuple[Frequencies, Frequencies]:
    wavelength = np.float32(2 * np.pi) / theirs("linear", 16, 1e4, factor=1.0).inv_freq.astype(np.float32)[2]
    bound = 4096 / float(wavelength)
    bands = {"factor": 8.0, "low_freq_factor": bound, "high_freq_factor": bound}
    found = theirs("llama3", 16, 1e4, **{NATIVE: 4096}, **bands)
    return found.inv_freq, ours("llama3", 16, 1e4, native_length=4096, **bands).inv_freq


YARN = {"factor": 4.0, "truncate": False}
LOW = YARN | {"beta_fast": 64.0, "beta_slow": 32.0}

WRONG: dict[str, Callable[[], tuple[Frequencies, Frequencies]]] = {
    "YaRN of one layer type looks for truncate beside the layer types": lambda: (
        by_layer(**{NATIVE: 4096}, truncate=False),
        ours("yarn", 64, 1e4, native_length=4096, **YARN).inv_freq,
    ),
    "YaRN of one layer type overlooks the config's own original_max_position_embeddings": lambda: (
        by_layer(),
        ours("yarn", 64, 1e4, native_length=4096, factor=4.0).inv_freq,
    ),
    "a YaRN ramp beyond the last pair divides every pair, though each turns more than beta_fast times": lambda: (
        theirs("yarn", 16, 10.0, **{NATIVE: 2**20}, **YARN).inv_freq,
        inv_freq(16, 10.0),
    ),
    "a YaRN ramp before the first pair keeps every pair, though each turns less than beta_slow times": lambda: (
        theirs("yarn", 16, 1e4, **{NATIVE: 100}, **LOW).inv_freq,
        inv_freq(16) / 4,
    ),
    "dynamic takes max_position_embeddings for the length of training": lambda: (
        theirs("dynamic", 64, 1e4, length=8192, limit=16_384, factor=2.0, **{NATIVE: 4096}).inv_freq,
        ours("dynamic", 64, 1e4, length=8192, native_length=4096, factor=2.0).inv_freq,
    ),
    "Llama's default type rotates the whole head whatever partial_rotary_factor says": lambda: (
        theirs("default", 64, 1e4, partial_rotary_factor=0.5).inv_freq,
        inv_freq(32),
    ),
    "a share written as a ratio loses a channel where its product falls just short: 100 * 0.58 makes 57": lambda: (
        theirs("linear", 100, 1e4, partial_rotary_factor=0.58, factor=1.0).inv_freq,
        inv_freq(58),
    ),
    "a pair on two equal bounds of llama3 gets no number": on_two_equal_bounds,
    "float32 misses the cosine a million positions on": lambda: (
        np.cos((2**20 - 1) * theirs("linear", 128, 1e4, factor=1.0).inv_freq),
        np.cos((2**20 - 1) * inv_freq(128)),
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_fault_is_still_there(fault: str) -> None:
    found, right = WRONG[fault]()
    assert np.isfinite(right).all()
    assert found.shape != right.shape or not np.allclose(found, right, rtol=2e-3, atol=0)


LISTS = {"short_factor": [3.0], "long_factor": [3.0]}
BANDS = {"low_freq_factor": 4.0, "high_freq_factor": 1.0}

# What they compute without an error, and the same setting, which we refuse in a sentence.
SILENT: dict[str, tuple[str, dict[str, object]]] = {
    "a factor of 0 makes every frequency infinite": ("linear", {"factor": 0.0}),
    "a negative factor turns the pairs backwards": ("linear", {"factor": -2.0}),
    "a share above 1 makes more pairs than the head has": ("proportional", {"partial_rotary_factor": 1.5}),
    "one divisor is stretched over all pairs": ("longrope", {"factor": 2.0, NATIVE: 128, **LISTS}),
    "llama3's bounds may be swapped": ("llama3", {"factor": 2.0, NATIVE: 128, **BANDS}),
    "a beta_slow of 0 is read as 1": ("yarn", {"factor": 2.0, NATIVE: 128, "beta_slow": 0.0}),
    "beta_fast may be below beta_slow": ("yarn", {"factor": 2.0, NATIVE: 128, "beta_fast": 1.0, "beta_slow": 32.0}),
}
OUR_NAMES = {NATIVE: "native_length", "partial_rotary_factor": "share"}


@pytest.mark.parametrize("fault", SILENT)
def test_setting_that_only_we_refuse(fault: str) -> None:
    kind, said = SILENT[fault]
    assert len(theirs(kind, 16, 1e4, **said).inv_freq) >= 8
    setting = {OUR_NAMES.get(name, name): tuple(v) if isinstance(v, list) else v for name, v in said.items()}
    with pytest.raises(ValueError):
        ours(kind, 16, 1e4, **setting)


@pytest.mark.parametrize("kind", ["yarn", "dynamic"])
def test_a_head_dim_of_null_stops_their_function(kind: str) -> None:
    parameters = {"rope_type": kind, "rope_theta": 1e4, "factor": 2.0, NATIVE: 128}
    config = MixtralConfig(hidden_size=256, num_attention_heads=8, rope_parameters=parameters)
    assert config.head_dim is None
    with pytest.raises(TypeError):
        computed(config, kind)


def test_one_pair_stops_their_dynamic_scaling_without_a_sentence() -> None:
    with pytest.raises(ZeroDivisionError):
        theirs("dynamic", 2, 1e4, factor=2.0)


def test_one_pair_is_all_that_their_yarn_takes_and_ours_refuses() -> None:
    # Our rules are told frequencies and not their base, and a ramp over pairs needs the ratio of two.
    assert len(theirs("yarn", 2, 1e4, factor=2.0, **{NATIVE: 128}).inv_freq) == 1
    with pytest.raises(ValueError, match="at least two pairs"):
        ours("yarn", 2, 1e4, factor=2.0, native_length=128)
