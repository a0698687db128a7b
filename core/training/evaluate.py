"""Validation loss by length: what a model does inside its training length and beyond it.

Windows of every length end at the same places, so `tail_loss` scores the same target tokens whatever the length and
only the context differs. One forward pass of a window gives the loss of every position in it.
"""

from collections.abc import Iterator

import numpy as np
import torch
from jaxtyping import Float, Int

from core.training.accuracy import task_scores
from core.training.corpus import Corpus, eval_ends, windows
from core.training.losses import Loss, token_loss
from core.training.model import Transformer, force_table
from core.training.score import Score
from core.training.tasks import TaskCorpus

TAIL_TOKENS = 64  # targets that tail_loss scores
CHUNK_TOKENS = 2048  # tokens a forward pass; larger ones fall out of the cache and are slower
POSITION_WINDOWS = 4  # times eval_windows, for the loss by position: a mean over few windows is mostly noise


def evaluate(model: Transformer, corpus: Corpus | TaskCorpus, last: bool, loss: Loss = token_loss) -> list[Score]:
    """window_loss and tail_loss in nats/token at every length that the model can do; at the last also position_loss.

    A learned table that is too short has no score beyond its rows, and a second series, split "forced", in which the
    missing rows are left at untrained initial values. A task has accuracies instead, see task_scores.
    """
    if isinstance(corpus, TaskCorpus):
        return list(task_scores(model, corpus.task, last))
    if not model.encoding.learned_table:
        return list(_scores(model, corpus, "val", model.config.eval_lengths, last, loss))
    lengths = model.config.eval_lengths
    inside = tuple(length for length in lengths if length <= len(model.position_table))
    forced = force_table(model, max(lengths))
    return [
        *_scores(model, corpus, "val", inside, last, loss),
        *_scores(forced, corpus, "forced", lengths, last, loss),
    ]


def _scores(
    model: Transformer, corpus: Corpus, split: str, lengths: tuple[int, ...], last: bool, loss: Loss
) -> Iterator[Score]:
    config = model.config
    ends = eval_ends(corpus, config.eval_windows, max(config.eval_lengths))
    tail = min(TAIL_TOKENS, *config.eval_lengths)
    for length in lengths:
        losses = token_losses(model, corpus, ends, length, loss)
        yield Score(split, length, "window_loss", float(losses.mean()))
        yield Score(split, length, "tail_loss", float(losses[:, -tail:].mean()))
    if last:
        ends = eval_ends(corpus, POSITION_WINDOWS * config.eval_windows, max(config.eval_lengths))
        by_position = token_losses(model, corpus, ends, max(lengths), loss).mean(axis=0)
        for position, value in enumerate(by_position):
            yield Score(split, max(lengths), "position_loss", float(value), position)


@torch.no_grad()
def token_losses(
    model: Transformer, corpus: Corpus, ends: Int[np.ndarray, "count"], length: int, loss: Loss = token_loss
) -> Float[np.ndarray, "count length"]:
    """Loss in nats of every target in the validation windows of this length that end at `ends`."""
    tokens = torch.from_numpy(windows(corpus.val, ends - length, length))
    position = model.positions(length)
    chunks = tokens.split(max(2, CHUNK_TOKENS // length))
    losses = [loss(model, chunk[:, :-1].contiguous(), chunk[:, 1:].contiguous(), position) for chunk in chunks]
    return torch.cat(losses).double().numpy()
