"""What a training step costs as length, width and batch grow, and how many runs side by side use the cores best."""

from typing import Any

import torch

from benchmarks.contest import Entrant, Times, contest, groups
from benchmarks.machine import machine
from benchmarks.report import show, table

GROWTH: dict[str, tuple[dict[str, Any], ...]] = {
    # The batch shrinks as the length grows, so that a step has as many tokens at every length.
    "length": tuple({"train_length": n, "batch_size": 4096 // n, "eval_lengths": (n,)} for n in (64, 128, 256, 512)),
    "d_model": tuple({"d_model": width} for width in (64, 128, 256)),
    "batch_size": tuple({"batch_size": size} for size in (8, 16, 32, 64)),
}


def scaling(encoding: str = "rope", repetitions: int = 7, steps: int = 2, json: str | None = None) -> int:
    """Print microseconds a token by length, width and batch, and tokens per second by runs side by side.

    Args:
        encoding: Encoding to time.
        repetitions: Turns that each thing takes; at least 7.
        steps: Training steps a turn.
        json: File for the same figures.
    """
    repetitions, threads = max(7, repetitions), torch.get_num_threads()
    rows = []
    for setting, values in GROWTH.items():
        entrants = {str(c): Entrant("ours", {"encoding": encoding, **c}, threads) for c in values}
        times = contest(entrants, repetitions, steps)
        rows += [_row(setting, changes, times[str(changes)]) for changes in values]
    side_by_side = _side_by_side(encoding, threads, repetitions, steps)
    print(table(["setting", "value", "µs a token", "GFLOP/s", "GB"], [_cells(row) for row in rows]))
    print()
    cells = [[f"{r['jobs']} × {r['threads']}", f"{r['tokens_per_s']:,.0f}"] for r in side_by_side]
    print(table(["runs × threads", "tokens/s together"], cells))
    return show({"machine": machine(), "rows": rows, "side_by_side": side_by_side}, json)


def _side_by_side(encoding: str, cores: int, repetitions: int, steps: int) -> list[dict[str, Any]]:
    """Tokens per second of all runs together, for every power of two that the cores can be shared by."""
    shares = [2**n for n in range(cores.bit_length()) if 2**n <= cores]
    teams = {str(jobs): [Entrant("ours", {"encoding": encoding}, cores // jobs)] * jobs for jobs in shares}
    times = groups(teams, repetitions, steps)
    return [
        {
            "jobs": jobs,
            "threads": cores // jobs,
            "tokens_per_s": sum(one.facts["tokens"] / one.median for one in times[str(jobs)]),
        }
        for jobs in shares
    ]


def _row(setting: str, changes: dict[str, Any], times: Times) -> dict[str, Any]:
    return {
        "setting": setting,
        "value": changes.get(setting, changes.get("train_length")),
        "us_per_token": 1e6 * times.median / times.facts["tokens"],
        "flops_per_s": times.facts["flops"] / times.median,
        "peak_memory_bytes": times.peak,
    }


def _cells(row: dict[str, Any]) -> list[str]:
    figures = [f"{row['us_per_token']:.1f}", f"{row['flops_per_s'] / 1e9:.0f}", f"{row['peak_memory_bytes'] / 1e9:.2f}"]
    return [row["setting"], str(row["value"]), *figures]
