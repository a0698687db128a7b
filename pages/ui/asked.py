"""What the views of Compare that pair by seed ask for: the runs, what they are held against, and in which metric."""

from dataclasses import dataclass, replace
from functools import partial

import pandas as pd
import streamlit as st

from core.report import Picture, sources, tables
from pages.ui import data, link, words
from pages.ui.compared import Comparison, comparison
from pages.ui.language import t
from pages.ui.takeaway import Taken, titled


@dataclass(frozen=True)
class Question:
    """The comparison that a reader chose, the series that all are held against, and the metric with its length."""

    shown: Comparison
    values: pd.DataFrame
    baseline: str
    choice: str  # as the URL has it: "val_loss", "tail_loss 256"

    @property
    def chosen(self) -> data.Experiment:
        """The runs that are compared."""
        return self.shown.chosen

    @property
    def metric(self) -> str:
        """The metric without its length."""
        return self.choice.partition(" ")[0]

    @property
    def length(self) -> int | None:
        """The evaluation length in tokens, where the metric has several."""
        length = self.choice.partition(" ")[2]
        return int(length) if length else None

    @property
    def label(self) -> str:
        """The metric in words, with the length that it was taken at."""
        return tables.metric_label(self.metric, self.length, t)

    @property
    def series(self) -> list[str]:
        """Every series, in the order of the tables."""
        return list(dict.fromkeys(self.values["series"].astype(str)))

    def taken(self, picture: Picture, values: pd.DataFrame) -> Taken:
        """A view with one picture, its table and the runs of these values, to be taken away."""
        sheet = replace(tables.of_chart(picture.chart.table, t), caption=titled(picture.title, picture.note))
        return Taken(
            title=t("Compare"), pictures=[picture], tables=[(picture.title, sheet)], metrics=[self.metric],
            behind=partial(sources, values[values["metric"] == self.metric], self.chosen.runs),
        )  # fmt: skip

    def compared(self) -> pd.DataFrame:
        """Every series against the baseline, as core.results.paired gives it."""
        return self.chosen.paired(self.baseline, self.metric, self.length)


def question() -> Question:
    """The controls, and what they ask for; where there is nothing to compare, the page ends here."""
    shown = comparison()
    values = shown.chosen.values()
    lengths = sorted(int(length) for length in values["eval_length"].dropna().unique())
    metrics = ["val_loss", "rise_at_2x", *(f"tail_loss {length}" for length in lengths)]
    left, right = st.columns(2)
    with left:
        series = list(dict.fromkeys(values["series"].astype(str)))
        baseline = link.select("against", t("Compared with"), series, shown.baseline, words.series)
    with right:
        choice = link.select("metric", t("In"), metrics, "val_loss", metric_label)
    return Question(shown, values, baseline, choice)


def metric_label(choice: str) -> str:
    """A metric in words, as the URL has it, with the length that it was taken at."""
    metric, _, length = choice.partition(" ")
    if metric == "rise_ratio_at_2x":
        return t("loss at 2× divided by the loss at the training length")
    return tables.metric_label(metric, int(length) if length else None, t)
