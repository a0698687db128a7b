"""A task as a corpus: the batches that train a run, and the texts that every run is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from core.tasks import Example, Task, fingerprint
from core.training.config import RunConfig

UNSCORED = -100  # the target that PyTorch's cross-entropy leaves out of its mean
TRAINING, EVALUATION = 2, 3  # streams of random numbers; 1 is the order of a text's windows


@dataclass(frozen=True)
class TaskCorpus:
    """A task in the place of a text: it has no bytes, every example is drawn."""

    task: Task
    sha256: str
    size: int = 0  # bytes

    @property
    def name(self) -> str:
        """The task's name."""
        return self.task.name


def task_corpus(task: Task) -> TaskCorpus:
    """The task with the sha256 of what it draws."""
    return TaskCorpus(task, fingerprint(task))


def training_batch(
    task: Task, config: RunConfig, step: int
) -> tuple[Int[np.ndarray, "batch length"], Int[np.ndarray, "batch length"]]:
    """Inputs and targets of the step that comes after `step` others, of lengths up to train_length and padded to it.

    The seed and the step fix it, so that a resumed run and every encoding see the same texts.
    """
    rng = np.random.default_rng([config.seed, TRAINING, step])
    lengths = rng.integers(task.least, config.train_length + 1, config.batch_size)
    return stacked([task.sample(rng, int(length)) for length in lengths], config.train_length)


def stacked(
    examples: Sequence[Example], length: int
) -> tuple[Int[np.ndarray, "batch length"], Int[np.ndarray, "batch length"]]:
    """Inputs, and targets that are UNSCORED where they are no part of the answer, both padded at their end."""
    inputs = np.zeros((len(examples), length), np.int64)
    targets = np.full((len(examples), length), UNSCORED)
    for row, (tokens, answer) in enumerate(examples):
        inputs[row, : len(answer)] = tokens[:-1]
        targets[row, : len(answer)] = np.where(answer, tokens[1:], UNSCORED)
    return inputs, targets


def evaluation_examples(task: Task, length: int, count: int, depth: int | None = None) -> list[Example]:
    """Texts of this length, the same for every run; with `depth` in percent, all with their needle there."""
    rng = np.random.default_rng([EVALUATION, length, 0 if depth is None else 1 + depth])
    if depth is None or task.sample_at is None:
        return [task.sample(rng, length) for _ in range(count)]
    return [task.sample_at(rng, length, depth) for _ in range(count)]
