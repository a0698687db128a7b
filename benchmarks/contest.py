"""Things compared in one run: each in a process of its own, taking turns, so that a busy moment strikes them all."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAUSE = 0.02  # seconds, in which the threads of the one before stop spinning


@dataclass(frozen=True)
class Entrant:
    """What is timed: a function of benchmarks.entrants by name, what it is called with, and its processor threads."""

    function: str
    arguments: Mapping[str, Any]
    threads: int


class Worker:
    """An entrant's process, ready to take steps."""

    def __init__(self, entrant: Entrant) -> None:
        words = json.dumps([entrant.function, dict(entrant.arguments), entrant.threads])
        # A user's shell sets no threads for a peer; each sets its own.
        environment = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
        self.name = f"{entrant.function} {dict(entrant.arguments)}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.entrants", words],
            cwd=ROOT, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.facts: dict[str, Any] = self.answer()

    def ask(self, steps: int) -> None:
        """Let it take so many steps."""
        assert self.process.stdin
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """What it says when it is ready: its facts at first, then seconds and peak memory.

        Raises RuntimeError with its last words where it has died.
        """
        assert self.process.stdout and self.process.stderr
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} could not be measured: {self.process.stderr.read().strip()[-500:]}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True)
class Times:
    """Seconds a step of one entrant, a value each repetition, its peak memory in bytes, and what it said of itself."""

    seconds: list[float]
    peak: int
    facts: dict[str, Any]

    @property
    def median(self) -> float:
        """Median seconds a step."""
        return statistics.median(self.seconds)

    def quartiles(self) -> tuple[float, float]:
        """Lower and upper quartile of the seconds a step."""
        lower, _, upper = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return lower, upper


def ratio(slower: Times, faster: Times) -> float:
    """How many times as fast the second one is: the median over repetitions, each with both taken side by side."""
    return statistics.median(a / b for a, b in zip(slower.seconds, faster.seconds, strict=True))


def contest(entrants: Mapping[str, Entrant], repetitions: int, steps: int) -> dict[str, Times]:
    """Times of every entrant, taken in turn, `steps` steps at a time."""
    return {name: times[0] for name, times in groups({n: [e] for n, e in entrants.items()}, repetitions, steps).items()}


def groups(entrants: Mapping[str, Sequence[Entrant]], repetitions: int, steps: int) -> dict[str, list[Times]]:
    """The same for groups whose members run at the same time."""
    workers = dict[str, list[Worker]]()
    try:
        for name, members in entrants.items():
            workers[name] = [Worker(member) for member in members]
            print(f"{name} is ready", file=sys.stderr, flush=True)
        answers: dict[str, list[list[dict[str, Any]]]] = {name: [] for name in workers}
        for _ in range(repetitions):
            for name, team in workers.items():
                time.sleep(PAUSE)
                for worker in team:
                    worker.ask(steps)
                answers[name].append([worker.answer() for worker in team])
    finally:
        for team in workers.values():
            for worker in team:
                worker.close()
    return {
        name: [
            Times([one[i]["seconds"] / steps for one in answers[name]], answers[name][-1][i]["peak"], worker.facts)
            for i, worker in enumerate(team)
        ]
        for name, team in workers.items()
    }
