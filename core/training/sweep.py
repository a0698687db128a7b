"""Many runs: a list of configs, trained one after the other, without those that are there already."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from core.results import Store
from core.training.config import RunConfig
from core.training.train import Options, resolve, train


@dataclass(frozen=True)
class Outcome:
    """How one run of a sweep ended: finished, skipped, diverged, interrupted or failed."""

    run_id: str
    status: str
    message: str = ""


def grid(base: RunConfig, encodings: Sequence[str], seeds: Sequence[int]) -> list[RunConfig]:
    """One config for every encoding and seed, seed by seed, so that a sweep cut short still has comparable pairs."""
    return [replace(base, encoding=encoding, seed=seed) for seed in seeds for encoding in encodings]


def sweep(
    configs: Iterable[RunConfig],
    store: Store,
    options: Options,
    begin: Callable[[RunConfig], None] = lambda config: None,
) -> list[Outcome]:
    """Train every config and return how each ended; a run that fails is said and the next one begins.

    A config whose finished run is in the store is skipped; an interrupted run stops the sweep.
    """
    outcomes = list[Outcome]()
    for config in configs:
        begin(config)
        outcomes.append(one(config, store, options))
        if outcomes[-1].status == "interrupted":
            break
    return outcomes


def one(config: RunConfig, store: Store, options: Options) -> Outcome:
    """Train a config whose finished run is not in the store yet, and return how it ended, whatever it died of."""
    try:
        config, _ = resolve(config)
        if (recorded(store, config)["status"] == "finished").any():
            return Outcome(config.run_id(), "skipped", "finished before")
        footer = store.read(train(config, store, options)).footer
        return Outcome(footer.run_id, footer.status, footer.message)
    except Exception as error:  # whatever one run dies of must not cost the others
        return Outcome(config.run_id(), "failed", str(error) or type(error).__name__)


def recorded(store: Store, config: RunConfig) -> pd.DataFrame:
    """The rows of the index whose runs have exactly this config."""
    runs, wanted = store.index().runs, config.to_dict()
    mine = (runs["encoding"] == config.encoding) & (runs["seed"] == config.seed)
    return runs[mine & runs["config"].map(lambda said: json.loads(said) == wanted).astype(bool)]
