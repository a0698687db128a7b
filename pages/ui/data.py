"""The runs that a page shows: where they lie, which of them are comparable, and the numbers of those."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd
import streamlit as st

from core import results
from core.positions.encodings import ENCODINGS
from core.results import BrokenFile, Store, StoreError
from core.results.continued import went_on
from core.results.export import measured, quantities, shown
from core.results.summary import EVALUATED, FAMILY
from core.results.vary import labelled
from core.results.verdict import comparisons, verdicts
from pages.ui import link, words
from pages.ui.choosing import narrowed
from pages.ui.configs import differing
from pages.ui.language import t
from pages.ui.place import fingerprint, read, root, store
from pages.ui.plain import plain

# What a picture can hold: a table, no positions, sines, turns, turns without the slow ones, three kinds of bias.
ONE_OF_EACH_KIND = ("none", "learned", "sinusoidal", "rope", "hope", "alibi", "t5", "fox")
COMMAND = "python -m core train --encoding rope --seed 0 --corpus pydoc --steps 200"


def index() -> pd.DataFrame:
    """The runs that the reader chose on the page Runs, one row each; at first every one that is not archived."""
    return narrowed(everything())


def everything() -> pd.DataFrame:
    """Every readable run, one row each. Broken files are named on the page; a page without any run ends here."""
    try:
        found = store().index()
    except StoreError as error:
        st.error(t("The runs cannot be listed. Check POSITION_LAB_RUNS, then reload.") + " " + plain(str(error)))
        st.stop()
    broken_notice(found.broken)
    if found.runs.empty:
        nothing_yet(t("There are no runs yet."), COMMAND)
        st.stop()
    return found.runs


def broken_notice(broken: tuple[BrokenFile, ...]) -> None:
    """Name the files below the root that are no runs, and why; say nothing where there are none."""
    if not broken:
        return
    with st.expander(t("{n} files below runs/ could not be read and are left out", n=len(broken)), icon="⚠️"):
        for file in broken:
            st.markdown(f"- **{plain(file.name)}**: {plain(words.reason(file))}")
        st.caption(t("Nothing was deleted. Remove or repair these files, then reload the page."))


def nothing_yet(missing: str, command: str) -> None:
    """Say what is missing and the command that makes it."""
    st.info(missing + " " + t("This command makes what is missing; reload the page when it is done:"))
    st.code(command, language="bash", wrap_lines=True)


@dataclass(frozen=True)
class Experiment:
    """Runs alike in all but the seed and what is compared, `vary`.

    `whole` are the runs that these were chosen among: what was read of them once serves every choice.
    """

    id: str
    runs: pd.DataFrame
    vary: str = "encoding"
    whole: "Experiment | None" = None

    @cached_property
    def key(self) -> str:
        """What is cached of these runs is kept under this; it changes whenever one of their files does."""
        return fingerprint(self.runs, self.vary)

    @property
    def train_length(self) -> int:
        """Tokens of a training window."""
        return int(self.runs["train_length"].iloc[0])

    @property
    def flags(self) -> str:
        """What makes a command train runs of this corpus and these steps; empty where it would not fit in a command."""
        config = json.loads(self.runs["config"].iloc[0])
        fits = re.fullmatch(r"[\w-]+", str(config.get("corpus"))) and isinstance(config.get("steps"), int)
        return f" --corpus {config['corpus']} --steps {config['steps']}" if fits else ""

    def only(self, encodings: list[str]) -> "Experiment":
        """The runs of these encodings."""
        return self.narrowed(self.runs["encoding"].isin(encodings))

    def narrowed(self, wanted: pd.Series) -> "Experiment":
        """The runs for which `wanted` is true."""
        return replace(self, runs=self.runs[wanted], whole=self.whole or self)

    def values(self) -> pd.DataFrame:
        """The final values of these runs, as core.results.final_values gives them."""
        return self._final.copy(deep=False)

    @cached_property
    def _final(self) -> pd.DataFrame:
        found = _values(self._source.key, self._source)
        return found if self._source is self else found[found["name"].isin(self.runs["name"])].reset_index(drop=True)

    @cached_property
    def _source(self) -> "Experiment":
        """The runs whose statistics, series by series, are those of these: the whole, or these alone.

        Where some runs of a series are not ours, its means are others, and a cell that only they have is none here.
        """
        if self.whole is None:
            return self
        mine = self.whole.runs["name"].isin(self.runs["name"])
        ours, others = (self.whole.runs.loc[part, FAMILY].drop_duplicates() for part in (mine, ~mine))
        return self if len(ours.merge(others)) else self.whole

    def table(self) -> pd.DataFrame:
        """The seed-averaged table of these runs, as core.results.table gives it."""
        return self._averaged.copy(deep=False)

    @cached_property
    def _averaged(self) -> pd.DataFrame:
        if self._source is self:
            return _table(self.key, self._final)
        return measured(self._of_ours(self._source.table()))

    def text(self) -> pd.DataFrame:
        """The same table as text, row by row: "mean ± std" in as many digits as the seeds support."""
        if self._source is self:
            return _text(self.key, self.table())
        found = self._of_ours(self._source.text())
        lacking = {*quantities(self._source.table())}.difference(quantities(self.table()))
        return found.drop(columns=lacking)

    def _of_ours(self, table: pd.DataFrame) -> pd.DataFrame:
        """The rows of the series that these runs have."""
        return table[table["series"].isin(self._series)].reset_index(drop=True)

    @cached_property
    def _series(self) -> set[str]:
        return set(self._final["series"].unique())

    def paired(self, against: str, metric: str, eval_length: int | None = None) -> pd.DataFrame:
        """Every series of these runs against one of them, as core.results.paired gives it."""
        return _paired(self.key, against, metric, eval_length, self)

    def compared_alone(self, against: str, metric: str, eval_length: int | None) -> list[dict[str, Any]]:
        """What is found of each series before a family decides: taken from the whole, if its references are ours."""
        source = self._source
        if source is self or self._references(against) != source._references(against):
            return comparisons(self._final, against, metric, eval_length, self.vary)
        found = _comparisons(source.key, against, metric, eval_length, self.vary, source)
        ours = set(zip(self._final["experiment"], self._final["series"], strict=True))
        return [row for row in found if (row["experiment"], row["series"]) in ours]

    def _references(self, against: str) -> set[str]:
        """The experiments that have the series which the others are held against."""
        return set(self._final.loc[self._final["series"] == against, "experiment"].unique())

    def rows(
        self, split: str | tuple[str, ...] | None = None, metrics: str | tuple[str, ...] | None = None
    ) -> pd.DataFrame:
        """The rows of these runs, of the given splits and metrics."""
        whole = self.whole or self
        rows = read(lambda: _rows(root(), whole.key, split, metrics, whole))
        mine = rows.copy(deep=False) if whole is self else rows[rows["name"].isin(self.runs["name"])]
        return labelled(mine, self.runs, self.vary)


def trained(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs trained from nothing: no evaluation of one under a rule, and none that goes on from another."""
    return runs[runs["scaling"].isin(["none", ""]) & ~runs["config"].map(went_on).astype(bool)]


