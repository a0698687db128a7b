"""What a run trains on: a text or a task, and its batches one by one."""

from collections.abc import Callable
from functools import partial

import numpy as np
from jaxtyping import Int

from core.tasks import TASKS
from core.training.config import RunConfig
from core.training.corpus import Corpus, load_corpus, training_starts, windows
from core.training.tasks import TaskCorpus, task_corpus, training_batch

Batch = tuple[Int[np.ndarray, "batch length"], Int[np.ndarray, "batch length"]]  # inputs and targets


def load(name: str) -> Corpus | TaskCorpus:
    """The task or the corpus of that name, or the file at that path ("./copy" for a file that is named like a task).

    Raises ValueError as load_corpus does.
    """
    return task_corpus(TASKS[name]) if name in TASKS else load_corpus(name)


def batches(corpus: Corpus | TaskCorpus, config: RunConfig) -> Callable[[int], Batch]:
    """Inputs and targets of the step that comes after so many others; raises ValueError where a text is too short."""
    if isinstance(corpus, TaskCorpus):
        return partial(training_batch, corpus.task, config)
    starts = training_starts(corpus, config.seed, config.steps, config.batch_size, config.train_length)

    def cut(step: int) -> Batch:
        tokens = windows(corpus.train, starts[step], config.train_length)
        return tokens[:, :-1], tokens[:, 1:]

    return cut
