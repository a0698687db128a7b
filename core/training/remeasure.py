"""A finished run evaluated once more, its rotation slowed by a rule and nothing trained: a run file of its own."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open

from core.positions.encodings import ENCODINGS
from core.results import Run, Store
from core.training.checkpoint import load_weights
from core.training.config import RunConfig
from core.training.corpus import Corpus
from core.training.data import load
from core.training.environment import environment
from core.training.evaluate import evaluate
from core.training.extension import Extension
from core.training.model import Transformer
from core.training.record import Record, now
from core.training.tasks import TaskCorpus


def remeasure(name: str, store: Store, weights: Path, extension: Extension) -> str:
    """Evaluate a finished rotary run under the extension and return the name of the new run file, beside the run's own.

    Raises ValueError in one sentence where the run is not finished, does not turn, is itself extended, has no weights
    or its corpus changed, and RunFileError where it cannot be read.
    """
    run = store.read(name)
    _check(run)
    config = RunConfig.from_dict(run.footer.config)
    model = Transformer(config, torch.bfloat16 if config.precision == "bfloat16" else None, extension=extension)
    dtype = _load(weights / f"{name}.safetensors", model, name)
    corpus = _same_corpus(run, config)
    machine: dict[str, Any] = environment()
    footer = replace(
        run.footer,
        run_id=f"{run.footer.run_id}-{extension.label.replace(' ', '-').replace('=', '')}",
        scaling=extension.label,
        extension=extension.said() | {"run": run.footer.run_id, "weights": dtype},
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


def _check(run: Run) -> None:
    footer = run.footer
    if footer.status != "finished":
        raise ValueError(f"{run.name} is {footer.status}; only a finished run can be evaluated again.")
    if footer.scaling not in ("none", ""):
        raise ValueError(f"{run.name} is itself an evaluation under {footer.scaling}; name the run that was trained.")
    known = ENCODINGS.get(footer.encoding)
    if known is None or known.angles is None:
        raise ValueError(f"{run.name} does not turn queries and keys, so no rule for RoPE applies to it.")


def _load(path: Path, model: Transformer, name: str) -> str:
    """Give the model the run's weights; in what precision they were kept."""
    if not path.exists():
        raise ValueError(f"{name} has no weights beside it ({path.name}); train it anew to have them.")
    load_weights(path, model)
    with safe_open(path, "pt") as file:
        return str(file.get_tensor("model.embedding").dtype).removeprefix("torch.")


def _same_corpus(run: Run, config: RunConfig) -> Corpus | TaskCorpus:
    corpus = load(config.corpus)
    if corpus.sha256 != run.footer.corpus.get("sha256"):
        raise ValueError(f"The corpus of {run.name} has changed since it was trained; losses could not be compared.")
    return corpus