def experiment(runs: pd.DataFrame) -> Experiment:
    """The trained runs of the experiment on a text that the reader chose; at first of the one with most finished."""
    known = trained(results.on_texts(runs[runs["train_length"].notna()]))
    if known.empty:
        nothing_yet(t("None of the runs says at which length it was trained, so none can be compared."), COMMAND)
        st.stop()
    finished = known.assign(done=known["status"].eq("finished")).groupby("experiment")["done"].sum()
    order = list(finished.sort_values(ascending=False, kind="stable").index)
    labels = experiment_labels(known)
    help_text = t(
        "Runs of one experiment differ in nothing but the encoding and the seed; only such runs are compared."
    )
    chosen = link.select("experiment", t("Experiment"), order, order[0], labels.__getitem__, help=help_text)
    mine = known[known["experiment"] == chosen]
    return Experiment(chosen, mine)


def extended(runs: pd.DataFrame, chosen: Experiment) -> Experiment:
    """The evaluations of this experiment's runs under rules for longer texts, and the runs that they were made on."""
    mine = runs[runs["experiment"] == chosen.id]
    ends = mine[~mine.index.isin(trained(mine).index)]
    pairs = set(zip(ends["encoding"], ends["seed"], strict=True))
    tried = [pair in pairs for pair in zip(mine["encoding"], mine["seed"], strict=True)]
    return Experiment(chosen.id, mine).narrowed(pd.Series(tried, mine.index, dtype=bool))


def bases(runs: pd.DataFrame, chosen: Experiment) -> dict[float, Experiment]:
    """By rope_theta, ascending: the experiments that differ from the chosen one in that setting alone, and itself."""
    first = runs.drop_duplicates("experiment").set_index("experiment")
    settings = {name: _without(("encoding", "seed", "rope_theta"), run) for name, run in first.iterrows()}
    found = {}
    for name, run in first.iterrows():
        theta = json.loads(run["config"]).get("rope_theta")
        mine = runs[(runs["experiment"] == name) & (runs["encoding"] == "rope") & (runs["scaling"] == "none")]
        if settings[name] == settings[chosen.id] and isinstance(theta, int | float) and len(mine):
            found[float(theta)] = Experiment(str(name), mine)
    return dict(sorted(found.items()))


