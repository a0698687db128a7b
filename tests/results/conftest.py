"""Runs and value frames made by hand, so that every test knows the right answer beforehand."""

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core.results import Footer, Store

COLUMNS = ["attempt", "step", "tokens", "seconds", "split", "eval_length", "position", "metric", "value"]
LENGTHS = (128, 256, 512)
CONFIG = {"steps": 100, "train_length": 128, "batch_size": 32, "rope_theta": 1e4, "eval_lengths": list(LENGTHS)}


def rows_of(
    losses: Mapping[int, float], steps: int = 100, every: int = 50, attempt: int = 1, split: str = "val", first: int = 0
) -> pd.DataFrame:
    """Evaluations of both metrics at every length: tail_loss is the loss given, window_loss half a nat more."""
    rows: list[tuple[Any, ...]] = []
    for step in range(first, steps + 1, every):
        for length, loss in losses.items():
            head = (attempt, step, step * 4096, step * 0.1, split, length, None)
            rows += [(*head, "window_loss", loss + 0.5), (*head, "tail_loss", loss)]
        rows.append((attempt, step, step * 4096, step * 0.1, "train", None, None, "loss", 3.0))
    return pd.DataFrame(rows, columns=COLUMNS)


def footer_of(encoding: str = "rope", seed: int = 0, **changes: Any) -> Footer:
    """The footer of a finished run; config= adds to the config."""
    config = CONFIG | {"encoding": encoding, "seed": seed} | changes.pop("config", {})
    said = {
        "run_id": f"{encoding}-s{seed}",
        "status": "finished",
        "steps_done": config["steps"],
        "corpus": {"name": "tiny", "sha256": "ab12", "bytes": 10},
        "start": "2026-01-01T00:00:00+00:00",
        "heartbeat": "2026-01-01T00:02:00+00:00",
        "end": "2026-01-01T00:02:00+00:00",
    }
    return Footer(encoding=encoding, seed=seed, config=config, **(said | changes))


def values_of(series: Mapping[str, Mapping[int, float]], metric: str = "tail_loss", **same: Any) -> pd.DataFrame:
    """Final values as summary.final_values gives them, from {series: {seed: value}}."""
    config = json.dumps(CONFIG | same.pop("config", {}))
    defaults: dict[str, Any] = {"experiment": "e0", "scaling": "none", "split": "val", "eval_length": 256}
    defaults |= {"status": "finished", "step": 100, "used": True, "replaces": (), "machine": "m", "threads": 2}
    defaults |= {"dtype": "float32", "torch": "2", "config": config, "metric": metric}
    defaults |= {"corpus_sha256": "ab12"}
    rows = [
        defaults
        | {"name": f"{name}-{seed}", "run_id": f"{name}-{seed}", "encoding": name, "series": name}
        | {"seed": seed, "value": float(value)}
        | same
        for name, seeds in series.items()
        for seed, value in seeds.items()
    ]
    return pd.DataFrame(rows).astype({"eval_length": "Int64", "step": "Int64"})


@pytest.fixture(scope="session")
def make_rows() -> Callable[..., pd.DataFrame]:
    return rows_of


@pytest.fixture(scope="session")
def make_footer() -> Callable[..., Footer]:
    return footer_of


@pytest.fixture(scope="session")
def make_values() -> Callable[..., pd.DataFrame]:
    return values_of


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "runs")


@pytest.fixture
def put(store: Store) -> Callable[..., str]:
    """Write a run of one encoding and seed with the losses by length given, and return its name."""

    def write(
        encoding: str = "rope", seed: int = 0, losses: Mapping[int, float] | None = None, name: str = "", **changes: Any
    ) -> str:
        rows = changes.pop("rows", None)
        losses = losses if losses is not None else {128: 2.0, 256: 2.25, 512: 2.5}
        name = name or f"{encoding}-s{seed}"
        store.write(name, rows_of(losses) if rows is None else rows, footer_of(encoding, seed, **changes))
        return name

    return write


@pytest.fixture
def age(store: Store) -> Callable[[], None]:
    """Make every run file older than the window in which the index does not trust an mtime."""

    def back_date(seconds: float = 10) -> None:
        for path in Path(store.root).rglob("[!.]*.parquet"):
            os.utime(path, (time.time() - seconds, path.stat().st_mtime - seconds))

    return back_date
