"""Evaluation against a slow second computation, window by window and token by token."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from core.training.config import RunConfig
from core.training.corpus import Corpus, eval_ends
from core.training.evaluate import Score, evaluate
from core.training.model import Transformer


def by_hand(model: Transformer, corpus: Corpus, end: int, length: int) -> list[float]:
    """Loss of each target of one window: -log softmax, one at a time."""
    text = corpus.val[end - length : end + 1].astype(int)
    with torch.no_grad():
        logits = model(torch.tensor(text[None, :-1]))[0].double().numpy()
    return [float(np.log(np.exp(row).sum()) - row[target]) for row, target in zip(logits, text[1:], strict=True)]


def found(scores: list[Score], split: str, length: int, metric: str) -> float:
    (value,) = [s.value for s in scores if (s.split, s.eval_length, s.metric) == (split, length, metric)]
    return value


def test_losses_equal_those_counted_by_hand(tiny: RunConfig, corpus: Corpus) -> None:
    model = Transformer(replace(tiny, encoding="rope"))
    scores = evaluate(model, corpus, last=False)
    for length in tiny.eval_lengths:
        losses = np.array([by_hand(model, corpus, end, length) for end in eval_ends(corpus, 3, 64)])
        assert found(scores, "val", length, "window_loss") == pytest.approx(losses.mean(), rel=1e-5)
        assert found(scores, "val", length, "tail_loss") == pytest.approx(losses[:, -16:].mean(), rel=1e-5)
    assert {s.metric for s in scores} == {"window_loss", "tail_loss"}


def test_loss_by_position_comes_with_the_last_evaluation(tiny: RunConfig, corpus: Corpus) -> None:
    model = Transformer(replace(tiny, encoding="alibi"))
    by_position = [s for s in evaluate(model, corpus, last=True) if s.metric == "position_loss"]
    assert [s.position for s in by_position] == list(range(64)) and {s.eval_length for s in by_position} == {64}
    losses = np.array([by_hand(model, corpus, end, 64) for end in eval_ends(corpus, 12, 64)])
    np.testing.assert_allclose([s.value for s in by_position], losses.mean(axis=0), rtol=1e-4)


def test_learned_ends_with_its_table_and_goes_on_only_forced(tiny: RunConfig, corpus: Corpus) -> None:
    scores = evaluate(Transformer(replace(tiny, encoding="learned")), corpus, last=True)
    assert {s.eval_length for s in scores if s.split == "val"} == {16}
    assert {s.eval_length for s in scores if s.split == "forced"} == {16, 32, 64}
    inside = [found(scores, split, 16, "window_loss") for split in ("val", "forced")]
    assert inside[0] == pytest.approx(inside[1], rel=1e-6)
