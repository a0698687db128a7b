"""A model that trains in a second."""

import signal
from dataclasses import replace
from pathlib import Path

import pytest

from core.results import Store
from core.training.config import RunConfig
from core.training.corpus import Corpus, load_corpus
from core.training.train import Options

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs have it ignored, children too

TINY = RunConfig(
    corpus="pydoc", steps=30, train_length=16, batch_size=4, layers=1, d_model=32, heads=2, warmup_steps=5,
    precision="float32", eval_every=10, eval_lengths=(16, 32, 64), eval_windows=3,
)  # fmt: skip


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return load_corpus("pydoc")


@pytest.fixture
def tiny() -> RunConfig:
    return replace(TINY)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def options(tmp_path: Path) -> Options:
    return Options(checkpoints=tmp_path, compiled=False)
