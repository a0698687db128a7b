"""A sweep trains what is missing, goes on past a failure, and says so."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.commands.main import main
from core.results import Store
from core.training import sweep as module
from core.training.config import RunConfig
from core.training.sweep import grid, sweep
from core.training.train import Options, train


def test_grid_goes_seed_by_seed(tiny: RunConfig) -> None:
    configs = grid(tiny, ["none", "rope"], [3, 4])
    assert [(c.seed, c.encoding) for c in configs] == [(3, "none"), (3, "rope"), (4, "none"), (4, "rope")]


def test_sweep_skips_what_is_finished_and_goes_on_past_a_failure(
    tiny: RunConfig, store: Store, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    configs = grid(tiny, ["none", "rope", "alibi"], [0])

    def failing(config: RunConfig, *rest: object) -> str:
        if config.encoding == "rope":
            raise MemoryError
        return train(config, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "train", failing)
    ended = sweep(configs, store, options)
    assert [outcome.status for outcome in ended] == ["finished", "failed", "finished"]
    assert ended[1].message == "MemoryError"
    monkeypatch.setattr(module, "train", train)
    assert [outcome.status for outcome in sweep(configs, store, options)] == ["skipped", "finished", "skipped"]
    assert len(store.index().runs) == 3
    changed = [replace(config, steps=20) for config in configs[:1]]
    assert [outcome.status for outcome in sweep(changed, store, options)] == ["finished"], (
        "another config is another run"
    )


def test_command_line_says_what_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--corpus", "no/such/file", "--steps", "2", "--no-compile", "--runs", str(tmp_path)]
    assert main(["sweep", "--encodings", "rope", "--seeds", "0", *flags]) == 1
    said = capsys.readouterr().out
    assert "failed" in said and "no/such/file" in said and "0 of 1 runs are there" in said


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["train", "--corpus", "no/such/file"], "neither tinyshakespeare nor pydoc nor a readable file"),
        (["train", "--resume", "nobody"], "no run has that id"),
    ],
)
def test_command_line_errors_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    assert main([*args, "--runs", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert said in err and "Traceback" not in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "args", [["train", "--encoding", "ropes"], ["train", "--steps", "0"], ["train", "--steps", "x"]]
)
def test_wrong_flags_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], args: list[str]) -> None:
    try:
        status = main([*args, "--runs", str(tmp_path)])
    except SystemExit as exit:
        status = exit.code
    assert status and "Traceback" not in capsys.readouterr().err
    assert not list(tmp_path.glob("*.parquet"))
