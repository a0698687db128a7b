"""One run from its config to its finished run file."""

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from core.results import Footer, Run, Store
from core.training.checkpoint import load_training, save_training, save_weights
from core.training.config import RunConfig
from core.training.corpus import Corpus
from core.training.data import load
from core.training.environment import environment, resolve_precision
from core.training.evaluate import evaluate
from core.training.extension import extension_of
from core.training.finished import Finished
from core.training.record import Record, now
from core.training.tasks import TaskCorpus
from core.training.trainer import Trainer, learning_rate

LOG_EVERY = 10  # steps a training row


@dataclass(frozen=True)
class Progress:
    """What a progress bar shows after each step."""

    step: int
    steps: int
    loss: float
    tokens_per_second: float
    notice: str = ""


def _say_nothing(progress: Progress) -> None:
    """The report of a run that nobody watches."""


def _go_on() -> bool:
    return False


@dataclass(frozen=True)
class Options:
    """What does not change a run's losses: where its files go, how it is computed, who is told."""

    checkpoints: Path | None = None  # folder of the weights; without one a run cannot be resumed
    folder: str = ""  # below the store's root, "reference/" for the committed runs
    compiled: bool = True  # try torch.compile, and go on without it where it does not work
    half_weights: bool = False  # keep a finished run's weights as float16
    report: Callable[[Progress], None] = _say_nothing
    stop: Callable[[], bool] = _go_on  # asked after each step; a signal stops a run as well


def resolve(config: RunConfig) -> tuple[RunConfig, Corpus | TaskCorpus]:
    """The config with every "auto" settled for this machine, as the footer records it, and its corpus."""
    corpus = load(config.corpus)
    name = corpus.name if config.corpus == "auto" else config.corpus
    return replace(config, corpus=name, precision=resolve_precision(config.precision)), corpus


def train(config: RunConfig, store: Store, options: Options, start: Finished | None = None) -> str:
    """Train a run to its end, from the weights of `start` where it goes on from another; its name in the store.

    Raises ValueError in one sentence where it cannot start, and StoreError where its last rows could not be written.
    """
    if config.start and start is None:
        raise ValueError("The config is of a run that goes on from another; that is python -m core continue RUN.")
    config, corpus = resolve(config)
    trainer = Trainer(config, corpus, options.compiled)
    origin = {}
    if start is not None:
        origin = extension_of(config.scaling, config.native_length).said() | start.give(trainer.model)
    name = _unused(store, options.folder + config.run_id())
    footer = Footer(run_id=name.rpartition("/")[2], start=now(), extension=origin, **_facts(trainer))
    run = _Running(trainer, Record(store, name, footer), options)
    run.evaluate()
    run.go_on()
    return name


def resume(name: str, store: Store, options: Options) -> str:
    """Go on with an unfinished run from its checkpoint, as a new attempt, and return its name.

    Raises ValueError where it is finished, has no checkpoint or its corpus has changed, and RunFileError where it
    cannot be read.
    """
    earlier = store.read(name)
    config, corpus = resolve(RunConfig.from_dict(earlier.footer.config))
    path = _checkpoint_to_resume(earlier, corpus, options)
    trainer = Trainer(config, corpus, options.compiled)
    step, pending = load_training(path, trainer.model, trainer.optimizer)
    rows = store.all_rows(name)
    seconds = float(rows["seconds"][rows["step"] <= step].max())
    facts = _facts(trainer) | {"attempt": earlier.footer.attempt + 1, "status": "running", "message": "", "end": None}
    run = _Running(trainer, Record(store, name, replace(earlier.footer, **facts), rows, seconds), options)
    run.step, run.pending = step, pending
    run.go_on()
    return name


