"""Every task, each declared once. To add one, write its function and append a record here; no other file knows them."""

import json
from functools import lru_cache

from core.tasks.induction import induction
from core.tasks.needle import needle, needle_at
from core.tasks.recall import recall
from core.tasks.strings import copy, reverse, symbols
from core.tasks.task import Setting, Task

# Two layers, because finding what followed the same symbol before takes two steps of attention.
_SMALL: dict[str, Setting] = {
    "layers": 2,
    "warmup_steps": 50,
    "learning_rate": 1e-3,
    "min_learning_rate": 1e-4,
    "eval_windows": 64,
}

_ALL = (
    Task(
        name="copy",
        label="Copy",
        summary="A string of up to 20 symbols is written once more; beyond the training length it is longer.",
        source="Kazemnejad et al. 2023 (arXiv 2305.19466), appendix C; Jelassi et al. 2024 (arXiv 2402.01032)",
        least=4,
        sample=copy,
        size=symbols,
        settings=_SMALL
        | {"steps": 1000, "train_length": 42, "eval_lengths": (22, 32, 42, 52, 62, 82, 122), "eval_every": 250},
    ),
    Task(
        name="needle",
        label="Needle",
        summary="One marked symbol stands somewhere among others; at the end the mark comes again and asks for it.",
        source="After the passkey test of Mohtashami and Jaggi 2023 (arXiv 2305.16300) and RULER (arXiv 2404.06654)",
        least=8,
        sample=needle,
        sample_at=needle_at,
        settings=_SMALL
        | {"steps": 400, "train_length": 64, "eval_lengths": (32, 64, 96, 128, 192, 256), "eval_every": 100},
    ),
    Task(
        name="induction",
        label="Induction",
        summary="A stretch of symbols comes again and again; its length differs from text to text.",
        source="Olsson et al. 2022 (arXiv 2209.11895), with the offset drawn anew for every text",
        least=8,
        sample=induction,
        settings=_SMALL
        | {"steps": 800, "train_length": 32, "eval_lengths": (16, 32, 48, 64, 96, 128), "eval_every": 200},
    ),
    Task(
        name="recall",
        label="Associative recall",
        summary="Up to four pairs of key and value come first; later each key stands once more and asks for its value.",
        source="After MQAR, Arora et al. 2023 (arXiv 2312.04927)",
        least=8,
        sample=recall,
        settings=_SMALL
        | {"steps": 1000, "train_length": 32, "eval_lengths": (16, 32, 48, 64, 96, 128), "eval_every": 250},
    ),
    Task(
        name="reverse",
        label="Reverse",
        summary="A string of up to 20 symbols is written backwards; beyond the training length it is longer.",
        source="Kazemnejad et al. 2023 (arXiv 2305.19466), appendix C",
        least=4,
        sample=reverse,
        size=symbols,
        settings=_SMALL
        | {"steps": 1000, "train_length": 42, "eval_lengths": (22, 32, 42, 52, 62, 82, 122), "eval_every": 250},
    ),
)

TASKS = {task.name: task for task in _ALL}


@lru_cache(maxsize=1 << 14)  # of every run of the list, at every choice of the reader
def task_of(config: str) -> str:
    """The name of the task that a run with this config (JSON) was trained on; "" where it was trained on a text."""
    try:
        corpus = json.loads(config)["corpus"]
    except (KeyError, TypeError, ValueError):
        return ""
    return corpus if isinstance(corpus, str) and corpus in TASKS else ""
