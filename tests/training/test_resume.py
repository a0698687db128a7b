"""A run that is killed or stopped goes on and ends with the same losses, to the last bit."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from core.results import Store
from core.training.config import RunConfig
from core.training.train import Options, resume, train

ROOT = Path(__file__).resolve().parents[2]
FLAGS = {
    "corpus": "pydoc", "steps": 300, "train-length": 16, "batch-size": 4, "layers": 1, "d-model": 32, "heads": 2,
    "precision": "float32", "eval-every": 20, "eval-windows": 3, "threads": 1,
}  # fmt: skip


def start(runs: Path) -> subprocess.Popen[str]:
    """A training on the command line, in a process of its own."""
    flags = [word for name, value in FLAGS.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "core", "train", *flags, "--eval-lengths", "16", "32", "--no-compile"]
    return subprocess.Popen(
        [*command, "--runs", str(runs)], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def wait_for_step(runs: Path, step: int) -> str:
    """The name of the run below `runs` once its file says that it has done `step` steps."""
    for _ in range(1200):
        index = Store(runs).index().runs
        if len(index) and index["steps_done"].iloc[0] >= step and list(runs.glob("*.safetensors")):
            return str(index["name"].iloc[0])
        time.sleep(0.05)
    pytest.fail("the run did not get that far in a minute")


def losses(store: Store, name: str) -> pd.DataFrame:
    """Every loss of the latest attempts, by step, split, length and metric."""
    rows = store.read(name).rows
    rows = rows[rows["metric"].isin(["loss", "grad_norm", "window_loss", "tail_loss", "position_loss"])]
    keys = ["step", "split", "metric", "eval_length", "position"]
    return rows.sort_values(keys)[[*keys, "value"]].reset_index(drop=True)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_stopped_run_goes_on_as_if_it_never_had(tmp_path: Path, how: signal.Signals) -> None:
    process = start(tmp_path)
    name = wait_for_step(tmp_path, 60)
    os.kill(process.pid, how)
    out, err = process.communicate(timeout=60)
    store = Store(tmp_path)
    stopped = store.read(name)
    if how == signal.SIGINT:
        assert process.returncode == 1 and stopped.footer.status == "interrupted" and "Traceback" not in err
        assert f"python -m core train --resume {stopped.footer.run_id}" in out
    else:
        assert process.returncode == -signal.SIGKILL and stopped.footer.status == "running"
    assert 60 <= stopped.footer.steps_done < 300 and not stopped.rows.empty

    options = Options(checkpoints=tmp_path, compiled=False)
    config = RunConfig.from_dict(stopped.footer.config)
    resume(name, store, options)
    whole = train(replace(config), store, options)
    resumed = store.read(name)
    assert resumed.footer.status == "finished" and resumed.footer.attempt == 2 and resumed.footer.steps_done == 300
    pd.testing.assert_frame_equal(losses(store, name), losses(store, whole), check_exact=True)
    before = store.all_rows(name)
    assert set(before["attempt"]) == {1, 2} and len(before) >= len(stopped.rows)


def test_resume_needs_the_checkpoint_and_the_corpus(tmp_path: Path, store: Store, tiny: RunConfig) -> None:
    corpus = tmp_path / "text.txt"
    corpus.write_bytes(bytes(range(256)) * 40)
    seen = list[int]()

    def stop_at_twelve(progress: object) -> None:
        seen.append(1)
        if len(seen) == 12:
            signal.raise_signal(signal.SIGINT)

    options = Options(checkpoints=tmp_path, compiled=False, report=stop_at_twelve)
    name = train(replace(tiny, corpus=str(corpus)), store, options)
    assert store.read(name).footer.message == "interrupted at step 12"
    corpus.write_bytes(bytes(range(256)) * 41)
    with pytest.raises(ValueError, match="has changed since it began"):
        resume(name, store, options)
    corpus.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(ValueError, match="has no checkpoint beside it"):
        resume(name, store, Options(compiled=False))
    assert resume(name, store, replace(options, report=lambda _: None)) == name
    assert store.read(name).footer.status == "finished"


def test_a_compiled_run_resumes_to_the_bit(tmp_path: Path, store: Store, tiny: RunConfig) -> None:
    """The graph, its evaluation and memory that stays with the process change no bit between two attempts."""
    seen = list[int]()
    options = Options(checkpoints=tmp_path, stop=lambda: len(seen) == 12, report=lambda _: seen.append(1))
    name = train(tiny, store, options)
    assert store.read(name).footer.message == "interrupted at step 12" and store.read(name).footer.compiled
    resume(name, store, options)
    whole = train(tiny, store, options)
    assert name != whole and store.read(name).footer.attempt == 2
    pd.testing.assert_frame_equal(losses(store, name), losses(store, whole), check_exact=True)
