"""Which runs are looked at: by a query over all that is known of them, by tag, and by what was put aside."""

import json
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from core.results.marks import Marks
from core.results.query import matches, names_in
from core.results.runs import Store

NONE = "(unset)"
HIDDEN = ("config", "mtime", "size")  # columns of the index that say nothing of a run
Measure = Callable[[str], pd.Series]


def fields(runs: pd.DataFrame, marks: Marks) -> dict[str, pd.Series]:
    """By name what is known of each run of an index: its columns, its config's fields, note, tags and archived.

    A config's field that has the name of a column of the index gives way to it. Lists are text, as JSON writes them.
    """
    noted = [marks.of(str(name)) for name in runs["name"]]
    made = {str(name): runs[name] for name in runs if name not in HIDDEN}
    configs = [_config(text) for text in runs["config"]]
    for key in dict.fromkeys(key for config in configs for key in config):
        if key not in made:
            made[key] = _column([config.get(key) for config in configs], runs.index)
    made["note"] = pd.Series([mark.note for mark in noted], runs.index, dtype=object)
    made["tags"] = pd.Series([", ".join(mark.tags) for mark in noted], runs.index, dtype=object)
    made["archived"] = pd.Series([mark.archived for mark in noted], runs.index, dtype=object)
    return made


@lru_cache(maxsize=1 << 14)  # ten thousand of them take a quarter of a second, at every choice of the reader
def _config(text: str) -> Mapping[str, Any]:
    return json.loads(text)


def chosen(
    runs: pd.DataFrame,
    marks: Marks,
    *,
    where: str = "",
    hidden: Collection[str] = (),
    archived: bool = False,
    measure: Measure | None = None,
) -> pd.DataFrame:
    """The runs of an index that fit the query, without those that are hidden, nor, unless `archived`, put aside.

    `measure` gives the values of a metric by run name; it is asked for what the query names and no field is called.
    """
    keep = ~runs["name"].isin(list(hidden)).to_numpy()
    if not archived:
        keep &= np.array([not marks.of(str(name)).archived for name in runs["name"]], bool)
    if where.strip():
        known = fields(runs, marks)
        if measure:
            known |= _asked(names_in(where) - set(known), runs["name"], measure)
        keep &= matches(where, known)
    return runs[keep]


def _asked(metrics: Collection[str], names: pd.Series, measure: Measure) -> dict[str, pd.Series]:
    """The values of those metrics that any of the runs has."""
    found = {metric: names.map(measure(metric)).astype(np.float64) for metric in metrics}
    return {metric: values for metric, values in found.items() if values.notna().any()}


def measured(store: Store, runs: pd.DataFrame, quantity: str) -> pd.Series:
    """By run name the last value of a metric: `accuracy`, or with a length, `tail_loss_512`; runs without it are out.

    A metric that is logged by length and named without one is taken at the training length. The values of forced
    tables are not among them, and those of the validation go before those of the training.
    """
    metric, _, length = quantity.rpartition("_")
    at = int(length) if metric and length.isdecimal() else None
    rows = store.rows(runs["name"], ("val", "train"), [quantity, metric])
    rows = rows[rows["position"].isna() & ((rows["metric"] == quantity) | (rows["eval_length"] == at).fillna(False))]
    trained = rows["name"].astype(str).map(runs.set_index("name")["train_length"])
    meant = rows["eval_length"].isna() | rows["eval_length"].eq(trained) | (rows["metric"] == metric)
    rows = rows[meant.fillna(False)].sort_values(["split", "step"], kind="stable")  # "train" < "val"
    return rows.assign(name=rows["name"].astype(str)).groupby("name")["value"].last()


def groups(runs: pd.DataFrame, known: Mapping[str, pd.Series], field: str) -> pd.DataFrame:
    """One row for each value of a field: group, runs, finished, and the lowest and highest validation loss.

    No mean: runs that share a value need not be seeds of one experiment. Runs without a value are one group.
    """
    marked = runs.assign(group=group_labels(runs, known, field), done=runs["status"].eq("finished"))
    table = marked.groupby("group", sort=False).agg(
        runs=("name", "size"), finished=("done", "sum"), lowest=("val_loss", "min"), highest=("val_loss", "max")
    )
    return table.sort_values("lowest", kind="stable", na_position="last").reset_index()


def group_labels(runs: pd.DataFrame, known: Mapping[str, pd.Series], field: str) -> pd.Series:
    """The value of a field for each run, as text; "(unset)" where a run has none. `known` is what `fields` gives."""
    if field not in known:
        return pd.Series(NONE, runs.index, dtype=object)
    return known[field].loc[runs.index].map(_label).astype(object)


def _label(value: object) -> str:
    if value is None or value is pd.NA or value == "" or (isinstance(value, float) and np.isnan(value)):
        return NONE
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _column(values: list, index: pd.Index) -> pd.Series:
    """Numbers as float64; else objects, with lists and objects as the JSON text that they had."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float} and kinds:
        return pd.Series([np.nan if value is None else float(value) for value in values], index)
    told = [json.dumps(value) if isinstance(value, list | dict) else value for value in values]
    return pd.Series(told, index, dtype=object)
