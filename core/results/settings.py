"""In which settings runs differ: one row a field, one column a run or a group of runs, or the values of each field.

Every cell is text, so that a setting that is a number in one run, null in another and a word in a third is one row like
any other. Fields are those of all runs, also where a single one has them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from core.results.choosing import NONE
from core.results.identity import GROUP
from core.results.vary import as_text, in_order

FIRST = ("encoding", "scaling")
FACTS = "corpus_sha256 commit dirty dtype machine threads compiled python torch numpy".split()  # not in the config
HASHES, SHORT = ("commit", "corpus_sha256"), 10  # hex digits that tell two apart
FEW_RUNS, FEW_GROUPS = 8, 12  # columns that can be read side by side
SHOWN_VALUES = 4
BY_RUN, BY_SEEDS, BY_VALUES = "run", "seeds", "values"


@dataclass(frozen=True)
class Differences:
    """The fields that differ, as rows of text, and by column the names of the runs that it stands for."""

    table: pd.DataFrame
    members: dict[str, list[str]]


def told(value: Any) -> str:
    """A setting as text; a word that could be read as something else, as "1" or "null", keeps its quotes."""
    if not isinstance(value, str):
        return as_text(value)
    try:
        json.loads(value)
    except ValueError:
        return value
    return json.dumps(value)


def recorded(runs: pd.DataFrame) -> pd.DataFrame:
    """Every setting of every run of an index as text, and what it ran on; "(unset)" where a run has none."""
    configs = [json.loads(text) for text in runs["config"]]
    names = dict.fromkeys([*FIRST, *(field for config in configs for field in config)])
    columns = {name: [told(config[name]) if name in config else NONE for config in configs] for name in names}
    for name in (*FIRST, *FACTS):
        columns[name] = [NONE if pd.isna(value) else told(_plain(value)) for value in runs[name]]
    for name in HASHES:
        columns[name] = [text[:SHORT] if text != NONE else NONE for text in columns[name]]
    return pd.DataFrame(columns, index=runs.index, dtype=object)


def differing_fields(runs: pd.DataFrame) -> pd.DataFrame:
    """The columns of `recorded` in which not all runs agree."""
    table = recorded(runs)
    return table.loc[:, [len(set(table[name])) > 1 for name in table]]


def usual(runs: pd.DataFrame) -> str:
    """How many columns can be read: one a run where they are few, else one for runs alike but for the seed, else none.

    The answer is one of "run", "seeds" and "values".
    """
    if len(runs) <= FEW_RUNS:
        return BY_RUN
    return BY_SEEDS if len(runs.drop_duplicates(GROUP)) <= FEW_GROUPS else BY_VALUES


def differences(runs: pd.DataFrame, by: str) -> Differences:
    """The fields that differ among the runs of an index, in columns.

    `by` is "run", "seeds" (a column for runs alike but for the seed), "values" (one column: the values of a field, the
    most frequent first, each with its number of runs) or a field that differs. Raises ValueError for any other.
    """
    fields = differing_fields(runs)
    if by == BY_VALUES:
        cells = {name: [_counted(fields[name])] for name in fields}
        members = {BY_VALUES: list(map(str, runs["name"]))}
        return Differences(pd.DataFrame.from_dict(cells, orient="index", columns=list(members), dtype=object), members)
    keys = _columns(runs, fields, by)
    groups = {str(key): places for key, places in keys.groupby(keys, sort=False).groups.items()}
    cells = {key: [together(fields.loc[places, name]) for name in fields] for key, places in groups.items()}
    table = pd.DataFrame(cells, index=list(fields), dtype=object)
    return Differences(table, {key: list(map(str, runs.loc[places, "name"])) for key, places in groups.items()})


def _columns(runs: pd.DataFrame, fields: pd.DataFrame, by: str) -> pd.Series:
    """For every run the column that it belongs to: its id (or, where two share it, its name), a series, a value."""
    if by == BY_RUN:
        return runs["run_id"].astype(str).mask(runs["run_id"].duplicated(keep=False), runs["name"].astype(str))
    if by == BY_SEEDS:
        series, experiment = (runs[key].astype(str) for key in ("series", "experiment"))
        alike = runs.drop_duplicates(GROUP)["series"].duplicated(keep=False)
        twice = set(runs.drop_duplicates(GROUP)["series"][alike].astype(str))
        return series.where(~series.isin(twice), series + " · " + experiment)
    if by not in fields:
        raise ValueError(f'The runs do not differ in "{by}"; they do in {", ".join(fields) or "nothing"}.')
    return fields[by].astype(str)


def together(values: Sequence[str] | pd.Series) -> str:
    """The distinct values of a group in their order; of many the first ones, the last, and how many there are."""
    distinct = sorted(set(values), key=in_order)
    if len(distinct) <= SHOWN_VALUES:
        return ", ".join(distinct)
    return f"{', '.join(distinct[: SHOWN_VALUES - 1])}, …, {distinct[-1]} ({len(distinct)})"


def _counted(values: pd.Series) -> str:
    """The values with how many runs have each, as "10000 (59), 500000 (6)"."""
    counts = values.value_counts()
    shown = [f"{value} ({count})" for value, count in counts.head(2 * SHOWN_VALUES).items()]
    return ", ".join(shown) + (f", … ({len(counts)})" if len(counts) > len(shown) else "")


def _plain(value: Any) -> Any:
    """A cell of the index as Python has it."""
    return value.item() if hasattr(value, "item") else value
