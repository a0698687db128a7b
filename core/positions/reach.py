"""How far the pairs of a head turn within a window, whichever part of the head a rotated share means."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from core.positions.rope import DEFAULT_BASE, inv_freq, turns, wavelengths
from core.positions.scaling import scaled
from core.positions.scaling_rules import Setting
from core.positions.seen import UNSEEN, covered, seen_angles

ShareOf = Literal["partial", "proportional"]


@dataclass(frozen=True, kw_only=True)
class Reach:
    """What `length` positions do to the pairs that turn, fastest first; arrays have the shape (num_pairs,)."""

    head_pairs: int  # of the whole head; those after the num_pairs that turn carry no position
    length: int
    inv_freq: Float[np.ndarray, "num_pairs"]  # rad/position
    wavelengths: Float[np.ndarray, "num_pairs"]  # positions a turn
    turns: Float[np.ndarray, "num_pairs"]
    degrees: Float[np.ndarray, "num_pairs"]  # of the arc of angles that the window has shown; at most 360
    slower: float  # how many times slower the slowest pair is than it would be at base 10,000

    @property
    def finished(self) -> np.ndarray:
        """Which pairs finish a turn, the complement of those that rope.slow_pairs counts, shape (num_pairs,)."""
        return self.wavelengths <= self.length

    @property
    def slow(self) -> int:
        """How many of the pairs that turn never finish a turn."""
        return int((~self.finished).sum())

    def unseen_at(self, position: int) -> int:
        """How many pairs stand at an angle that the window has not shown, at a position or over such a distance."""
        kinds = seen_angles(self.inv_freq, self.inv_freq, self.length, np.array([position]))
        return int((kinds == UNSEEN).sum())


def reach(head_dim: int, base: float, length: int, share: float = 1.0, share_of: ShareOf = "partial") -> Reach:
    """What a window of `length` positions shows to each pair that turns.

    Raises ValueError for a window without a position and for what `turning` refuses.
    """
    if length < 1:
        raise ValueError(f"the window has {length} positions; it must have at least 1.")
    frequencies = turning(head_dim, base, share, share_of)
    return Reach(
        head_pairs=head_dim // 2,
        length=length,
        inv_freq=frequencies,
        wavelengths=wavelengths(frequencies),
        turns=turns(frequencies, length),
        degrees=np.degrees(covered(frequencies, length)),
        slower=float(turning(head_dim, DEFAULT_BASE, share, share_of)[-1] / frequencies[-1]),
    )


def turning(
    head_dim: int, base: float, share: float = 1.0, share_of: ShareOf = "partial"
) -> Float[np.ndarray, "num_pairs"]:
    """Inverse frequencies in rad/position of the pairs that turn, fastest first; a share is rounded down to pairs.

    "partial" turns the first channels as if they were a head of their own, so that its pairs span all speeds down to
    the base (GPT-NeoX and partial_rotary_factor in transformers); "proportional" keeps the fastest pairs of the whole
    head and stops the others (p-RoPE, arXiv 2410.06205, section 5). Raises ValueError for an odd head_dim, a share
    that leaves no pair or is above 1, and another meaning.
    """
    whole = inv_freq(head_dim, base)
    pairs = int(share * head_dim) // 2 if 0 < share <= 1 else 0
    if not pairs:
        raise ValueError(f"the rotated share is {share}; it must be at most 1 and leave at least one pair that turns.")
    if share_of == "partial":
        return inv_freq(2 * pairs, base)
    if share_of == "proportional":
        kept = scaled("proportional", whole, Setting(share=share)).inv_freq
        return kept[kept > 0]
    raise ValueError(f'share_of is "{share_of}"; write "partial" or "proportional".')
