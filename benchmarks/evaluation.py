"""What an evaluation costs: by length, by the number of windows, beside the training of a run, and in memory."""

from typing import Any

import torch

from benchmarks.contest import Entrant, Times, contest
from benchmarks.machine import machine
from benchmarks.report import show, table
from core.training.config import RunConfig

LENGTHS = (128, 256, 512, 1024)
WINDOWS = (8, 16, 32, 64)


def evaluation(
    encodings: tuple[str, ...] = ("none", "rope", "alibi"), repetitions: int = 7, json: str | None = None
) -> int:
    """Print microseconds a token by length and by windows, the share of a run, and peak memory.

    Args:
        encodings: Encodings to time.
        repetitions: Turns that each thing takes; at least 7.
        json: File for the same figures.
    """
    rows = [_row(name, max(7, repetitions)) for name in encodings]
    report = {"machine": machine(), "rows": rows}
    heads = ["encoding", *(f"{n} tokens" for n in LENGTHS), *(f"{n} windows" for n in WINDOWS), "share", "GB"]
    print("µs a token by length (32 windows), then at length 128 by windows; share of a run; peak memory at 1,024")
    print(table(heads, [_cells(row) for row in rows]))
    return show(report, json)


def _row(encoding: str, repetitions: int) -> dict[str, Any]:
    threads = torch.get_num_threads()
    by_length = {f"length {n}": _entrant(encoding, 32, n, threads) for n in LENGTHS}
    by_windows = {f"windows {n}": _entrant(encoding, n, 128, threads) for n in WINDOWS}
    whole = {
        "training": Entrant("ours", {"encoding": encoding}, threads),
        "evaluation": Entrant("whole_evaluation", {"encoding": encoding, "last": False}, threads),
        "last": Entrant("whole_evaluation", {"encoding": encoding, "last": True}, threads),
    }
    times = contest(by_length | by_windows | whole, repetitions, 1)
    config = RunConfig()
    evaluating = config.steps // config.eval_every * times["evaluation"].median + times["last"].median
    training = config.steps * times["training"].median
    return {
        "encoding": encoding,
        "us_per_token_by_length": {n: _microseconds(times[f"length {n}"]) for n in LENGTHS},
        "us_per_token_by_windows": {n: _microseconds(times[f"windows {n}"]) for n in WINDOWS},
        "seconds_per_evaluation": times["evaluation"].median,
        "seconds_of_the_last": times["last"].median,
        "share_of_a_run": evaluating / (evaluating + training),
        "peak_memory_bytes_at_1024": times["length 1024"].peak,
        "peak_memory_bytes_training": times["training"].peak,
    }


def _entrant(encoding: str, windows: int, length: int, threads: int) -> Entrant:
    return Entrant("evaluation", {"encoding": encoding, "windows": windows, "length": length}, threads)


def _microseconds(times: Times) -> float:
    return 1e6 * times.median / times.facts["tokens"]


def _cells(row: dict[str, Any]) -> list[str]:
    figures = [*row["us_per_token_by_length"].values(), *row["us_per_token_by_windows"].values()]
    memory = row["peak_memory_bytes_at_1024"] / 1e9
    return [row["encoding"], *(f"{value:.1f}" for value in figures), f"{row['share_of_a_run']:.1%}", f"{memory:.2f}"]
