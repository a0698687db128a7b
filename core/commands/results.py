"""`summary`: the experiment record in a terminal, and as JSON for other programs."""

import json
import math
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import tyro

from core.commands.readme import with_table
from core.results import Store, table
from core.results.export import quantities, shown
from core.results.formats import Sheet
from core.results.formats import markdown as pasted
from core.results.summary import EVALUATED, HEADLINE

ROOT = Path(__file__).resolve().parents[2]
RUNS, README = str(ROOT / "runs"), ROOT / "README.md"
METRICS = (*HEADLINE, *EVALUATED)
AsJson = Annotated[bool, tyro.conf.arg(name="json")]


def summary(runs: str = RUNS, as_json: AsJson = False, markdown: bool = False, readme: bool = False) -> int:
    """Print the seed-averaged table of every experiment.

    Args:
        runs: Folder or URL of the run files.
        as_json: Print a list of objects, one an experiment and encoding.
        markdown: Print a table to paste.
        readme: Write the table of the reference runs into README.md, between its two marks.
    """
    averaged = table(values_below(runs))
    if readme:
        README.write_text(with_table(README.read_text(), averaged))
    elif as_json:
        print(json.dumps([_object(row, quantities(averaged)) for row in averaged.to_dict("records")], indent=2))
    elif markdown:
        print(pasted.write(Sheet(frame=shown(averaged))), end="")
    else:
        headline = averaged[[column for column in averaged if not column.startswith(EVALUATED)]]
        lengths = averaged[[column for column in averaged if not column.startswith(HEADLINE)]]
        for part in (headline, lengths[[column for column in lengths if not column.startswith("window_loss")]]):
            print(shown(part).to_string(index=False), end="\n\n")
        print("Losses in nats/token, mean ± standard deviation over seeds; rise_at_2x is tail_loss at twice the")
        print("training length minus tail_loss at it, over the same targets. --json gives every length.")
    return 0


def check_metric(metric: str) -> None:
    """Raise ValueError where no run has such a metric."""
    if metric not in METRICS:
        raise ValueError(f'metric is "{metric}"; choose one of {", ".join(METRICS)}.')


def values_below(runs: str) -> pd.DataFrame:
    """The final values of every run below this folder or URL; ValueError where there is none."""
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
    return plain(said)


def plain(value: Any) -> Any:
    """The value as JSON can say it; a number that is not finite is null."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if hasattr(value, "item"):
        value = value.item()
    if value is pd.NA or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return value
