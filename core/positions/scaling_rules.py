"""The rules that slow a model's rotation so that longer texts turn through angles it has seen.

Each takes the inverse frequencies of the trained model in rad/position, fastest pair first, and what the setting says;
each gives new ones and the factor by which cos and sin are multiplied, so that scores grow by its square.
"""

import math
import sys
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from core.positions.rope import turns

Frequencies = Float[np.ndarray, "num_pairs"]
STEP = 0.001  # width in pairs of a ramp whose ends fall together, as in the released code


@dataclass(frozen=True, kw_only=True)
class Setting:
    """All that a rule may be told, under the names of a config.json where it has one; a rule reads what it needs."""

    factor: float = 1.0  # how many times longer than native_length
    native_length: int = 0  # original_max_position_embeddings: the length of training
    length: int | None = None  # of the text at hand, for rules that look at it; None counts as native_length
    attention_factor: float | None = None  # None: what the rule says
    beta_fast: float = 32.0  # turns within native_length above which a pair is left alone
    beta_slow: float = 1.0  # turns below which a pair is interpolated in full
    mscale: float | None = None
    mscale_all_dim: float | None = None
    truncate: bool = True  # round the ends of the ramp to whole pairs
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    short_factor: tuple[float, ...] = ()  # a divisor for each pair, up to native_length
    long_factor: tuple[float, ...] = ()  # and beyond it
    share: float = 1.0  # partial_rotary_factor of the proportional rule
    base: float | None = None  # the other base


@dataclass(frozen=True)
class Scaled:
    """What a rule gives: inverse frequencies in rad/position, shape (num_pairs,), and the factor on cos and sin."""

    inv_freq: Frequencies
    attention_factor: float = 1.0


