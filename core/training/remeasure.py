"""A finished run evaluated once more, its rotation slowed by a rule and nothing trained: a run file of its own."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from core.results import Store
from core.training.environment import environment
from core.training.evaluate import evaluate
from core.training.extension import Extension
from core.training.finished import finished
from core.training.model import Transformer
from core.training.record import Record, now


def remeasure(name: str, store: Store, weights: Path, extension: Extension) -> str:
    """Evaluate a finished rotary run under the extension and return the name of the new run file, beside the run's own.

    Raises ValueError in one sentence where the run is not finished, does not turn, is itself extended, has no weights
    or its corpus changed, and RunFileError where it cannot be read.
    """
    start = finished(name, store, weights)
    run, config = start.run, start.config
    model = Transformer(config, torch.bfloat16 if config.precision == "bfloat16" else None, extension=extension)
    origin, corpus = start.give(model), start.corpus()
    machine: dict[str, Any] = environment()
    footer = replace(
        run.footer,
        run_id=f"{run.footer.run_id}-{extension.label.replace(' ', '-').replace('=', '')}",
        scaling=extension.label,
        extension=extension.said() | origin,
        attempt=1,
        status="running",
        compiled=False,
        start=now(),
        end=None,
        **machine,
    )
    record = Record(store, f"{name.rpartition('/')[0]}/{footer.run_id}".lstrip("/"), footer)
    record.scores(config.steps, config.steps * config.tokens_per_step, evaluate(model, corpus, True))
    record.close(config.steps, "finished")
    return record.name


def extensions_of(store: Store, name: str) -> set[str]:
    """The labels under which a run was evaluated already."""
    runs = store.index().runs
    mine = runs[(runs["name"] == name)]
    if mine.empty:
        return set()
    same = (runs["experiment"] == mine["experiment"].iloc[0]) & (runs["encoding"] == mine["encoding"].iloc[0])
    done = runs[same & (runs["seed"] == mine["seed"].iloc[0]) & (runs["status"] == "finished")]
    return set(done["scaling"]) - {"none"}
