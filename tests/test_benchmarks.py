"""What the benchmarks compute from their times; the times themselves are no test's business."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from benchmarks.contest import Entrant, Times, contest, ratio
from benchmarks.entrants import REFERENCE, flops
from benchmarks.made_runs import made_runs, touch, write_runs
from benchmarks.peer_data import scalars, write_events
from benchmarks.report import table
from benchmarks.training import training
from core.positions.encodings import ENCODINGS
from core.results import Store
from core.training.losses import mean_loss
from core.training.model import Transformer


def times(*seconds: float) -> Times:
    return Times(list(seconds), 0, {})


def test_ratio_pairs_the_repetitions() -> None:
    # A busy moment that strikes both in one repetition leaves the ratio where it was.
    assert ratio(times(3, 30, 3.3), times(2, 20, 2)) == pytest.approx(1.5)
    assert times(1, 2, 3, 4, 5).quartiles() == (2, 4)


@pytest.mark.parametrize("name", list(ENCODINGS))
def test_flops_equal_those_that_pytorch_counts(name: str) -> None:
    config = replace(REFERENCE, encoding=name)
    model, tokens = Transformer(config), torch.zeros(config.batch_size, config.train_length, dtype=torch.int64)
    position = model.positions(config.train_length)  # a trained bias has products of its own, which are not counted
    with FlopCounterMode(display=False) as counter:
        mean_loss(model, tokens, tokens, position._replace(bias=None)).backward()
    counted = counter.get_flop_counts()["Global"]
    products = sum(n for operator, n in counted.items() if "attention" not in str(operator))
    attention = 6 * config.layers * config.train_length * config.d_model * config.tokens_per_step
    assert flops(model, config) == products + attention


def test_attention_needs_half_of_the_square_three_times() -> None:
    # Two products of (T, C) by (C, T) a head forward, twice as many backward, and the half that causality leaves.
    T, C, heads, layers, windows = 128, 32, 4, 4, 32
    assert 6 * layers * T * (heads * C) * (windows * T) == 3 * 2 * (2 * T * T * C) * heads * layers * windows / 2


def test_an_entrant_that_dies_is_named() -> None:
    with pytest.raises(RuntimeError, match=r"nanogpt .* could not be measured: .*there is no model\.py in /nowhere"):
        contest({"peer": Entrant("nanogpt", {"path": "/nowhere", "compiled": False}, 1)}, 1, 1)


def test_an_encoding_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SystemExit, match="there is no ropey; choose from none"):
        training(encodings=("ropey",))


def test_table() -> None:
    assert table(["a", "b"], [["x", "1"]]) == "| a | b |\n| --- | ---: |\n| x | 1 |"


def test_made_runs_are_runs_and_the_other_tools_get_the_same_values(tmp_path: Path) -> None:
    write_runs(tmp_path / "runs", 13)
    index = Store(tmp_path / "runs").index()
    assert (len(index.runs), index.broken) == (13, ())
    assert sorted(index.runs["encoding"].value_counts()) == [1] * 11 + [2]
    (run,) = made_runs(1)
    rows = Store(tmp_path / "runs").read(run.name).rows
    assert len(rows) == 1000 + 11 * 7 * 2
    logged = {(step, name): value for step, found in scalars(run) for name, value in found.items()}
    trained = rows[rows["split"] == "train"]
    evaluated = rows[rows["split"] == "val"]
    told = {(row.step, "train/loss"): row.value for row in trained.itertuples()}
    told |= {(row.step, f"val/{row.metric}/{row.eval_length}"): row.value for row in evaluated.itertuples()}
    assert logged == told


def test_event_files_read_back(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    write_events(tmp_path, 1)
    (run,) = made_runs(1)
    read = EventAccumulator(str(tmp_path / run.name), size_guidance={"scalars": 0}).Reload()
    assert [event.value for event in read.Scalars("train/loss")] == pytest.approx(run.train)
    assert len(read.Tags()["scalars"]) == 15


def test_touched_runs_are_read_again(tmp_path: Path) -> None:
    write_runs(tmp_path, 2, small=True)
    before = [path.stat().st_mtime_ns for path in sorted(tmp_path.glob("[!.]*.parquet"))]
    touch(tmp_path, 1)
    assert all(path.stat().st_mtime_ns not in before for path in tmp_path.glob("[!.]*.parquet"))
    assert len(Store(tmp_path).index().runs) == 2
