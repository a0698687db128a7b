"""A finished rotary run whose weights are used again: to be evaluated under a rule, or to be trained further."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from safetensors import safe_open

from core.positions.encodings import ENCODINGS
from core.results import Run, Store
from core.training.checkpoint import load_weights
from core.training.config import RunConfig
from core.training.corpus import Corpus
from core.training.data import load
from core.training.model import Transformer
from core.training.tasks import TaskCorpus


@dataclass(frozen=True)
class Finished:
    """The run, its config, and the file of its weights."""

    run: Run
    config: RunConfig
    weights: Path

    def give(self, model: Transformer) -> dict[str, Any]:
        """Give the model the run's weights; which run they are of, and in what precision they were kept."""
        load_weights(self.weights, model)
        with safe_open(self.weights, "pt") as file:
            dtype = str(file.get_tensor("model.embedding").dtype).removeprefix("torch.")
        return {"run": self.run.footer.run_id, "weights": dtype}

    def corpus(self) -> Corpus | TaskCorpus:
        """The corpus that the run was trained on; raises ValueError where its bytes are others now."""
        corpus = load(self.config.corpus)
        if corpus.sha256 != self.run.footer.corpus.get("sha256"):
            raise ValueError(
                f"The corpus of {self.run.name} has changed since it was trained; losses could not be compared."
            )
        return corpus


def finished(name: str, store: Store, weights: Path) -> Finished:
    """The run of that name, its weights below the folder `weights`.

    Raises ValueError in one sentence where it is not finished, does not turn, has a rule for longer texts already or
    has no weights, and RunFileError where it cannot be read.
    """
    run = store.read(name)
    footer = run.footer
    if footer.status != "finished":
        raise ValueError(f"{run.name} is {footer.status}; only the weights of a finished run can be used again.")
    if footer.scaling not in ("none", ""):
        how = "was itself trained" if footer.config.get("start") else "is itself an evaluation"
        raise ValueError(f"{run.name} {how} under {footer.scaling}; name the run that it was made from.")
    known = ENCODINGS.get(footer.encoding)
    if known is None or known.angles is None:
        raise ValueError(f"{run.name} does not turn queries and keys, so no rule for RoPE applies to it.")
    path = weights / f"{name}.safetensors"
    if not path.exists():
        raise ValueError(f"{name} has no weights beside it ({path.name}); train it anew to have them.")
    return Finished(run, RunConfig.from_dict(footer.config), path)
