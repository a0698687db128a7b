"""Every position encoding, each declared once: what it adds, turns or biases, and how it looks in every picture.

To add one, write its function in the file of its kind and append a record here. The trainer's choices, the legends, the
calculators and the tests all iterate over ENCODINGS.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from core.positions.absolute import sinusoidal_table
from core.positions.bias import alibi_bias
from core.positions.rope import angles, inv_freq


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """One encoding. A hook that is None does nothing; the record with no hook at all is `none`."""

    name: str
    label: str
    summary: str
    source: str
    colour: str  # the same on every page; contrast of at least 3 on the light and on the dark background
    dash: tuple[int, ...]  # stroke pattern in px, so that no series is told by colour alone
    table: Callable[[int, int], Float[np.ndarray, "length d_model"]] | None = None  # (length, d_model), is added to x
    angles: Callable[[int, int, float], Float[np.ndarray, "length pairs"]] | None = (
        None  # (length, head_dim, base), rad
    )
    bias: Callable[[int, int], Float[np.ndarray, "heads length"]] | None = None  # (length, heads), by distance back
    learned_table: bool = False  # the model trains a table of train_length rows
    scale_embeddings: bool = False  # embeddings times sqrt(d_model), so that the table does not drown them


def _rope(length: int, head_dim: int, base: float) -> Float[np.ndarray, "length pairs"]:
    return angles(np.arange(length), inv_freq(head_dim, base))


def _rope_quarter(length: int, head_dim: int, base: float) -> Float[np.ndarray, "length pairs"]:
    # The frequencies are those of the rotated quarter, not the first ones of the whole head (that is p-RoPE).
    return angles(np.arange(length), inv_freq(head_dim // 4, base))


_ALL = (
    Encoding(
        name="none",
        label="None (NoPE)",
        summary="No position at all; only the causal mask tells the first token from the last.",
        source="Haviv et al. 2022; Kazemnejad et al. 2023 (arXiv 2305.19466)",
        colour="#7F7F7F",
        dash=(2, 2),
    ),
    Encoding(
        name="learned",
        label="Learned table",
        summary="A trained vector for each position of the training window; there is no row beyond it.",
        source="GPT-2; Vaswani et al. 2017 (arXiv 1706.03762), table 3 row E",
        colour="#C0569B",
        dash=(8, 3),
        learned_table=True,
    ),
    Encoding(
        name="sinusoidal",
        label="Sinusoidal",
        summary="Fixed sines and cosines are added to embeddings that were multiplied by sqrt(d_model).",
        source="Vaswani et al. 2017 (arXiv 1706.03762), sections 3.4 and 3.5",
        colour="#8A63D2",
        dash=(4, 2),
        table=sinusoidal_table,
        scale_embeddings=True,
    ),
    Encoding(
        name="sinusoidal-raw",
        label="Sinusoidal, unscaled",
        summary="The same sines and cosines added to unscaled embeddings, which they drown at the start.",
        source="Vaswani et al. 2017 (arXiv 1706.03762), section 3.5 without the factor of 3.4",
        colour="#A87B00",
        dash=(8, 2, 2, 2),
        table=sinusoidal_table,
    ),
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
        name="alibi",
        label="ALiBi",
        summary="A fixed penalty that grows linearly with distance is added to the scores, steeper in some heads.",
        source="Press et al. 2022 (arXiv 2108.12409), section 3",
        colour="#D55E00",
        dash=(6, 2, 1, 2, 1, 2),
        bias=alibi_bias,
    ),
)

ENCODINGS = {encoding.name: encoding for encoding in _ALL}
