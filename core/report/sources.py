"""The runs behind the numbers: which, of which commit, up to which step."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from core.report import labels
from core.report.language import Say
from core.results.digits import MISSING
from core.results.formats import Sheet


def sources(values: pd.DataFrame, runs: pd.DataFrame, say: Say) -> Sheet:
    """One row a run: its id, encoding, seed, status, the step and git commit of its numbers, and if it is in the means.

    `values` are final values and `runs` the index; "+" behind a commit says that there were changes not in it.
    """
    first = values.drop_duplicates(["name", "series"])
    used = values.groupby(["name", "series"])["used"].any()
    step = values.groupby(["name", "series"])["step"].max()
    known = runs.drop_duplicates("name").set_index("name")
    rows = [
        _row(one, step[one["name"], one["series"]], commit_of(known.loc[one["name"]]), say)
        | {say("in the mean"): say("yes") if used[one["name"], one["series"]] else say("no")}
        for one in first.to_dict("records")
    ]
    caption = say("The runs behind these numbers. A value enters a mean if its run finished and the value is finite.")
    return Sheet(frame=pd.DataFrame(rows, dtype=object), caption=f"{caption} {_edited(say)}")


def of_runs(runs: pd.DataFrame, say: Say) -> Sheet:
    """One row for each of these rows of the index, of which no means were taken."""
    ordered = runs.sort_values(["series", "experiment", "seed"])
    rows = [_row(one.to_dict(), one["eval_step"], commit_of(one), say) for _, one in ordered.iterrows()]
    return Sheet(frame=pd.DataFrame(rows, dtype=object), caption=_edited(say))


def _row(run: Mapping[str, Any], step: int | float, commit: str, say: Say) -> dict[str, str]:
    return {
        say("run"): str(run["run_id"]),
        say("position encoding"): labels.series(str(run["series"]), say),
        say("seed"): str(run["seed"]),
        say("status"): say(str(run["status"])),
        say("training step"): MISSING if pd.isna(step) else f"{int(step)}",
        say("git commit"): commit,
    }


def _edited(say: Say) -> str:
    return say("A plus behind a commit: the code also held changes that are not in it.")


def commit_of(run: pd.Series) -> str:
    """Seven digits of the run's commit, with a plus where there were changes not in it; a dash where none is known."""
    commit = run["commit"]
    if not isinstance(commit, str) or not commit:
        return MISSING
    return commit[:7] + ("+" if run["dirty"] in (True,) else "")  # None where it was not recorded