def none(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """The frequencies of training."""
    return Scaled(inv_freq)


def linear(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """Every frequency divided by the factor. Position Interpolation (arXiv 2306.15595), equation 4."""
    return Scaled(inv_freq / _factor(setting))


def ntk(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """The base times factor ** (d / (d - 2)): the fastest pair stays, the slowest is divided by the factor.

    bloc97 on Reddit, 2023; YaRN (arXiv 2309.00071), definition 1. Raises ValueError for a single pair.
    """
    return Scaled(_stretched(inv_freq, _factor(setting)))


def dynamic(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """NTK-aware with factor * n / native_length - (factor - 1), n the text's length: transformers' reading.

    At n = factor * native_length and a factor above 1 it stretches more than `ntk` would.
    """
    factor = _factor(setting)
    return Scaled(_stretched(inv_freq, factor * _excess(setting) - (factor - 1)))


def dynamic_paper(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """NTK-aware with n / native_length, n the text's length. YaRN (arXiv 2309.00071), section 3.3."""
    return Scaled(_stretched(inv_freq, _excess(setting)))


def by_parts(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """Fast pairs as they are, slow ones divided, a ramp in turns between. YaRN (arXiv 2309.00071), definition 2."""
    kept = (turns(inv_freq, _native(setting)) - setting.beta_slow) / _betas(setting)
    return Scaled(_blend(inv_freq, _factor(setting), np.clip(kept, 0, 1)))


def yarn_paper(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """The ramp in turns of by_parts and the temperature. YaRN (arXiv 2309.00071), section 3.4."""
    return Scaled(by_parts(inv_freq, setting).inv_freq, yarn_attention_factor(setting))


def yarn(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """The released code's YaRN: the ramp is linear in the pair's index, not in its turns, and the temperature.

    jquesnelle/yarn and transformers' _compute_yarn_parameters; both differ here from the paper's definition 2.
    """
    low, high = ramp(inv_freq, setting)
    divided = np.clip((np.arange(len(inv_freq)) - low) / (high - low or STEP), 0, 1)
    return Scaled(_blend(inv_freq, _factor(setting), 1 - divided), yarn_attention_factor(setting))


def llama3(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """Three bands by turns: kept above high_freq_factor, divided below low_freq_factor, blended between.

    Meta's models/llama3 apply_scaling. Equal bounds leave no band between: a pair is kept or divided.
    """
    low = _positive(setting.low_freq_factor, "low_freq_factor")
    high = _positive(setting.high_freq_factor, "high_freq_factor")
    if high < low:
        raise ValueError(f"high_freq_factor is {high}; it must be at least low_freq_factor, which is {low}.")
    made = turns(inv_freq, _native(setting))
    kept = (made >= low).astype(np.float64) if high == low else np.clip((made - low) / (high - low), 0, 1)
    return Scaled(_blend(inv_freq, _factor(setting), kept))


def longrope(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """Each pair divided by its own number, from the long list for texts beyond native_length, else from the short one.

    The factor on cos and sin is sqrt(1 + ln factor / ln native_length). LongRoPE (arXiv 2402.13753), sections 3.2, 3.3.
    """
    native = _native(setting)
    name = "long_factor" if (setting.length or native) > native else "short_factor"
    divisors = np.asarray(getattr(setting, name), dtype=np.float64)
    if divisors.shape != inv_freq.shape:
        raise ValueError(f"{name} has {len(divisors)} numbers; it needs {len(inv_freq)}, one for each pair.")
    if not (np.isfinite(divisors).all() and (divisors > 0).all()):
        raise ValueError(f"{name} holds a number that is not above 0; each pair is divided by one.")
    return Scaled(inv_freq / divisors, _longrope_attention_factor(setting))


def proportional(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """The fastest pairs of the whole head, `share` of them, and no rotation in the others.

    p-RoPE (arXiv 2410.06205), section 5; not the same as a partial rotation, whose frequencies span the rotated part.
    """
    if not 0 <= setting.share <= 1:
        raise ValueError(f"the rotated share is {setting.share}; it must lie between 0 and 1.")
    kept = int(setting.share * 2 * len(inv_freq) // 2)
    return Scaled(np.where(np.arange(len(inv_freq)) < kept, inv_freq, 0.0) / _factor(setting))


def abf(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """The frequencies of another base. Effective Long-Context Scaling (arXiv 2309.16039), section 2.1."""
    base = setting.base
    if base is None or not (math.isfinite(base) and base > 1):
        raise ValueError(f"the other base is {base}; it must be a finite number above 1, for example 500000.")
    return Scaled(base ** (-np.arange(len(inv_freq)) / len(inv_freq)))


def drope(inv_freq: Frequencies, setting: Setting) -> Scaled:
    """No rotation at all: queries and keys meet as they are. DroPE (arXiv 2512.12167)."""
    return Scaled(np.zeros_like(inv_freq))


def yarn_temperature(factor: float, mscale: float = 1.0) -> float:
    """0.1 mscale ln factor + 1, and 1 for a factor of at most 1. YaRN (arXiv 2309.00071), equation 15."""
    return 0.1 * mscale * math.log(factor) + 1 if factor > 1 else 1.0


def yarn_attention_factor(setting: Setting) -> float:
    """The factor on cos and sin: the one that is set, the ratio of the two mscales, or the paper's temperature."""
    if setting.attention_factor is not None:
        return _positive(setting.attention_factor, "attention_factor")
    factor = _factor(setting)
    for name in ("mscale", "mscale_all_dim"):
        _positive(getattr(setting, name) or 1.0, name)  # 0 counts as not set, as in the released code
    if setting.mscale and setting.mscale_all_dim:
        return yarn_temperature(factor, setting.mscale) / yarn_temperature(factor, setting.mscale_all_dim)
    return yarn_temperature(factor)


def ramp(inv_freq: Frequencies, setting: Setting) -> tuple[float, float]:
    """Pair index at which the released code's ramp begins, where a pair makes beta_fast turns, and at which it ends.

    Frequencies are taken as one geometric series, as RoPE's are. Where the whole ramp lies before the first pair or
    beyond the last, both are the end that lies nearer. Raises ValueError for a single pair.
    """
    _betas(setting)
    if len(inv_freq) < 2:
        raise ValueError("A ramp over pairs needs at least two pairs, so a rotary_dim of 4 or more.")
    ratio = math.log(inv_freq[0] / inv_freq[1])
    low, high = (
        math.log(_native(setting) * inv_freq[0] / (2 * math.pi * made)) / ratio
        for made in (setting.beta_fast, setting.beta_slow)
    )
    if setting.truncate:
        low, high = math.floor(low), math.ceil(high)
    last = 2 * len(inv_freq) - 1  # the released code's bound, in dimensions
    # Its ends cross where the whole ramp lies outside, and then every pair comes out the wrong way round.
    return float(max(low, min(high, 0))), float(min(high, max(low, last)))


def _stretched(inv_freq: Frequencies, factor: float) -> Frequencies:
    if len(inv_freq) < 2:
        raise ValueError("NTK-aware scaling needs at least two pairs, so a rotary_dim of 4 or more.")
    return inv_freq * factor ** (-np.arange(len(inv_freq)) / (len(inv_freq) - 1))


def _excess(setting: Setting) -> float:
    """The text's length over the native one, at least 1."""
    native = _native(setting)
    return max(setting.length or native, native) / native


def _blend(inv_freq: Frequencies, factor: float, kept: Frequencies) -> Frequencies:
    return kept * inv_freq + (1 - kept) * inv_freq / factor


def _longrope_attention_factor(setting: Setting) -> float:
    if setting.attention_factor is not None:
        return _positive(setting.attention_factor, "attention_factor")
    factor, native = _factor(setting), _native(setting)
    return math.sqrt(1 + math.log(factor) / math.log(native)) if factor > 1 and native > 1 else 1.0


def _factor(setting: Setting) -> float:
    return _positive(setting.factor, "factor")


def _native(setting: Setting) -> int:
    native = setting.native_length
    if not 1 <= native <= sys.float_info.max:
        raise ValueError(
            f"original_max_position_embeddings is {native}; it must be at least 1, the length of training."
        )
    return int(native)


def _betas(setting: Setting) -> float:
    """beta_fast - beta_slow, at least a ramp's least width."""
    fast, slow = _positive(setting.beta_fast, "beta_fast"), _positive(setting.beta_slow, "beta_slow")
    if fast < slow:
        raise ValueError(
            f"beta_fast is {fast} and beta_slow {slow}; beta_fast must be the larger, for example 32 and 1."
        )
    return max(fast - slow, STEP)


def _positive(value: float, name: str) -> float:
    if not 0 < value <= sys.float_info.max:  # an int may lie beyond, where math.isfinite raises OverflowError
        raise ValueError(f"{name} is {value}; it must be a finite number above 0.")
    return value
