"""`tasks`: how often the runs on each task find the answer, in a terminal and as JSON for other programs."""

import json

import pandas as pd

from core.commands.results import RUNS, AsJson
from core.results import Store, over_seeds, table
from core.results.export import shown
from core.results.formats import Sheet
from core.results.formats import markdown as pasted
from core.tasks import TASKS, task_of

HINT = "python -m core sweep --corpus needle --encodings rope alibi --seeds 0 1 2"


def tasks(runs: str = RUNS, as_json: AsJson = False, markdown: bool = False) -> int:
    """Print for every task and encoding how often the whole answer is right, by the length of the text.

    Args:
        runs: Folder or URL of the run files.
        as_json: Print a list of objects, one an encoding, length and metric.
        markdown: Print tables to paste.
    """
    values = Store(runs).accuracies()
    if values.empty:
        raise ValueError(f"{runs} holds no run on a task; make some with: {HINT}")
    named = values.assign(task=[task_of(config) for config in values["config"]])
    parts = [part for _, part in named.groupby("experiment", sort=False)]
    parts.sort(key=lambda part: list(TASKS).index(part["task"].iloc[0]))
    if as_json:
        print(json.dumps([row for part in parts for row in _objects(part)], indent=2))
        return 0
    for part in parts:
        name, length = part[["task", "train_length"]].iloc[0]
        averaged = table(part[part["metric"] == "exact_match"])
        print(f"{name}: share of texts whose whole answer is right, by tokens of a text; trained on up to {length}.\n")
        text = shown(averaged)
        print(pasted.write(Sheet(frame=text)) if markdown else text.to_string(index=False), end="\n\n")
    return 0


def _objects(part: pd.DataFrame) -> list[dict[str, object]]:
    """A row for each encoding, metric and length of one experiment, as JSON can say it."""
    averaged = over_seeds(part)
    averaged = averaged[averaged["n"] > 0].astype({"eval_length": object, "mean": object, "std": object})
    kept = averaged.assign(task=part["task"].iloc[0], encoding=averaged["series"])[
        ["task", "experiment", "encoding", "metric", "eval_length", "mean", "std", "n", "asked"]
    ]
    return [{key: None if pd.isna(value) else value for key, value in row.items()} for row in kept.to_dict("records")]
