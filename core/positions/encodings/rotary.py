"""The encodings that turn queries and keys."""

import numpy as np
from jaxtyping import Float

from core.positions.encodings.record import Angles, Encoding, Positions, Sizes
from core.positions.rope import angles, inv_freq, turns

SHARE = 0.75  # of the pairs that p-RoPE turns: the share that came out best in its paper's table
RANDOM_RANGE = 2048  # numbers that randomised positions are drawn from, as in their paper


def _rope(position: Positions, sizes: Sizes) -> Angles:
    return angles(position, inv_freq(sizes.head_dim, sizes.rope_theta))


def _rope_quarter(position: Positions, sizes: Sizes) -> Angles:
    # The frequencies are those of the rotated quarter, not the first ones of the whole head (that is p-RoPE).
    return angles(position, inv_freq(sizes.head_dim // 4, sizes.rope_theta))


def _p_rope(position: Positions, sizes: Sizes) -> Angles:
    kept = int(SHARE * (sizes.head_dim // 2))
    return angles(position, _still_but(inv_freq(sizes.head_dim, sizes.rope_theta), kept))


def _hope(position: Positions, sizes: Sizes) -> Angles:
    whole = inv_freq(sizes.head_dim, sizes.rope_theta)
    return angles(position, _still_but(whole, int((turns(whole, sizes.train_length) >= 1).sum())))


def _still_but(frequencies: Float[np.ndarray, "num_pairs"], kept: int) -> Float[np.ndarray, "num_pairs"]:
    """The frequencies with those of all pairs but the `kept` fastest at 0."""
    return np.where(np.arange(len(frequencies)) < kept, frequencies, 0.0)


ENCODINGS = (
    Encoding(
        name="rope",
        label="RoPE",
        summary="Queries and keys turn by an angle that grows with position, so a score depends on distance alone.",
        source="Su et al. 2021 (arXiv 2104.09864), section 3.2.2",
        colour="#1F74D1",
        dash=(),
        angles=_rope,
    ),
    Encoding(
        name="rope-partial",
        label="RoPE, a quarter of the head",
        summary="Only the first quarter of each head's channels turns; the rest carries content without position.",
        source="GPT-NeoX (rotary_pct 0.25)",
        colour="#00936B",
        dash=(12, 3),
        angles=_rope_quarter,
    ),
    Encoding(
        name="p-rope",
        label="p-RoPE, three quarters",
        summary="The slowest quarter of the pairs does not turn at all; the others turn as in RoPE.",
        source="Barbero et al. 2024 (arXiv 2410.06205), section 5",
        colour="#3B82A0",
        dash=(10, 2, 4, 2),
        angles=_p_rope,
    ),
    Encoding(
        name="hope",
        label="HoPE",
        summary="Only the pairs that finish a turn within the training window turn; the slower ones stand still.",
        source="Chen et al. 2024 (arXiv 2410.21216)",
        colour="#5E8C1A",
        dash=(5, 1, 1, 1),
        angles=_hope,
    ),
    Encoding(
        name="rope-hybrid",
        label="RoPE, every fourth layer without",
        summary="RoPE in three layers of four; each fourth layer has no position at all.",
        source="Llama 4; SWAN-GPT (arXiv 2504.08719); RNoPE (arXiv 2501.18795)",
        colour="#4A6FD0",
        dash=(14, 3, 2, 3),
        angles=_rope,
        plain_every=4,
    ),
    Encoding(
        name="rope-randomised",
        label="RoPE, randomised positions",
        summary="RoPE on positions drawn anew for each batch: a sorted random subset of 0 to 2,047.",
        source="Ruoss et al. 2023 (arXiv 2305.16843), section 3",
        colour="#6C7A2E",
        dash=(1, 2),
        angles=_rope,
        drawn_from=RANDOM_RANGE,
    ),
)
