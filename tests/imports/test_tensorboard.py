"""Event folders that torch's writer made, read back and averaged as by hand."""

import math
from pathlib import Path

import numpy as np
import pytest
from torch.utils import tensorboard as writer

from core.commands.main import main
from core.results import Store, table
from core.results.imports import Answers, put, questions, read

LOSSES = {0: [3.0, 2.5, 2.25], 1: [3.5, 2.75, 2.5], 2: [3.25, 2.0, 1.5]}  # exact in float32


def log(folder, values, tag="val/loss", first=0, hparams=None, at=1.7e9):
    made = writer.SummaryWriter(folder)
    for step, value in enumerate(values, first):
        made.add_scalar(tag, value, step * 10, walltime=at + step)
    if hparams:
        made.add_hparams(hparams, {"hparam/final": values[-1]})
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for seed, losses in LOSSES.items():
        log(tmp_path / "logs" / f"rope-s{seed}", losses, hparams={"seed": seed, "block_size": 64, "lr": 0.001})
    return tmp_path / "logs"


def test_three_seeds_give_the_mean_and_std_of_the_three_numbers(folder: Path, store: Store) -> None:
    found = read([folder], Answers())
    assert [run.name for run in found.runs] == ["rope-s0", "rope-s1", "rope-s2"] and not found.broken
    assert not questions(found, Answers()), "names and configs say everything"
    put(store, found, Answers())
    row = table(store.values()).iloc[0]
    last = [2.25, 2.5, 1.5]
    mean = sum(last) / 3
    std = math.sqrt(sum((value - mean) ** 2 for value in last) / 2)
    assert (row["encoding"], row["val_loss_n"]) == ("rope", 3)
    assert row["val_loss_mean"] == pytest.approx(mean, rel=1e-12) and row["val_loss_std"] == pytest.approx(std)


def test_the_command_imports_and_does_it_once(folder: Path, store: Store, capsys) -> None:
    assert main(["import", str(folder), "--runs", str(store.root)]) == 0
    assert "3 runs imported" in capsys.readouterr().out
    assert main(["import", str(folder), "--runs", str(store.root)]) == 0
    assert "0 runs imported, 3 were there already" in capsys.readouterr().out


def test_nan_and_inf_are_kept_and_end_a_run_as_diverged(tmp_path: Path, store: Store) -> None:
    log(tmp_path / "a-s0", [3.0, math.nan, math.inf])
    put(store, read([tmp_path / "a-s0"], Answers()), Answers(train_length=8))
    run = store.read(store.index().runs["name"].iloc[0])
    np.testing.assert_array_equal(run.rows["value"], [3.0, math.nan, math.inf])
    assert run.footer.status == "diverged"


def test_a_restart_is_a_second_attempt_and_its_values_win(tmp_path: Path, store: Store) -> None:
    log(tmp_path / "a-s0", [3.0, 2.0, 1.0, 9.0])
    log(tmp_path / "a-s0", [0.5, 0.25], first=2, at=1.7e9 + 100)
    put(store, read([tmp_path], Answers()), Answers(train_length=8))
    name = store.index().runs["name"].iloc[0]
    assert list(store.read(name).rows.sort_values("step")["value"]) == [3.0, 2.0, 0.5, 0.25]
    assert sorted(store.all_rows(name)["attempt"]) == [1, 1, 1, 1, 2, 2]


def test_two_runs_in_one_folder_are_told_apart(tmp_path: Path) -> None:
    log(tmp_path / "both", [3.0, 2.0, 1.0])
    log(tmp_path / "both", [4.0, 5.0, 6.0], at=1.7e9 + 0.5)
    found = read([tmp_path], Answers())
    assert sorted(list(run.points["value"]) for run in found.runs) == [[3.0, 2.0, 1.0], [4.0, 5.0, 6.0]]
    assert {run.name for run in found.runs} == {"both", "both (2)"}


@pytest.mark.parametrize("name", ["旋转-s3", "🙂 s=3", "lr=0.1.wd=0-seed3", "a/b/rope_s3"])
def test_names_are_data(tmp_path: Path, store: Store, name: str) -> None:
    log(tmp_path / "top" / name, [1.0], tag="eval/loss")
    put(store, read([tmp_path / "top"], Answers()), Answers(train_length=8))
    runs = store.index().runs
    assert list(runs["run_id"]) == [name] and list(runs["seed"]) == [3] and list(runs["val_loss"]) == [1.0]


def test_keras_writers_of_one_run_are_one_run(tmp_path: Path) -> None:
    log(tmp_path / "run-s0" / "train", [1.0], tag="loss")
    log(tmp_path / "run-s0" / "validation", [2.0], tag="loss")
    (run,) = read([tmp_path], Answers()).runs
    assert dict(zip(run.points["metric"], run.points["value"], strict=True)) == {
        "train/loss": 1.0,
        "validation/loss": 2.0,
    }


def test_a_cut_file_keeps_what_came_before_and_a_bad_one_hides_no_good_one(tmp_path: Path) -> None:
    log(tmp_path / "good-s0", [1.0, 2.0])
    log(tmp_path / "cut-s1", [1.0, 2.0, 3.0])
    (cut,) = (tmp_path / "cut-s1").iterdir()
    cut.write_bytes(cut.read_bytes()[:-9])
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "events.out.tfevents.1").write_bytes(b"no events at all, but longer than one header")
    (tmp_path / "bad" / "events.out.tfevents.2").write_bytes(b"")
    found = read([tmp_path], Answers())
    assert {run.name: len(run.points) for run in found.runs} == {"good-s0": 2, "cut-s1": 2}
    assert sorted(Path(file.name).parent.name for file in found.broken) == ["bad", "bad", "cut-s1"]
    assert any("cut off or damaged after 2 values" in file.reason for file in found.broken)


def test_without_the_reader_the_message_names_the_package(folder: Path, monkeypatch) -> None:
    monkeypatch.setattr("core.results.imports.tensorboard.importlib.util.find_spec", lambda name: None)
    found = read([folder], Answers())
    assert not found.runs and all("pip install tensorboard" in file.reason for file in found.broken)
