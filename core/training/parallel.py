"""A sweep whose runs go side by side, each in a process of its own with a share of the cores.

On several cores every operation of a small run ends in a wait for the slowest; so many runs are done soonest with one
core each. docs/speed.md has the measurement.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event

import torch

from core.results import Store
from core.training.config import RunConfig
from core.training.sweep import Outcome, one
from core.training.train import Options, Progress, stop_requested

BYTES_PER_RUN = 2 << 30  # memory to leave for each: a reference run takes 0.6 GiB, its compiler as much again
LOOK_EVERY = 0.5  # seconds between two looks at the counters

_stop: Event
_steps: "Synchronized[int]"


def usable_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shares(runs: int, jobs: int | None, threads: int | None, cores: int, memory: int) -> tuple[int, int]:
    """Runs side by side, and threads for each: a core a run as long as there are runs and memory for it.

    What is given is kept, and the other follows from it. `memory` is the machine's, in bytes.
    """
    if jobs is None:
        jobs = max(1, min(runs, cores // (threads or 1), memory // BYTES_PER_RUN))
    return jobs, threads or max(1, cores // jobs)


def machine_memory() -> int:
    """The machine's memory in bytes, and where it does not say, as much as its cores would need."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return usable_cores() * BYTES_PER_RUN


def side_by_side(
    configs: Sequence[RunConfig],
    store: Store,
    options: Options,
    jobs: int,
    threads: int,
    ended: Callable[[Outcome], None] = lambda outcome: None,
    stepped: Callable[[int], None] = lambda steps: None,
) -> list[Outcome]:
    """Train the configs, `jobs` at a time, and return how each that was begun ended, in the order of the configs.

    `ended` is told of each run as it ends, `stepped` of all steps so far. Ctrl-C stops every run between two steps.
    """
    context = multiprocessing.get_context("spawn")  # a forked process would inherit locks of threads that it lacks
    stop, steps = context.Event(), context.Value("q", 0)
    options = replace(options, report=_count, stop=_asked_to_stop)
    left, running, outcomes = iter(configs), dict[Future[Outcome], RunConfig](), dict[RunConfig, Outcome]()
    with (
        stop_requested() as asked,
        _threads_in_environment(threads),
        ProcessPoolExecutor(jobs, context, _start, (stop, steps, threads)) as pool,
    ):
        try:
            while True:
                while len(running) < jobs and not asked.is_set() and (config := next(left, None)):
                    running[_submit(pool, config, store, options)] = config
                if not running:
                    break
                done, _ = wait(running, LOOK_EVERY, FIRST_COMPLETED)
                stepped(steps.value)
                if asked.is_set():
                    stop.set()
                for future in done:
                    config = running.pop(future)
                    outcomes[config] = _outcome(future, config)
                    ended(outcomes[config])
        finally:
            stop.set()  # after a second Ctrl-C too: the pool waits for its processes
    return [outcomes[config] for config in configs if config in outcomes]


def _submit(pool: ProcessPoolExecutor, config: RunConfig, store: Store, options: Options) -> Future[Outcome]:
    try:
        return pool.submit(one, config, store, options)
    except BrokenProcessPool as error:  # said of this run too, as of the one that broke the pool
        future = Future[Outcome]()
        future.set_exception(error)
        return future


def _outcome(future: Future[Outcome], config: RunConfig) -> Outcome:
    try:
        return future.result()
    except BrokenProcessPool:
        message = "a process of the sweep was killed, perhaps for want of memory; use fewer --jobs and begin again"
        return Outcome(config.run_id(), "failed", message)


def _start(stop: Event, steps: "Synchronized[int]", threads: int) -> None:
    """Ready a process of the sweep; the sweep alone hears Ctrl-C, and asks its processes to stop."""
    global _stop, _steps
    _stop, _steps = stop, steps
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    torch.set_num_threads(threads)


def _asked_to_stop() -> bool:
    return _stop.is_set()


def _count(progress: Progress) -> None:
    with _steps.get_lock():
        _steps.value += 1


@contextmanager
def _threads_in_environment(threads: int) -> Iterator[None]:
    # The compiler's own processes and OpenMP read it as they start; after that it is too late to say.
    before = os.environ.get("OMP_NUM_THREADS")
    os.environ["OMP_NUM_THREADS"] = str(threads)
    try:
        yield
    finally:
        if before is None:
            del os.environ["OMP_NUM_THREADS"]
        else:
            os.environ["OMP_NUM_THREADS"] = before
