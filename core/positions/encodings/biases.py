"""The encodings that are added to the attention scores."""

from collections.abc import Callable

import numpy as np

from core.positions.bias import alibi_bias
from core.positions.encodings.record import Encoding, Parameter, TrainedBias
from core.positions.trained_bias import FIRE_WIDTH, T5_BUCKETS, fire_bias, kerple_log_bias, t5_bias

Start = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]
KERPLE_LEAST = 0.01  # the authors' code keeps both numbers at or above it


def _uniform(low: float, high: float) -> Start:
    return lambda rng, shape: rng.uniform(low, high, shape)


def _constant(value: float) -> Start:
    return lambda rng, shape: np.full(shape, value)


def _small(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    # As every matrix of the model starts.
    return rng.normal(scale=0.02, size=shape)


def _fan_in(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    # What a linear layer of PyTorch with FIRE_WIDTH inputs starts from.
    return rng.uniform(-1, 1, shape) / np.sqrt(FIRE_WIDTH)


_T5 = TrainedBias(
    value=t5_bias,
    parameters={
        "table": Parameter(shape=lambda sizes: (T5_BUCKETS, sizes.heads), start=_small),
    },
)
_KERPLE = TrainedBias(
    value=kerple_log_bias,
    parameters={
        "p": Parameter(shape=lambda sizes: (sizes.heads,), start=_uniform(0, 2), least=KERPLE_LEAST),
        "a": Parameter(shape=lambda sizes: (sizes.heads,), start=_uniform(0, 1), least=KERPLE_LEAST),
    },
)
_FIRE = TrainedBias(
    value=fire_bias,
    by_distance=False,
    parameters={
        "c": Parameter(shape=lambda sizes: (), start=_constant(0.1)),
        "length": Parameter(shape=lambda sizes: (), start=_constant(1.0)),
        "weight_in": Parameter(shape=lambda sizes: (FIRE_WIDTH,), start=_uniform(-1, 1)),
        "bias_in": Parameter(shape=lambda sizes: (FIRE_WIDTH,), start=_uniform(-1, 1)),
        "weight_out": Parameter(shape=lambda sizes: (sizes.heads, FIRE_WIDTH), start=_fan_in),
        "bias_out": Parameter(shape=lambda sizes: (sizes.heads,), start=_fan_in),
    },
)

ENCODINGS = (
    Encoding(
        name="alibi",
        label="ALiBi",
        summary="A fixed penalty that grows linearly with distance is added to the scores, steeper in some heads.",
        source="Press et al. 2022 (arXiv 2108.12409), section 3",
        colour="#D55E00",
        dash=(6, 2, 1, 2, 1, 2),
        bias=alibi_bias,
    ),
    Encoding(
        name="t5",
        label="T5 bias",
        summary="Each head trains a number for each of 32 ranges of distance; the last holds all from 113 on.",
        source="Raffel et al. 2020 (arXiv 1910.10683), section 2.1",
        colour="#C8443C",
        dash=(3, 1),
        trained_bias=_T5,
    ),
    Encoding(
        name="kerple",
        label="KERPLE, logarithmic",
        summary="A penalty that grows with the logarithm of distance, with two trained numbers a head.",
        source="Chi et al. 2022 (arXiv 2205.09921), definition 2",
        colour="#B5651D",
        dash=(9, 2, 1, 2),
        trained_bias=_KERPLE,
    ),
    Encoding(
        name="fire",
        label="FIRE",
        summary="A small network turns distance, as a share of what the query sees on a log scale, into a bias.",
        source="Li et al. 2024 (arXiv 2310.04418), section 3.2; all layers share it",
        colour="#E0527A",
        dash=(2, 1, 6, 1),
        trained_bias=_FIRE,
    ),
    Encoding(
        name="fox",
        label="Forgetting gate (FoX)",
        summary="Each token sets how much every head forgets of what lies before it; nothing else tells positions.",
        source="Lin et al. 2025 (arXiv 2503.02130), section 3",
        colour="#9A6A9E",
        dash=(1, 1, 5, 1),
        forget_gate=True,
    ),
)
