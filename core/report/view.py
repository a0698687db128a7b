"""The runs that a table, a picture or a report is made of, chosen without a page."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from core.results import Store, on_texts, paired, table
from core.results.continued import went_on
from core.results.export import shown
from core.results.tried import measured_experiment

HINT = "make one with: python -m core train --encoding rope --corpus pydoc"
BASELINE = "rope"


@dataclass(frozen=True, kw_only=True)
class View:
    """The trained runs of one experiment, with their final values, and the series that the others are held against."""

    store: Store
    runs: pd.DataFrame
    values: pd.DataFrame
    baseline: str

    @property
    def train_length(self) -> int:
        """Tokens of a training window."""
        return int(self.runs["train_length"].iloc[0])

    def averaged(self) -> pd.DataFrame:
        """The seed-averaged table."""
        return table(self.values)

    def text(self) -> pd.DataFrame:
        """The same as text, row by row."""
        return shown(self.averaged())

    def against(self, metric: str, eval_length: int | None = None) -> pd.DataFrame:
        """Every series against the baseline, as core.results.paired gives it."""
        return paired(self.values, self.baseline, metric, eval_length)

    def rows(self, splits: str | tuple[str, ...], metrics: str | tuple[str, ...]) -> pd.DataFrame:
        """The rows of the runs, of these splits and metrics."""
        return self.store.rows(self.runs["name"], splits, metrics)


def view(store: Store, encodings: Sequence[str] = (), experiment: str = "", baseline: str = "") -> View:
    """The runs of an experiment, by default of the one with most finished; ValueError says what is not there."""
    found = store.index().runs
    if found.empty:
        raise ValueError(f"{store.root} holds no run; {HINT}")
    known = on_texts(found[found["train_length"].notna() & found["scaling"].isin(["none", ""])])
    known = known[~known["config"].map(went_on).astype(bool)]
    experiment = experiment or measured_experiment(known)
    mine = known[known["experiment"] == experiment]
    if mine.empty:
        there = ", ".join(known["experiment"].unique())
        raise ValueError(f'No experiment is "{experiment}"; {store.root} has {there}.')
    strangers = [name for name in encodings if name not in set(mine["encoding"])]
    if strangers:
        there = ", ".join(mine["encoding"].unique())
        raise ValueError(f'No run of the experiment has the encoding "{strangers[0]}"; there are {there}.')
    mine = mine[mine["encoding"].isin(encodings)] if encodings else mine
    values = store.values(mine["name"])
    return View(store=store, runs=mine, values=values, baseline=_baseline(values, baseline))


def _baseline(values: pd.DataFrame, asked: str) -> str:
    """The series asked for, else RoPE, else the first; ValueError where the one asked for is not there."""
    known = list(dict.fromkeys(values["series"].astype(str)))
    if asked and asked not in known:
        raise ValueError(f'No series is named "{asked}"; there are {"; ".join(known)}.')
    return asked or (BASELINE if BASELINE in known else known[0])
