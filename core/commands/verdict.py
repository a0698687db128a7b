"""`verdict`: paired comparisons in a terminal, and the gate that fails where a run set is worse than a baseline."""

import json
from typing import Annotated

import pandas as pd
import tyro

from core.commands import sentences
from core.commands.gate import gate
from core.commands.results import RUNS, AsJson, check_metric, plain, values_below
from core.results import Store, paired
from core.results.rule import VERDICTS
from core.results.vary import ENCODING, comparable, labelled
from core.results.verdict import in_family

SHOWN = "series pairs asked mean_difference lo hi p_holm verdict note differs".split()


def verdict(
    against: str | None = None,
    metric: str = "val_loss",
    eval_length: int | None = None,
    family: tuple[str, ...] = (),
    vary: str = ENCODING,
    noise_floor: Annotated[float | None, tyro.conf.arg(metavar="FLOAT")] = None,
    runs: str = RUNS,
    fail_if_worse: bool = False,
    baseline: str = RUNS,
    as_json: AsJson = False,
) -> int:
    """Print every encoding's difference from one, paired by seed, with interval and verdict.

    With --fail-if-worse: hold the run set against a baseline, series by series; exit with 1 where one is worse by the
    same rule, 2 where that cannot be judged, else 0. docs/gate.md has a CI snippet.

    Args:
        against: The series to compare with, rope by default; for the gate, what new encodings are held against.
        metric: val_loss, rise_at_2x, rise_ratio_at_2x, window_loss or tail_loss.
        eval_length: Tokens; for window_loss and tail_loss.
        family: The series that Holm's correction is over, * for anything. By default all that are comparable, without
            rules for longer texts; for the gate, all of the run set.
        vary: What is compared: encoding, scaling, or a setting such as rope_theta; not with --fail-if-worse.
        noise_floor: A difference that is no larger says nothing; the recorded one by default.
        runs: Folder or URL of the run files.
        fail_if_worse: Be the gate.
        baseline: Folder or URL of the runs that the gate holds against; the committed ones by default.
        as_json: Print JSON.
    """
    if fail_if_worse:
        return gate(runs, baseline, metric, eval_length, against, family, vary, noise_floor, as_json)
    check_metric(metric)
    values, name = _chosen(runs, against or "rope", family, vary)
    table = paired(values, name, metric, eval_length, vary, noise_floor)
    if as_json:
        rows = table.to_dict("records")
        print(json.dumps([plain(row | {"power": sentences.power(row)}) for row in rows], indent=2))
    else:
        _print(table, metric, name, noise_floor)
    return 0


def _chosen(runs: str, against: str, family: tuple[str, ...], vary: str) -> tuple[pd.DataFrame, str]:
    """The final values to compare, and the name of the series that they are compared with."""
    values = labelled(values_below(runs), Store(runs).index().runs, vary)
    counts = values.groupby("series", sort=False)["name"].nunique()
    # Where a setting is compared, "10000" is short for rope there, and "rope" for its value of most runs.
    short = [one for one in counts.index if one.startswith(f"{against}, {vary}=")]
    names = [against, f"rope, {vary}={against}", *sorted(short, key=lambda one: -counts[one])]
    name = next((one for one in names if one in counts.index), None)
    if name is None:
        known = "; ".join(counts.index)
        raise ValueError(f'No run of "{against}" is there to compare with; there are {known}.')
    return (in_family(values, family, name) if family else comparable(values, name, vary)), name


def _print(table: pd.DataFrame, metric: str, name: str, noise_floor: float | None) -> None:
    """The table, and in sentences what stands behind it."""
    rows = table.assign(differs=table["differs"].map(", ".join))
    families = dict.fromkeys(family for family in table["family"] if family)
    print(f"{metric} minus that of {name}, paired by seed; below 0 is better; 95% t interval, p after Holm.")
    print(rows[SHOWN].to_string(index=False, float_format=lambda number: f"{number:.4f}"))
    for family in families:
        print(f"Family of Holm's correction ({len(family)}): {'; '.join(family)}, each against {name}.")
    judged = [row for row in table.to_dict("records") if row["verdict"] in VERDICTS[:3]]
    for line in dict.fromkeys(sentences.floor(row, noise_floor) for row in judged):
        print(line)
    for row in judged:
        if row["verdict"] == "not separated":
            print(f"{row['series']}: not separated; {sentences.power(row)}.")
