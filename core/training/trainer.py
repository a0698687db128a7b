"""Model, optimizer and data of one run, and the one step that they take together."""

import math

import torch
from torch import Tensor

from core.training.config import RunConfig
from core.training.corpus import Corpus
from core.training.data import batches
from core.training.environment import keep_freed_memory
from core.training.losses import compiled_mean_loss, compiled_token_loss, mean_loss, token_loss
from core.training.model import Transformer, keep_within_bounds
from core.training.tasks import TaskCorpus

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

    def __init__(self, config: RunConfig, corpus: Corpus | TaskCorpus, compiled: bool) -> None:
        keep_freed_memory()
        self.config, self.corpus = config, corpus
        self.model = Transformer(config, torch.bfloat16 if config.precision == "bfloat16" else None)
        decayed = [p for p in self.model.parameters() if p.dim() >= 2]
        plain = [p for p in self.model.parameters() if p.dim() < 2]
        groups = [{"params": decayed, "weight_decay": config.weight_decay}, {"params": plain, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=config.learning_rate, betas=BETAS, fused=True)
        self.drawn = batches(corpus, config)
        self.compiled = compiled and self._compiles()
        self.mean_loss = compiled_mean_loss if self.compiled else mean_loss
        self.token_loss = compiled_token_loss if self.compiled else token_loss

    def batch(self, step: int) -> tuple[Tensor, Tensor]:
        """Inputs and targets of the step that comes after `step` others, each (batch_size, train_length)."""
        inputs, targets = self.drawn(step)
        return torch.from_numpy(inputs).contiguous(), torch.from_numpy(targets).contiguous()

    def step(self, step: int) -> tuple[float, float]:
        """Loss in nats/token before the update, and the gradient's norm before clipping; a bad loss updates nothing."""
        loss = self.mean_loss(self.model, *self.batch(step), self.model.positions(self.config.train_length, step))
        if not math.isfinite(value := loss.item()):
            return value, math.nan
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip_norm)
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.config, step)
        self.optimizer.step()
        keep_within_bounds(self.model)
        self.optimizer.zero_grad()
        return value, norm.item()

    def _compiles(self) -> bool:
        inputs, targets = self.batch(0)
        try:
            compiled_mean_loss(
                self.model, inputs, targets, self.model.positions(self.config.train_length, 0)
            ).backward()
            with torch.no_grad():
                compiled_token_loss(self.model, inputs, targets, self.model.positions(self.config.train_length))
        except Exception:  # no compiler, no headers, a read-only cache: every cause means "go on without"
            return False
        finally:
            self.optimizer.zero_grad()
        return True
