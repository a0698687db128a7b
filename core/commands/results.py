"""`summary` and `verdict`: the experiment record in a terminal, and as JSON for other programs."""

import json
import math
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import tyro

from core.results import Store, paired, table
from core.results.export import quantities, shown, to_markdown
from core.results.summary import EVALUATED, HEADLINE

RUNS = str(Path(__file__).resolve().parents[2] / "runs")
METRICS = (*HEADLINE, *EVALUATED)
AsJson = Annotated[bool, tyro.conf.arg(name="json")]


def summary(runs: str = RUNS, as_json: AsJson = False, markdown: bool = False) -> int:
    """Print the seed-averaged table of every experiment.

    Args:
        runs: Folder or URL of the run files.
        as_json: Print a list of objects, one an experiment and encoding.
        markdown: Print a table to paste.
    """
    averaged = table(_values(runs))
    if as_json:
        print(json.dumps([_object(row, quantities(averaged)) for row in averaged.to_dict("records")], indent=2))
    elif markdown:
        print(to_markdown(averaged), end="")
    else:
        headline = averaged[[column for column in averaged if not column.startswith(EVALUATED)]]
        lengths = averaged[[column for column in averaged if not column.startswith(HEADLINE)]]
        for part in (headline, lengths[[column for column in lengths if not column.startswith("window_loss")]]):
            print(shown(part).to_string(index=False), end="\n\n")
        print("Losses in nats/token, mean ± standard deviation over seeds; rise_at_2x is tail_loss at twice the")
        print("training length minus tail_loss at it, over the same targets. --json gives every length.")
    return 0


def verdict(
    against: str = "rope",
    metric: str = "val_loss",
    eval_length: int | None = None,
    runs: str = RUNS,
    as_json: AsJson = False,
) -> int:
    """Print every encoding's difference from one, paired by seed, with interval and verdict.

    Args:
        against: The encoding to compare with.
        metric: val_loss, rise_at_2x, rise_ratio_at_2x, window_loss or tail_loss.
        eval_length: Tokens; for window_loss and tail_loss.
        runs: Folder or URL of the run files.
        as_json: Print a list of objects.
    """
    if metric not in METRICS:
        raise ValueError(f'metric is "{metric}"; choose one of {", ".join(METRICS)}.')
    values = _values(runs)
    if against not in set(values["series"]):
        raise ValueError(
            f'No run of "{against}" is there to compare with; there are {", ".join(sorted(set(values["series"])))}.'
        )
    compared = paired(values, against, metric, eval_length)
    if as_json:
        print(json.dumps([_plain(row) for row in compared.to_dict("records")], indent=2))
        return 0
    compared["differs"] = compared["differs"].map(", ".join)
    columns = ["series", "pairs", "asked", "mean_difference", "lo", "hi", "p_holm", "verdict", "note", "differs"]
    print(f"{metric} minus that of {against}, paired by seed; below 0 is better; 95% t interval, p after Holm.")
    print(compared[columns].to_string(index=False, float_format=lambda number: f"{number:.4f}"))
    return 0


def _values(runs: str) -> pd.DataFrame:
    values = Store(runs).values()
    if values.empty:
        raise ValueError(f"{runs} holds no run; make one with: python -m core train --encoding rope --corpus pydoc")
    return values


def _object(row: dict[Any, Any], names: list[str]) -> dict[str, Any]:
    """One row of the table as nested objects: {"val_loss": {"mean": …, "std": …}, "tail_loss": {"128": {…}}}."""
    said: dict[str, Any] = {"encoding": row["series"], "experiment": row["experiment"], "n": row["n"]}
    said |= {"asked": row["asked"], "finished": row["finished"]}
    for name in names:
        cell = {part: row[f"{name}_{part}"] for part in ("mean", "std")}
        metric, _, length = name.rpartition("_")
        if metric not in EVALUATED:
            said[name] = cell
        elif row[f"{name}_n"] > 0:
            said.setdefault(metric, {})[length] = cell
    return _plain(said)


def _plain(value: Any) -> Any:
    """The value as JSON can say it; a number that is not finite is null."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    if value is pd.NA or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return value
