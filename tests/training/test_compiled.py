"""The compiled losses: the same numbers as the plain ones, and one graph for all seeds and lengths."""

from dataclasses import replace

import pytest
import torch
from torch._dynamo.utils import counters

from core.training.config import RunConfig
from core.training.corpus import Corpus
from core.training.evaluate import evaluate
from core.training.losses import compiled_token_loss
from core.training.trainer import Trainer


def graphs() -> int:
    return counters["stats"]["unique_graphs"]


@pytest.mark.parametrize("name", ["rope", "alibi"])
def test_seeds_share_a_graph_and_agree_with_the_plain_losses(tiny: RunConfig, corpus: Corpus, name: str) -> None:
    torch._dynamo.reset()  # another test may have found the graphs
    before, counts = graphs(), []
    for seed in (0, 1):
        config = replace(tiny, encoding=name, seed=seed)
        fast, plain = Trainer(config, corpus, True), Trainer(config, corpus, False)
        assert fast.compiled and not plain.compiled
        for step in range(3):
            assert fast.step(step) == pytest.approx(plain.step(step), rel=1e-4)
        scores = evaluate(fast.model, corpus, True, compiled_token_loss)
        for found, expected in zip(scores, evaluate(fast.model, corpus, True), strict=True):
            assert replace(found, value=0.0) == replace(expected, value=0.0)
            assert found.value == pytest.approx(expected.value, abs=1e-4)
        counts.append(graphs() - before)
    assert counts == [2, 2], "one graph to train and one to evaluate, both found by the first seed"


def test_a_graph_too_many_is_not_hidden(tiny: RunConfig, corpus: Corpus) -> None:
    torch._dynamo.reset()
    with torch._dynamo.config.patch(recompile_limit=1):  # monkeypatch would leave the setting deleted
        compiled = [Trainer(replace(tiny, encoding=name), corpus, True).compiled for name in ("none", "rope")]
    torch._dynamo.reset()
    assert compiled == [True, False]
