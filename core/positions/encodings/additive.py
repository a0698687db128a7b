"""No encoding at all, and the encodings that are added to the embeddings."""

from core.positions.absolute import sinusoidal_table
from core.positions.encodings.record import Encoding

ENCODINGS = (
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
)
