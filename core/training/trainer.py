"""Model, optimizer and data of one run, and the one step that they take together."""

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from core.training.config import RunConfig
from core.training.corpus import Corpus, training_starts, windows
from core.training.model import Transformer

BETAS = (0.9, 0.95)


def learning_rate(config: RunConfig, step: int) -> float:
    """Rate of the step that comes after `step` others: linear warm-up, then a cosine down to min_learning_rate."""
    if step < config.warmup_steps:
        return config.learning_rate * (step + 1) / config.warmup_steps
    done = (step - config.warmup_steps) / max(1, config.steps - config.warmup_steps)
    return (
        config.min_learning_rate
        + (config.learning_rate - config.min_learning_rate) * (1 + math.cos(math.pi * done)) / 2
    )


class Trainer:
    """A run in memory: what it trains, on what, and how it steps."""

    def __init__(self, config: RunConfig, corpus: Corpus, compiled: bool) -> None:
        self.config, self.corpus = config, corpus
        self.model = Transformer(config, torch.bfloat16 if config.precision == "bfloat16" else None)
        decayed = [p for p in self.model.parameters() if p.dim() >= 2]
        plain = [p for p in self.model.parameters() if p.dim() < 2]
        groups = [{"params": decayed, "weight_decay": config.weight_decay}, {"params": plain, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=config.learning_rate, betas=BETAS, fused=True)
        self.starts = training_starts(corpus, config.seed, config.steps, config.batch_size, config.train_length)
        self.compiled, self.loss = self._loss(compiled)

    def batch(self, step: int) -> tuple[Tensor, Tensor]:
        """Inputs and targets of the step that comes after `step` others, each (batch_size, train_length)."""
        tokens = torch.from_numpy(windows(self.corpus.train, self.starts[step], self.config.train_length))
        return tokens[:, :-1].contiguous(), tokens[:, 1:].contiguous()

    def step(self, step: int) -> tuple[float, float]:
        """Loss in nats/token before the update, and the gradient's norm before clipping; a bad loss updates nothing."""
        loss = self.loss(*self.batch(step))
        if not math.isfinite(value := loss.item()):
            return value, math.nan
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip_norm)
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.config, step)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return value, norm.item()

    def _loss(self, compiled: bool) -> tuple[bool, Callable[[Tensor, Tensor], Tensor]]:
        positions = self.model.positions(self.config.train_length)

        def loss(inputs: Tensor, targets: Tensor) -> Tensor:
            return F.cross_entropy(self.model(inputs, positions).flatten(0, 1), targets.flatten())

        if not compiled:
            return False, loss
        torch._dynamo.reset()  # each run is another graph; without this the ninth in a process falls back in silence
        fast = torch.compile(loss)
        try:
            fast(*self.batch(0)).backward()
            self.optimizer.zero_grad()
        except Exception:  # no compiler, no headers, a read-only cache: every cause means "go on without"
            self.optimizer.zero_grad()
            return False, loss
        return True, fast