class _Running:
    """A run while it trains: the loop, and what is recorded and kept at each step."""

    def __init__(self, trainer: Trainer, record: Record, options: Options) -> None:
        self.trainer, self.record, self.options = trainer, record, options
        self.config = trainer.config
        self.path = options.checkpoints and options.checkpoints / f"{record.name}.safetensors"
        self.step, self.pending = 0, list[float]()  # pending: losses since the last logged row
        self.trouble = ""
        self._clock, self._timed = time.perf_counter(), 0  # steps since the clock was set

    def go_on(self) -> None:
        """Step to the end, to a loss that is no number, or to the first step after a request to stop."""
        with stop_requested() as stop:
            while self.step < self.config.steps:
                loss, norm = self.trainer.step(self.step)
                self.step, self._timed = self.step + 1, self._timed + 1
                if not math.isfinite(loss):
                    self._log(loss, norm)
                    self.record.close(self.step, "diverged", f"diverged at step {self.step}: the loss was {loss}")
                    return
                self.pending.append(loss)
                self._after_step(loss, norm)
                if (stop.is_set() or self.options.stop()) and self.step < self.config.steps:
                    self._keep()
                    self.record.close(self.step, "interrupted", f"interrupted at step {self.step}")
                    return
        if self.path:
            self._saved(save_weights, torch.float16 if self.options.half_weights else torch.float32)
        self.record.close(self.step, "finished")

    def evaluate(self) -> None:
        """Record the validation losses of this step."""
        scores = evaluate(
            self.trainer.model, self.trainer.corpus, self.step == self.config.steps, self.trainer.token_loss
        )
        self.record.scores(self.step, self.step * self.config.tokens_per_step, scores)
        self._clock, self._timed = time.perf_counter(), 0  # throughput is of training alone

    def _after_step(self, loss: float, norm: float) -> None:
        rate = self._rate()
        evaluates = self.step % self.config.eval_every == 0 or self.step == self.config.steps
        if evaluates or self.step % LOG_EVERY == 0:
            self._log(math.fsum(self.pending) / len(self.pending), norm)
        if evaluates:
            self.evaluate()
            self._keep()
        notice = self.trouble or str(self.record.trouble or "")
        self.options.report(Progress(self.step, self.config.steps, loss, rate, notice))

    def _log(self, loss: float, norm: float) -> None:
        values = {"loss": loss, "grad_norm": norm, "learning_rate": learning_rate(self.config, self.step - 1)}
        tokens = self.step * self.config.tokens_per_step
        self.record.train(self.step, tokens, values | {"tokens_per_s": self._rate()})
        self.pending = []
        self._clock, self._timed = time.perf_counter(), 0

    def _rate(self) -> float:
        return self._timed * self.config.tokens_per_step / (time.perf_counter() - self._clock)

    def _keep(self) -> None:
        if self.path:
            self._saved(save_training, self.trainer.optimizer, self.step, self.pending)

    def _saved(self, save: Callable[..., None], *rest: object) -> None:
        # A checkpoint that cannot be written costs what comes after the last one, and must not cost the run.
        try:
            save(self.path, self.trainer.model, *rest)
            self.trouble = ""
        except Exception as error:  # safetensors wraps a full disk in an error of its own
            self.trouble = (
                f"The checkpoint of {self.record.name} could not be written ({error}); make room on the disk."
            )


def _facts(trainer: Trainer) -> dict[str, Any]:
    """What a footer says of the config, the corpus and the machine."""
    config, corpus = trainer.config, trainer.corpus
    return {
        "encoding": config.encoding,
        "seed": config.seed,
        "config": config.to_dict(),
        "scaling": config.scaling,
        "corpus": {"name": corpus.name, "sha256": corpus.sha256, "bytes": corpus.size},
        "parameters": sum(parameter.numel() for parameter in trainer.model.parameters()),
        "compiled": trainer.compiled,
        "dtype": config.precision,
        **environment(),
    }


def _checkpoint_to_resume(earlier: Run, corpus: Corpus | TaskCorpus, options: Options) -> Path:
    if earlier.footer.status == "finished":
        raise ValueError(f"{earlier.name} is finished; there is nothing left to resume.")
    if earlier.footer.corpus.get("sha256") != corpus.sha256:
        raise ValueError(f"The corpus of {earlier.name} has changed since it began; restore it or start a new run.")
    path = options.checkpoints and options.checkpoints / f"{earlier.name}.safetensors"
    if path is None or not path.exists():
        raise ValueError(f"{earlier.name} has no checkpoint beside it; start it anew with the same options.")
    return path


def _unused(store: Store, name: str) -> str:
    """The name, with a number behind it where a run of that name exists: nothing recorded is overwritten."""
    index = store.index()
    taken = set(index.runs["name"]) | {broken.name for broken in index.broken}
    candidates = [name, *(f"{name}-{number}" for number in range(2, len(taken) + 3))]
    return next(candidate for candidate in candidates if candidate not in taken)


@contextmanager
def stop_requested() -> Iterator[threading.Event]:
    """An event that Ctrl-C or SIGTERM sets, so that a run stops between two steps; a second one stops at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def ask(number: int, frame: object) -> None:
        stop.set()
        signal.signal(number, signal.default_int_handler)

    heard = [n for n in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(n) is not signal.SIG_IGN]
    before = {number: signal.signal(number, ask) for number in heard}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
