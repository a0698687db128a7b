"""`import`: runs that other programs logged."""

from pathlib import Path
from typing import Annotated

import tyro

from core.commands.results import RUNS
from core.results import Store
from core.results.imports import Answers, put, read


def import_(
    paths: Annotated[tuple[Path, ...], tyro.conf.Positional],
    runs: str = RUNS,
    run_column: str = "",
    step_column: str = "",
    metric_column: str = "",
    value_column: str = "",
    val_loss: str = "",
    train_length: int = 0,
    group: str = "",
    seed: str = "",
    ignore: tuple[str, ...] = (),
) -> int:
    """Read TensorBoard folders and tables (CSV, parquet; long or wide) into run files; what is open is asked for.

    Args:
        paths: Event folders, CSV or parquet files, or folders that hold them.
        runs: Folder or URL of the run files; the imported ones go below imported/.
        run_column: Column of a table that names the run.
        step_column: Column that holds the step.
        metric_column: Column that names the metric, where each row is one value.
        value_column: Column that holds that value.
        val_loss: Name of the metric that is the validation loss in nats per token, or none.
        train_length: Tokens of a training window.
        group: Config field that tells what is compared, or name.
        seed: Config field that holds the seed, or order to number the runs of a group.
        ignore: Config fields that need not agree among runs that are compared.
    """
    answers = Answers(
        run_column=run_column, step_column=step_column, metric_column=metric_column, value_column=value_column,
        val_loss=val_loss, train_length=train_length, group=group, seed=seed, ignore=ignore,
    )  # fmt: skip
    found = read(paths, answers)
    if not found.runs and not found.unclear:
        for file in found.broken:
            print(f"{file.name}: {file.reason}")
        raise ValueError("No run was found, so nothing was imported.")
    done = put(Store(runs), found, answers)
    for file in done.broken:
        print(f"left out: {file.name}: {file.reason}")
    print(f"{len(done.written)} runs imported, {len(done.there)} were there already.")
    for name in done.written:
        print(f"  {name}")
    return 0
