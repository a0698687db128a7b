"""One rotation of a model: its base frequencies, what its scaling makes of them, and what that means in turns."""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float

from core.positions import rope, scaling_rules
from core.positions.reach import Reach, reach_of
from core.positions.scaling import SCALINGS, Scaled, Setting, scaled


@dataclass(frozen=True, kw_only=True)
class LayerRope:
    """The rotation of one kind of layer. Lengths are in positions; None stands for what the file does not say."""

    layer_type: str  # "all" where the model has one rotation
    layers: tuple[int, ...] | None  # counted from 0; None: not known
    rope_type: str  # as a config writes it today
    scaling: str  # name in SCALINGS
    setting: Setting
    base: float
    head_dim: int
    rotary_dim: int
    original: int | None = None  # the length that a rule goes by, where it does
    window: int | None = None  # what a pair can have seen: the length in training, or a sliding window
    target: int | None = None  # the longer length that the scaling is for
    mscales: tuple[float, float] | None = None  # factors on cos and sin up to the original length, and beyond

    @property
    def inv_freq(self) -> Float[np.ndarray, "num_pairs"]:
        """Inverse frequencies before scaling in rad/position, fastest pair first, shape (rotary_dim // 2,)."""
        return rope.inv_freq(self.rotary_dim, self.base)

    def at(self, length: int | None = None) -> Scaled:
        """The frequencies for a text of this many tokens; None stands for one that fits the original window."""
        made = scaled(self.scaling, self.inv_freq, replace(self.setting, length=length))
        if self.mscales is None:
            return made
        return Scaled(made.inv_freq, self.mscales[self.list_used(length) == "long"])

    @property
    def longest(self) -> int | None:
        """The longer length that the scaling is for, else the window."""
        return self.target or self.window

    @property
    def by_length(self) -> bool:
        """Whether the frequencies depend on the length of the text at hand."""
        return "length" in SCALINGS[self.scaling].reads

    def list_used(self, length: int | None) -> str | None:
        """Which list of LongRoPE's divisors a text of this many tokens gets: "short" or "long"."""
        if self.scaling != "longrope":
            return None
        return "long" if (length or 0) > self.setting.native_length else "short"

    def effective_base(self, length: int | None = None) -> float:
        """The base whose plain frequencies are these, for rules that change nothing but the base."""
        made = self.at(length).inv_freq
        pairs = len(made)
        return float((made[0] / made[-1]) ** (pairs / (pairs - 1))) if pairs > 1 else self.base

    def incomplete(self, window: int, length: int | None = None, before_scaling: bool = False) -> int:
        """Pairs that do not finish one turn within `window` positions; with a text of `length` tokens."""
        made = self.inv_freq if before_scaling else self.at(length).inv_freq
        return int(np.sum(rope.turns(made, window) < 1))

    def reach(self, length: int | None = None) -> Reach | None:
        """What the longest window shows to the pairs that turn; None where no pair does or no window is known."""
        made = self.at(length).inv_freq
        turning = made[made > 0]
        if not len(turning) or self.longest is None:
            return None
        usual = rope.inv_freq(self.rotary_dim, rope.DEFAULT_BASE)[len(turning) - 1]
        return reach_of(turning, self.head_dim // 2, self.longest, usual)

    def longest_wavelength(self, length: int | None = None) -> float | None:
        """Positions for one turn of the slowest pair that turns at all."""
        made = self.at(length).inv_freq
        turning = made[made > 0]
        return float(rope.wavelengths(turning).max()) if len(turning) else None

    @property
    def ramp(self) -> tuple[float, float] | None:
        """YaRN's ramp in pair indices: where it begins and where it ends."""
        return scaling_rules.ramp(self.inv_freq, self.setting) if self.scaling == "yarn" else None

    @property
    def bands(self) -> tuple[int, int, int] | None:
        """Llama 3's pairs: how many are kept, blended and divided in full."""
        if self.scaling != "llama3":
            return None
        made = rope.turns(self.inv_freq, self.setting.native_length)
        low, high = self.setting.low_freq_factor, self.setting.high_freq_factor
        kept = int(np.sum(made >= high)) if high > low else int(np.sum(made >= low))
        divided = int(np.sum(made <= low)) if high > low else len(made) - kept
        return kept, len(made) - kept - divided, divided


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Another way to read the same file, under the name that a report gives it."""

    name: str
    rope: LayerRope
