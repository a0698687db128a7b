"""The two losses that a run computes, and their compiled forms, which all runs of a process share.

A graph belongs to what it computes and not to one model: runs that differ in seed alone use the same one, so that a
sweep compiles an encoding once.
"""

from collections.abc import Callable

import torch
import torch.fx.experimental._config
import torch.nn.functional as F
import torch.utils.deterministic
from jaxtyping import Float, Int
from torch import Tensor

from core.training.model import Transformer
from core.training.position import Positions

Loss = Callable[[Transformer, Tensor, Tensor, Positions], Tensor]
GRAPHS = 256  # kept at once; PyTorch's own limit, 8, is less than one sweep over the encodings


def mean_loss(
    model: Transformer, inputs: Int[Tensor, "B T"], targets: Int[Tensor, "B T"], position: Positions
) -> Float[Tensor, ""]:
    """Mean cross-entropy of the targets in nats."""
    return F.cross_entropy(model(inputs, position).flatten(0, 1), targets.flatten())


def token_loss(
    model: Transformer, inputs: Int[Tensor, "B T"], targets: Int[Tensor, "B T"], position: Positions
) -> Float[Tensor, "B T"]:
    """Cross-entropy of every target in nats."""
    logits = model(inputs, position).flatten(0, 1)
    return F.cross_entropy(logits, targets.flatten(), reduction="none").view(targets.shape)


torch.fx.experimental._config.use_duck_shape = False  # 16 windows and 16 pairs are equal by chance, not by design
# Compiled, the gradient of the embedding adds from all threads in whatever order they come: no run would repeat to the
# bit. The flag takes the ordered sum; it would also fill new memory with NaN, which costs time and mends nothing.
torch.use_deterministic_algorithms(True)
torch.utils.deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]
torch._dynamo.config.recompile_limit = GRAPHS
torch._dynamo.config.fail_on_recompile_limit_hit = True  # an error is told apart from a graph; a silent fallback is not
compiled_mean_loss: Loss = torch.compile(mean_loss, dynamic=False)
compiled_token_loss: Loss = torch.compile(token_loss, dynamic=True)  # one graph for all lengths
