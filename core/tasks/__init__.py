"""Tasks that a validation loss cannot see, as texts that a generator draws: numpy only, no model and no training."""

from core.tasks.registry import TASKS, task_of
from core.tasks.task import DEPTHS, Example, Task, fingerprint

__all__ = ["DEPTHS", "TASKS", "Example", "Task", "fingerprint", "task_of"]
