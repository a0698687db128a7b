"""Runs that nobody trained: as many as a large study has, in the project's own format, made in seconds.

Twelve encodings with as many seeds as it takes, 1,000 steps each: the training loss of every step, and an evaluation
at seven lengths every 100 steps. A run is 1,154 rows; "small" ones hold their last evaluation alone, 14 rows.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from core.positions.encodings import ENCODINGS
from core.results import Footer, Store
from core.training.config import RunConfig

ENCODED = tuple(ENCODINGS)[:12]
STEPS, EVERY = 1000, 100
LENGTHS = RunConfig().eval_lengths
EVALUATED = ("window_loss", "tail_loss")
TOKENS = RunConfig().tokens_per_step


@dataclass(frozen=True, kw_only=True)
class MadeRun:
    """One run: its loss at every step, shape (STEPS,), and at every evaluation, shape (evaluations, lengths, 2)."""

    encoding: str
    seed: int
    train: np.ndarray
    evaluated: np.ndarray

    @property
    def name(self) -> str:
        """The run's name below the root."""
        return f"{self.encoding}-s{self.seed}"

    def rows(self, small: bool = False) -> pd.DataFrame:
        """The rows of the run file."""
        values = self.evaluated[-1:].ravel() if small else np.concatenate([self.train, self.evaluated.ravel()])
        return _without_values(small).assign(value=values)

    def footer(self) -> Footer:
        """The footer of a run that finished."""
        config = RunConfig(encoding=self.encoding, seed=self.seed, corpus="made", steps=STEPS).to_dict()
        day = f"2026-01-{1 + self.seed % 28:02d}T00"
        return Footer(
            run_id=self.name, encoding=self.encoding, seed=self.seed, config=config, status="finished",
            steps_done=STEPS, corpus={"name": "made", "sha256": "00", "bytes": 1}, commit="0" * 40, threads=2,
            dtype="float32", machine="made", start=f"{day}:00:00+00:00", heartbeat=f"{day}:02:00+00:00",
            end=f"{day}:02:00+00:00",
        )  # fmt: skip


def made_runs(count: int) -> Iterator[MadeRun]:
    """That many runs, the encodings in turn, so that each has about as many seeds."""
    steps, evaluations = np.arange(1, STEPS + 1), np.arange(0, STEPS + 1, EVERY)
    beyond = np.maximum(0, np.log2(np.array(LENGTHS) / RunConfig().train_length))
    for number in range(count):
        seed, place = divmod(number, len(ENCODED))
        draws = np.random.default_rng(number)
        level = 1.6 + 0.03 * place + 0.01 * draws.standard_normal()
        train = level + 4 * np.exp(-steps / 120) + 0.05 * draws.standard_normal(STEPS)
        at = level + 4 * np.exp(-evaluations / 120)
        rise = (0.05 + 0.04 * place) * beyond * (1 + 0.05 * draws.standard_normal())
        evaluated = (at[:, None] + rise)[..., None] + np.array([0.1, 0.0])
        yield MadeRun(encoding=ENCODED[place], seed=seed, train=train, evaluated=evaluated)


@cache
def _without_values(small: bool) -> pd.DataFrame:
    """The rows that every run has, but for their values."""
    steps, each = np.arange(0, STEPS + 1, EVERY)[-1 if small else 0 :], len(LENGTHS) * len(EVALUATED)
    evaluated = pd.DataFrame(
        {
            "step": np.repeat(steps, each),
            "split": "val",
            "eval_length": np.tile(np.repeat(LENGTHS, len(EVALUATED)), len(steps)),
            "metric": np.tile(EVALUATED, len(steps) * len(LENGTHS)),
        }
    )
    trained = pd.DataFrame({"step": np.arange(1, STEPS + 1), "split": "train", "metric": "loss"})
    rows = evaluated if small else pd.concat([trained, evaluated], ignore_index=True)
    return rows.assign(attempt=1, tokens=rows["step"] * TOKENS, seconds=rows["step"] * 0.1)


def write_runs(root: Path, count: int, small: bool = False) -> None:
    """Write that many runs below the root."""
    store = Store(root)
    for run in made_runs(count):
        store.write(run.name, run.rows(small), run.footer())


def touch(root: Path, turn: int) -> None:
    """Give every run file a new time, as if all had been trained anew a minute ago."""
    at = time.time_ns() - 60 * 10**9 + turn
    for path in root.glob("*.parquet"):
        if not path.name.startswith("."):
            os.utime(path, ns=(at, at))