def _without(fields: tuple[str, ...], run: pd.Series) -> dict[str, object]:
    """The config of a run but for these fields, with the bytes of its corpus."""
    config = {field: value for field, value in json.loads(run["config"]).items() if field not in fields}
    return config | {"corpus_sha256": run["corpus_sha256"]}


def experiment_labels(runs: pd.DataFrame) -> dict[str, str]:
    """By experiment: corpus, steps, number of runs, and the settings in which experiments differ."""
    first = runs.drop_duplicates("experiment").set_index("experiment")
    counts = runs["experiment"].value_counts()
    other = differing({name: json.loads(text) for name, text in first["config"].items()})
    other = other.drop(index=["encoding", "seed", "steps", "corpus"], errors="ignore")
    labels = {}
    for name, run in first.iterrows():
        steps = f"{run['steps']:,}" if pd.notna(run["steps"]) else "?"
        label = t("{corpus}, {steps} steps, {n} runs", corpus=run["corpus"] or "?", steps=steps, n=counts[name])
        labels[name] = ", ".join([label, *(f"{field}={other.at[field, name]}" for field in other.index)])
    return labels


def chosen() -> Experiment:
    """The runs of the experiment and the encodings that the reader chose; without an encoding the page ends here."""
    whole = experiment(index())
    names = encodings(whole.runs)
    if not names:
        st.info(t("Choose at least one position encoding."))
        st.stop()
    return whole.only(names)


def encodings(runs: pd.DataFrame) -> list[str]:
    """The encodings that the reader chose among those of the runs, in the registry's order; at first shown_first."""
    present = set(runs["encoding"])
    known = list(ENCODINGS)
    options = [name for name in known if name in present] + sorted(present - set(known))
    return link.several("encodings", t("Position encodings"), options, shown_first(options), words.encoding)


def shown_first(encodings: list[str]) -> list[str]:
    """What a picture shows before the reader chose: all, or, where lines could not be told apart, one of each kind."""
    few = [name for name in encodings if name in ONE_OF_EACH_KIND]
    return few if few and len(encodings) > len(ONE_OF_EACH_KIND) else encodings


# Large frames are kept as they are, for all readers: cache_data would make a copy for every one, at every choice.
# Nobody is given the frame itself, and pandas copies a column before it writes to it.
@st.cache_resource(show_spinner=False, max_entries=16)
def _values(key: str, _of: Experiment) -> pd.DataFrame:
    runs = results.on_texts(_of.runs)
    return labelled(results.final_values(runs, _of.rows(("val", "forced"), EVALUATED)), _of.runs, _of.vary)


@st.cache_resource(show_spinner=False, max_entries=16)
def _rows(
    root: str, key: str, split: str | tuple[str, ...] | None, metrics: str | tuple[str, ...] | None, _of: Experiment
) -> pd.DataFrame:
    return Store(root).rows(_of.runs["name"], split, metrics)


# A frame goes in as `_frame`, which Streamlit does not hash, beside the key of the runs that it was made from.
@st.cache_data(show_spinner=False, max_entries=32)
def _table(key: str, _frame: pd.DataFrame) -> pd.DataFrame:
    return results.table(_frame)


@st.cache_data(show_spinner=False, max_entries=32)
def _text(key: str, _frame: pd.DataFrame) -> pd.DataFrame:
    return shown(_frame)


@st.cache_resource(show_spinner=False, max_entries=64)
def _comparisons(
    key: str, against: str, metric: str, eval_length: int | None, vary: str, _of: Experiment
) -> list[dict[str, Any]]:
    return comparisons(_of.values(), against, metric, eval_length, vary)


@st.cache_data(show_spinner=False, max_entries=256)
def _paired(key: str, against: str, metric: str, eval_length: int | None, _of: Experiment) -> pd.DataFrame:
    return verdicts(_of.compared_alone(against, metric, eval_length))


@st.cache_data(show_spinner=False, max_entries=256)
def compared(
    key: str, against: str, metric: str, eval_length: int | None, vary: str, _values: Callable[[], pd.DataFrame]
) -> pd.DataFrame:
    """Every series of the values kept under this key against one of them, as core.results.paired gives it."""
    return results.paired(_values(), against, metric, eval_length, vary)
