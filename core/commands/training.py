"""`train` and `sweep`: each reads its flags, makes one call into core.training, and shows how it goes."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from tyro.conf import OmitArgPrefixes

from core.commands.results import RUNS
from core.results import Store
from core.training.config import RunConfig

BAR = "{l_bar}{bar}| step {n_fmt}/{total_fmt}, {remaining} left{postfix}"


def train(
    config: OmitArgPrefixes[RunConfig] = RunConfig(),  # noqa: B008 - tyro reads the defaults from it; it is frozen
    runs: str = RUNS,
    resume: str | None = None,
    threads: int | None = None,
    compile: bool = True,
) -> int:
    """Train one run and record it; Ctrl-C stops it between two steps, to be resumed.

    Args:
        config: The run's settings; all of them are recorded.
        runs: Folder or URL where the run file goes.
        resume: Run to go on with, by its id; its own settings are used.
        threads: Processor threads; all of them by default.
        compile: Try torch.compile, and go on without it where it does not work.
    """
    from core.training import train as training

    options, store = running_options(runs, threads, compile), Store(runs)
    with Bar() as bar:
        options = replace(options, report=bar.report)
        if resume:
            name = training.resume(named(store, resume), store, options)
        else:
            name = training.train(config, store, options)
    footer = store.read(name).footer
    print(f"{name}: {footer.message or footer.status}")
    if footer.status == "interrupted":
        print(f"Go on with: python -m core train --resume {footer.run_id}")
    return 0 if footer.status == "finished" else 1


def sweep(
    config: OmitArgPrefixes[RunConfig] = RunConfig(),  # noqa: B008
    encodings: tuple[str, ...] = ("rope",),
    seeds: tuple[int, ...] = (0, 1, 2),
    runs: str = RUNS,
    folder: str = "",
    jobs: int | None = None,
    threads: int | None = None,
    compile: bool = True,
    half_weights: bool = False,
) -> int:
    """Train every encoding with every seed, without the runs that are finished already.

    Args:
        config: The settings that all runs share; its encoding and seed are replaced.
        encodings: Encodings to train.
        seeds: Seeds to train each with.
        runs: Folder or URL where the run files go.
        folder: Folder below runs, for example reference/.
        jobs: Runs side by side; by default one for each core, as far as runs and memory go.
        threads: Processor threads for each run; by default its share of the cores.
        compile: Try torch.compile, and go on without it where it does not work.
        half_weights: Keep each finished run's weights as float16.
    """
    from core.training.parallel import machine_memory, shares, side_by_side, usable_cores
    from core.training.sweep import grid
    from core.training.sweep import sweep as one_by_one

    configs = grid(config, encodings, seeds)
    jobs, threads = shares(len(configs), jobs, threads, usable_cores(), machine_memory())
    options, store = running_options(runs, threads, compile), Store(runs)
    options = replace(options, folder=f"{folder.rstrip('/')}/" if folder else "", half_weights=half_weights)
    with Bar() as bar:
        if jobs == 1:
            begin = lambda one: bar.begin(f"{one.encoding}, seed {one.seed}")  # noqa: E731
            outcomes = one_by_one(configs, store, replace(options, report=bar.report), begin)
        else:
            bar.whole_sweep(f"{len(configs)} runs, {jobs} at a time", len(configs) * config.steps)
            outcomes = side_by_side(configs, store, options, jobs, threads, bar.ended, bar.stepped)
    for outcome in outcomes:
        print(f"{outcome.run_id}: {outcome.status}" + (f" ({outcome.message})" if outcome.message else ""))
    good = sum(outcome.status in ("finished", "skipped") for outcome in outcomes)
    print(f"{good} of {len(configs)} runs are there.")
    return 0 if good == len(configs) else 1


class Bar:
    """A progress bar a run, on standard error."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._label, self._notice = "", ""

    def begin(self, label: str) -> None:
        """End the bar of the run before, and name the next one."""
        self.__exit__()
        self._label = label

    def whole_sweep(self, label: str, steps: int) -> None:
        """Begin one bar for the steps of all runs."""
        from tqdm import tqdm

        self._bar = tqdm(total=steps, desc=label, bar_format=BAR)

    def stepped(self, steps: int) -> None:
        """Show the steps that all runs have taken together."""
        self._bar.update(steps - self._bar.n)

    def ended(self, outcome: Any) -> None:
        """Name a run that has ended, above the bar."""
        self._bar.write(f"{outcome.run_id}: {outcome.status}", file=sys.stderr)

    def report(self, progress: Any) -> None:
        """Show a step; a notice, said once, goes on a line of its own."""
        from tqdm import tqdm

        if self._bar is None:
            self._bar = tqdm(total=progress.steps, initial=progress.step - 1, desc=self._label, bar_format=BAR)
        self._bar.set_postfix_str(
            f"loss {progress.loss:.3f}, {progress.tokens_per_second:,.0f} tokens/s", refresh=False
        )
        self._bar.update(progress.step - self._bar.n)
        if progress.notice and progress.notice != self._notice:
            self._bar.write(progress.notice, file=sys.stderr)
        self._notice = progress.notice

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()
        self._bar = None


def running_options(runs: str, threads: int | None, compile: bool) -> Any:
    """The Options of runs below this folder or URL, after torch was given its threads."""
    import torch

    from core.training.train import Options

    if threads is not None:
        torch.set_num_threads(threads)
    return Options(checkpoints=None if "://" in runs else Path(runs), compiled=compile)


def named(store: Store, run_id: str) -> str:
    """The name in the store of the run with this id or name."""
    runs = store.index().runs
    names = list(runs["name"][(runs["name"] == run_id) | (runs["run_id"] == run_id)])
    if len(names) != 1:
        found = "several runs have that id; give one's name" if names else "no run has that id"
        raise ValueError(f"{run_id} is not clear: {found}. The Runs page lists all.")
    return names[0]
