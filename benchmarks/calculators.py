"""How long a calculator takes to compute itself anew, its charts with it, beside transformers' table of frequencies."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.contest import Times, ratio
from benchmarks.machine import machine
from benchmarks.report import show, table
from core.charts import Room, dials, seen_map, wavelengths
from core.positions.reach import reach
from core.positions.rope import inv_freq

HEAD_DIM, LENGTH, BASE = 256, 1_048_576, 1e6
TABLE, PEER = "our inv_freq", "transformers' inv_freq"


def frequencies() -> object:
    """All that the page Frequencies asks of core, without Streamlit."""
    found = reach(HEAD_DIM, BASE, LENGTH)
    drawn = seen_map(found.inv_freq, found.inv_freq, found.length)
    return wavelengths(found, Room(base=1e8, length=LENGTH)), dials(found), drawn, found.unseen_at(8 * LENGTH - 1)


PAGES: dict[str, Callable[[], object]] = {"frequencies": frequencies}


def calculators(repetitions: int = 21, json: str | None = None) -> int:
    """Print the time of each page's computation and of the bare table, ours and transformers', taken in turn.

    Args:
        repetitions: Turns that each takes; at least 7.
        json: File for the same figures.
    """
    entrants = {**PAGES, TABLE: lambda: inv_freq(HEAD_DIM, BASE), PEER: _transformers()}
    times = _in_turn(entrants, max(7, repetitions))
    rows = [_row(name, one, times[PEER]) for name, one in times.items()]
    print(f"head_dim {HEAD_DIM}, length {LENGTH:,}, rope_theta {BASE:,.0f}\n")
    print(table(["computed", "median ms", "quartiles ms", "times the peer's"], [_cells(row) for row in rows]))
    setting = {"head_dim": HEAD_DIM, "length": LENGTH, "rope_theta": BASE, "repetitions": max(7, repetitions)}
    return show({"machine": machine(), "setting": setting, "rows": rows}, json)


def _transformers() -> Callable[[], object]:
    """What transformers calls for the same table."""
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

    said = {"rope_type": "default", "rope_theta": BASE}
    config = LlamaConfig(
        head_dim=HEAD_DIM, hidden_size=HEAD_DIM, num_attention_heads=1, rope_parameters=said,
        max_position_embeddings=LENGTH,
    )  # fmt: skip
    return lambda: LlamaRotaryEmbedding.compute_default_rope_parameters(config)


def _in_turn(entrants: dict[str, Callable[[], object]], repetitions: int) -> dict[str, Times]:
    """Seconds of every entrant, one call a turn, after a first call that is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in entrants}
    for turn in range(1 + repetitions):
        for name, compute in entrants.items():
            began = time.perf_counter()
            compute()
            if turn:
                seconds[name].append(time.perf_counter() - began)
    return {name: Times(values, 0, {}) for name, values in seconds.items()}


def _row(name: str, times: Times, peer: Times) -> dict[str, Any]:
    return {
        "name": name,
        "ms": [1000 * value for value in times.seconds],
        "median_ms": 1000 * statistics.median(times.seconds),
        "quartiles_ms": [1000 * value for value in times.quartiles()],
        "ratio_to_transformers": ratio(times, peer),
    }


def _cells(row: dict[str, Any]) -> list[str]:
    low, high = row["quartiles_ms"]
    return [row["name"], f"{row['median_ms']:.3f}", f"{low:.3f} to {high:.3f}", f"{row['ratio_to_transformers']:.2f}"]
