"""A small study in real run files: seven encodings, three seeds, with curves of known shape."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.positions.encodings import ENCODINGS
from core.results import Footer, Store

# A record of seven series, so that the tests can count lines and colours whatever the registry holds.
SEVEN = {
    name: ENCODINGS[name]
    for name in ("none", "learned", "sinusoidal", "sinusoidal-raw", "rope", "rope-partial", "alibi")
}

LENGTHS = (128, 192, 256, 384, 512, 768, 1024)
STEPS = range(0, 201, 50)
COLUMNS = ["attempt", "step", "tokens", "seconds", "split", "eval_length", "position", "metric", "value"]


@dataclass(frozen=True)
class Study:
    """What a page reads from a Store: the index, the rows of every split, and the final values."""

    store: Store
    runs: pd.DataFrame
    rows: pd.DataFrame
    values: pd.DataFrame

    def val(self) -> pd.DataFrame:
        """Validation loss at the training length."""
        of_val = (self.rows["split"] == "val") & (self.rows["metric"] == "window_loss")
        return self.rows[of_val & (self.rows["eval_length"] == 128).fillna(False)]


def loss(encoding: str, seed: int, step: int, length: int) -> float:
    """A loss that falls with the step and rises with the length, by another amount for every encoding."""
    place = list(SEVEN).index(encoding)
    return 1.5 + 0.1 * place + 4 * np.exp(-step / 60) + 0.05 * place * np.log2(length / 128) + 0.01 * seed * (place + 1)


def run_rows(encoding: str, seed: int) -> pd.DataFrame:
    """The rows of one run, as the trainer writes them."""
    learned = ENCODINGS[encoding].learned_table
    rows: list[tuple] = []
    for step in STEPS:
        head = (1, step, step * 4096, step * 0.1)
        rows.append((*head, "train", None, None, "loss", loss(encoding, seed, step, 128) - 0.1))
        for length in LENGTHS:
            splits = ["forced"] if learned else ["val"]
            splits += ["val"] if learned and length == 128 else []
            for split in splits:
                value = loss(encoding, seed, step, length)
                rows += [(*head, split, length, None, metric, value) for metric in ("window_loss", "tail_loss")]
    for position in range(1024):
        split = "forced" if learned and position >= 128 else "val"
        rows.append((*head, split, 1024, position, "position_loss", loss(encoding, seed, step, 128 + position)))
    return pd.DataFrame(rows, columns=COLUMNS)


def footer(encoding: str, seed: int, status: str = "finished") -> Footer:
    return Footer(
        run_id=f"{encoding}-s{seed}",
        encoding=encoding,
        seed=seed,
        status=status,
        steps_done=200,
        config={"encoding": encoding, "seed": seed, "steps": 200, "train_length": 128, "eval_lengths": list(LENGTHS)},
        corpus={"name": "tiny", "sha256": "ab12", "bytes": 10},
        start="2026-01-01T00:00:00+00:00",
        heartbeat="2026-01-01T00:02:00+00:00",
        end="2026-01-01T00:02:00+00:00",
    )


@pytest.fixture(scope="session")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return make_study(tmp_path_factory.mktemp("study"))


def make_study(root: Path) -> Study:
    """The study written below the folder and read back; seed 2 of sinusoidal-raw diverged at its last evaluation."""
    store = Store(root)
    for encoding in SEVEN:
        for seed in range(3):
            rows, diverged = run_rows(encoding, seed), (encoding, seed) == ("sinusoidal-raw", 2)
            if diverged:
                rows.loc[rows["step"] == 200, "value"] = np.nan
            store.write(f"{encoding}-s{seed}", rows, footer(encoding, seed, "diverged" if diverged else "finished"))
    runs = store.index().runs
    return Study(store, runs, store.rows(runs["name"]), store.values())
