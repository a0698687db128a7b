"""The machine that a figure belongs to, and how fast it multiplies matrices: the bound that a training step has."""

import statistics
import time
from datetime import UTC, datetime
from typing import Any

import torch

from core.training.environment import environment

# Rows, inner and columns of every product of a reference layer's forward pass, its backward pass and the logits.
SHAPES = ((4096, 128, 384), (4096, 128, 128), (4096, 128, 512), (4096, 512, 128), (128, 4096, 512), (4096, 128, 256))


def machine() -> dict[str, Any]:
    """Processor, threads, whether it has AMX, PyTorch's version, commit and date."""
    facts = environment()
    versions = facts["versions"]
    assert isinstance(versions, dict)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": facts["machine"],
        "amx": torch.cpu._is_amx_tile_supported(),
        "threads": torch.get_num_threads(),
        "torch": versions["torch"],
        "commit": facts["commit"],
    }


def matrix_rate(dtype: torch.dtype, repetitions: int) -> float:
    """Median over repetitions of the FLOP/s of the reference step's matrix products in this dtype."""
    pairs = [(torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)) for m, k, n in SHAPES]
    flops = 2 * sum(m * k * n for m, k, n in SHAPES)
    for a, b in pairs:
        a @ b
    seconds = []
    for _ in range(repetitions):
        began = time.perf_counter()
        for a, b in pairs:
            a @ b
        seconds.append(time.perf_counter() - began)
    return flops / statistics.median(seconds)


def matrix_rates(repetitions: int = 21) -> dict[str, float]:
    """FLOP/s by dtype: float32, and bfloat16, which is faster only where the processor multiplies it itself."""
    types = {"float32": torch.float32, "bfloat16": torch.bfloat16}
    return {name: matrix_rate(dtype, repetitions) for name, dtype in types.items()}
