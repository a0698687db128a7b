"""`continue`: finished runs trained a little further on longer windows, under rules for longer texts."""

from dataclasses import replace
from pathlib import Path

import tyro

from core.commands.results import RUNS
from core.commands.training import Bar, named, running_options
from core.results import Store


def continue_(
    run: tyro.conf.Positional[tuple[str, ...]],
    scaling: tuple[str, ...] = ("linear", "yarn", "abf", "none", "drope"),
    factor: float = 4.0,
    steps: tuple[int, ...] = (300, 100),
    base: float = 500_000.0,
    runs: str = RUNS,
    folder: str = "continued",
    threads: int | None = None,
    compile: bool = True,
) -> int:
    """Train finished RoPE runs further on longer windows, each rule from the same weights; what is there is skipped.

    Args:
        run: Runs, by id or name; their weights lie beside them.
        scaling: Rules, by their names in core/positions/scaling.py; none goes on as the run turned before.
        factor: How many times longer than the run's own training windows.
        steps: Numbers of further steps; each is a run of its own.
        base: The other base, for abf.
        runs: Folder of the run files and their weights.
        folder: Folder below runs where the new run files go.
        threads: Processor threads; all of them by default.
        compile: Try torch.compile, and go on without it where it does not work.
    """
    from core.training.continuation import go_on, plans

    options, store = running_options(runs, threads, compile), Store(runs)
    options = replace(options, folder=f"{folder.rstrip('/')}/" if folder else "")
    names = [named(store, one) for one in run]
    planned = plans(names, store, Path(runs), scaling, factor, steps, base)
    with Bar() as bar:
        options = replace(options, report=bar.report)
        outcomes = go_on(planned, store, options, lambda one: bar.begin(one.run_id()))
    for outcome in outcomes:
        print(f"{outcome.run_id}: {outcome.status}" + (f" ({outcome.message})" if outcome.message else ""))
    good = sum(outcome.status in ("finished", "skipped") for outcome in outcomes)
    print(f"{good} of {len(planned)} runs are there.")
    return 0 if good == len(planned) else 1
