"""Runs side by side: the same rows as one after the other, a stop between two steps, and a process that is killed."""

import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import replace

import pandas as pd
import pytest

from core.results import Store
from core.training.config import RunConfig
from core.training.parallel import BYTES_PER_RUN, shares, side_by_side
from core.training.sweep import grid, sweep
from core.training.train import Options


@pytest.mark.parametrize(
    ("runs", "jobs", "threads", "cores", "gib", "expected"),
    [
        (21, None, None, 2, 24, (2, 1)),
        (21, None, None, 64, 256, (21, 3)),
        (100, None, None, 64, 256, (64, 1)),
        (100, None, None, 64, 32, (16, 4)),  # memory for sixteen
        (1, None, None, 8, 24, (1, 8)),
        (21, 3, None, 8, 24, (3, 2)),
        (21, None, 4, 8, 24, (2, 4)),
        (21, 1, 5, 8, 24, (1, 5)),
        (21, None, None, 2, 1, (1, 2)),  # less memory than one run likes still runs one
        (0, None, None, 2, 24, (1, 2)),
    ],
)
def test_shares(
    runs: int, jobs: int | None, threads: int | None, cores: int, gib: int, expected: tuple[int, int]
) -> None:
    assert BYTES_PER_RUN == 2 << 30
    assert shares(runs, jobs, threads, cores, gib << 30) == expected


def values(store: Store) -> pd.DataFrame:
    names = sorted(store.index().runs["name"])
    rows = pd.concat([store.read(name).rows for name in names], keys=names, names=["run", "row"])
    return rows[~rows["metric"].eq("tokens_per_s")].drop(columns="seconds").reset_index(drop=True)


def test_side_by_side_records_what_one_after_the_other_does(
    tiny: RunConfig, store: Store, options: Options, tmp_path_factory: pytest.TempPathFactory
) -> None:
    configs, steps = grid(tiny, ["none", "rope"], [0, 1]), [0]
    one = Store(tmp_path_factory.mktemp("one"))
    sweep(configs, one, replace(options, checkpoints=None))
    ended = side_by_side(configs, store, options, 2, 1, stepped=lambda count: steps.append(count))
    assert [(outcome.status, outcome.run_id) for outcome in ended] == [("finished", c.run_id()) for c in configs]
    pd.testing.assert_frame_equal(values(store), values(one))
    assert steps[-1] == 4 * tiny.steps
    assert {o.status for o in side_by_side(configs, store, options, 2, 1)} == {"skipped"}


def test_a_signal_stops_every_run_between_two_steps(tiny: RunConfig, store: Store, options: Options) -> None:
    configs = grid(replace(tiny, steps=1_000_000), ["none", "rope", "alibi"], [0])

    asked = list[int]()

    def stop_once_both_run(steps: int) -> None:
        if steps and len(store.index().runs) == 2 and not asked:
            asked.append(steps)
            os.kill(os.getpid(), signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    ended = side_by_side(configs, store, options, 2, 1, stepped=stop_once_both_run)
    assert [outcome.status for outcome in ended] == ["interrupted", "interrupted"], "the third was never begun"
    runs = store.index().runs
    assert list(runs["status"]) == ["interrupted", "interrupted"]
    assert all((options.checkpoints / f"{name}.safetensors").exists() for name in runs["name"])  # type: ignore[operator]


def test_a_killed_process_is_named_and_ends_the_sweep(tiny: RunConfig, store: Store, options: Options) -> None:
    configs = grid(replace(tiny, steps=1_000_000), ["none", "rope"], [0])
    began = time.monotonic()

    def kill_a_worker(steps: int) -> None:
        if steps:
            for child in children():
                with suppress(ProcessLookupError):  # the pool may have buried it meanwhile
                    os.kill(child, signal.SIGKILL)

    ended = side_by_side(configs, store, options, 1, 1, stepped=kill_a_worker)
    assert {outcome.status for outcome in ended} == {"failed"}
    assert "was killed" in ended[0].message and time.monotonic() - began < 120


def children() -> list[int]:
    import multiprocessing

    return [process.pid for process in multiprocessing.active_children() if process.pid]
