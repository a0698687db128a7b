"""The runs behind the numbers: which, of which commit, up to which step."""

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
        {
            say("run"): str(row.run_id),
            say("position encoding"): labels.series(str(row.series), say),
            say("seed"): str(row.seed),
            say("status"): say(str(row.status)),
            say("training step"): MISSING if pd.isna(at := step[(row.name, row.series)]) else f"{at}",
            say("git commit"): commit_of(known.loc[row.name]),
            say("in the mean"): say("yes") if used[(row.name, row.series)] else say("no"),
        }
        for row in first.itertuples(index=False)
    ]
    caption = say(
        "The runs behind these numbers. A value enters a mean if its run finished and the value is finite. A plus "
        "behind a commit: the code also held changes that are not in it."
    )
    return Sheet(frame=pd.DataFrame(rows, dtype=object), caption=caption)


def commit_of(run: pd.Series) -> str:
    """Seven digits of the run's commit, with a plus where there were changes not in it; a dash where none is known."""
    commit = run["commit"]
    if not isinstance(commit, str) or not commit:
        return MISSING
    return commit[:7] + ("+" if run["dirty"] in (True,) else "")  # None where it was not recorded
