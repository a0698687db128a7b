"""How often a model finds a task's answer, by the length of the text and by the needle's depth.

Answers are scored with the true text before them. For a whole answer that is the same as letting the model write it: as
long as every token is right, what the model wrote is the true text.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from jaxtyping import Bool

from core.tasks import DEPTHS, Example, Task
from core.training.model import Transformer
from core.training.score import Score
from core.training.tasks import UNSCORED, evaluation_examples, stacked

CHUNK_TOKENS = 4096  # tokens a forward pass


def task_scores(model: Transformer, task: Task, last: bool) -> Iterator[Score]:
    """exact_match and token_accuracy at every length that the model can do; at the last, where there is a depth to
    choose, also by depth."""
    config = model.config
    rows = len(model.position_table) if model.encoding.learned_table else max(config.eval_lengths)
    depths = DEPTHS if last and task.sample_at else ()
    for length in (length for length in config.eval_lengths if length <= rows):
        for depth in (None, *depths):
            right, scored = answered(model, evaluation_examples(task, length, config.eval_windows, depth))
            exact = (right | ~scored).all(axis=1).mean()
            yield Score("val", length, "exact_match", float(exact), depth)
            yield Score("val", length, "token_accuracy", float(right[scored].mean()), depth)


@torch.no_grad()
def answered(
    model: Transformer, examples: Sequence[Example]
) -> tuple[Bool[np.ndarray, "count length"], Bool[np.ndarray, "count length"]]:
    """Where the likeliest token is the target, and which targets are scored."""
    length = len(examples[0].answer)
    inputs, targets = (torch.from_numpy(array) for array in stacked(examples, length))
    position = model.positions(length)
    rows = max(2, CHUNK_TOKENS // length)
    likeliest = torch.cat([model(chunk, position).argmax(-1) for chunk in inputs.split(rows)])
    return (likeliest == targets).numpy(), (targets != UNSCORED).numpy()
