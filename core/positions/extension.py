"""What each rule for longer texts does to a model, side by side: frequencies, angles, neighbours, short texts."""

import math
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float, Int

from core.positions.decay import mean_cosine
from core.positions.rope import turns
from core.positions.scaling import scaled
from core.positions.scaling_rules import Frequencies, Setting, ramp
from core.positions.seen import UNSEEN, seen_angles

COMPARED = (
    "none",
    "linear",
    "ntk",
    "dynamic",
    "dynamic-paper",
    "by-parts",
    "yarn",
    "yarn-paper",
    "llama3",
    "longrope",
)
USUAL = ("none", "linear", "ntk", "yarn")  # what a reader sees before choosing
CELLS = 256  # positions of a map, at most
_SAME = 1e-9  # relative; a ratio this close to 1 is 1


@dataclass(frozen=True, kw_only=True)
class Extended:
    """One rule at one target. Pairs are kept, blended or divided by the factor; `seen` is the map at `positions`."""

    name: str
    inv_freq: Frequencies  # rad/position
    ratio: Frequencies  # new frequency over the trained one
    kept: int
    blended: int
    divided: int  # by the factor or, in one rule, by more
    bounds: tuple[float, float] | None  # pair indices between which the rule blends
    positions: Int[np.ndarray, "count"]
    seen: Int[np.ndarray, "num_pairs count"]
    unseen: float  # share of the map's cells at an angle that no training showed
    neighbour_angle: float  # rad between two neighbours in the fastest pair
    contrast: float  # 1 - mean cosine of two neighbours, over that of the trained model
    attention_factor: float  # on cos and sin
    changes_short_texts: bool  # whether a text of the native length already turns otherwise than in training

    @property
    def logit_factor(self) -> float:
        """What scores are multiplied by: the attention factor of q times that of k."""
        return self.attention_factor**2


def target_setting(native_length: int, factor: float) -> Setting:
    """The setting for a text of factor * native_length positions."""
    return Setting(native_length=native_length, factor=factor, length=round(native_length * factor))


def extended(name: str, inv_freq: Frequencies, setting: Setting) -> Extended:
    """What the rule of this name does up to setting.length; raises ValueError for a setting that it cannot take."""
    found, native = scaled(name, inv_freq, setting), setting.native_length
    short = scaled(name, inv_freq, replace(setting, length=native))
    positions = cells(setting.length or native)
    seen = seen_angles(found.inv_freq, inv_freq, native, positions)
    ratio = found.inv_freq / inv_freq
    kept = ratio >= 1 - _SAME
    divided = ~kept & (ratio * setting.factor <= 1 + _SAME)
    return Extended(
        name=name,
        inv_freq=found.inv_freq,
        ratio=ratio,
        kept=int(kept.sum()),
        blended=int((~kept & ~divided).sum()),
        divided=int(divided.sum()),
        bounds=bounds(name, inv_freq, setting),
        positions=positions,
        seen=seen,
        unseen=float((seen == UNSEEN).mean()),
        neighbour_angle=float(found.inv_freq[0]),
        contrast=_apart(found.inv_freq) / _apart(inv_freq),
        attention_factor=found.attention_factor,
        changes_short_texts=bool(np.any(short.inv_freq != inv_freq) or short.attention_factor != 1),
    )


def cells(length: int) -> Int[np.ndarray, "count"]:
    """Positions 0 to length - 1, each once, or the middles of CELLS equal stretches of them, shape (count,)."""
    count = min(CELLS, length)
    return np.floor((np.arange(count) + 0.5) * length / count).astype(np.int64)


def bounds(name: str, inv_freq: Frequencies, setting: Setting) -> tuple[float, float] | None:
    """Pair indices at which a rule begins to slow pairs and from which it slows them in full; None without a ramp.

    The released YaRN rounds them to whole pairs; the others count turns, and their indices are where a geometric series
    makes so many.
    """
    if name == "yarn":
        return ramp(inv_freq, setting)
    made = {
        "by-parts": (setting.beta_fast, setting.beta_slow),
        "yarn-paper": (setting.beta_fast, setting.beta_slow),
        "llama3": (setting.high_freq_factor, setting.low_freq_factor),
    }.get(name)
    if made is None or len(inv_freq) < 2:
        return None
    step, most = math.log(inv_freq[0] / inv_freq[1]), turns(inv_freq, setting.native_length)[0]
    first, last = (math.log(most / count) / step for count in made)
    return first, last


def runs_of(row: Int[np.ndarray, "count"]) -> list[tuple[int, int, int]]:
    """A row of the map as stretches of one value: (value, first index, index after the last)."""
    edges = np.flatnonzero(np.diff(row)) + 1
    starts, ends = np.concatenate([[0], edges]), np.concatenate([edges, [len(row)]])
    return [(int(row[start]), int(start), int(end)) for start, end in zip(starts, ends, strict=True)]


def shares(found: Extended) -> Float[np.ndarray, "count_plus_one"]:
    """Where the map's cells begin and end, as shares of the target length, shape (count + 1,)."""
    return np.arange(len(found.positions) + 1) / len(found.positions)


def _apart(inv_freq: Frequencies) -> float:
    return 1 - mean_cosine(inv_freq, np.array([1])).item()
