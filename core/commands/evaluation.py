"""`evaluate`: finished runs under rules that stretch RoPE, without training."""

import sys
from pathlib import Path
from typing import Annotated

import tyro

from core.commands.results import RUNS
from core.commands.training import named
from core.positions.scaling_rules import Setting
from core.results import Store


def evaluate(
    run: tyro.conf.Positional[tuple[str, ...]],
    scaling: tuple[str, ...] = ("linear", "ntk", "yarn"),
    factor: tuple[float, ...] = (2.0, 4.0, 8.0),
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    base: float | None = None,
    runs: str = RUNS,
    threads: Annotated[int | None, tyro.conf.arg(help="Processor threads; all of them by default.")] = None,
) -> int:
    """Evaluate finished runs with their rotation slowed by each rule and factor; each gives a run file of its own.

    Args:
        run: Runs, by id or name.
        scaling: Rules, by their names in core/positions/scaling.py.
        factor: How many times longer than the training length.
        beta_fast: Turns within the training length above which by-parts and yarn leave a pair alone.
        beta_slow: Turns below which they slow a pair in full.
        base: The other base, for abf.
        runs: Folder of the run files and their weights.
    """
    import torch
    from tqdm import tqdm

    from core.training.extension import extensions
    from core.training.remeasure import extensions_of, remeasure

    if threads is not None:
        torch.set_num_threads(threads)
    store, setting = Store(runs), Setting(beta_fast=beta_fast, beta_slow=beta_slow, base=base)
    plans = [
        (name, plan)
        for name in (named(store, one) for one in run)
        for plan in extensions(int(store.read(name).footer.config["train_length"]), scaling, factor, setting)
    ]
    missing = [(name, plan) for name, plan in plans if plan.label not in extensions_of(store, name)]
    bar = tqdm(missing, disable=not missing)
    for name, plan in bar:
        bar.set_postfix_str(plan.label)
        bar.write(remeasure(name, store, Path(runs), plan), file=sys.stderr)
    print(f"{len(missing)} evaluated, {len(plans) - len(missing)} were there already.")
    return 0
