"""One measured value of a run."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """`position` is None but for position_loss, and for a task's accuracies by depth, where it is that depth in %."""

    split: str
    eval_length: int
    metric: str
    value: float
    position: int | None = None
