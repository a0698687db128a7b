"""Runs on texts, which have losses, and runs on tasks, which have accuracies."""

import pandas as pd

from core.tasks import task_of


def on_texts(runs: pd.DataFrame) -> pd.DataFrame:
    """The rows of an index whose runs were trained on a text."""
    return runs[runs["config"].map(lambda config: not task_of(config)).astype(bool)]


def on_tasks(runs: pd.DataFrame) -> pd.DataFrame:
    """The rows of an index whose runs were trained on a task, with its name as `task`."""
    told = runs.assign(task=[task_of(config) for config in runs["config"]])
    return told[told["task"] != ""]
