"""Which runs belong together: one experiment, one series, one seed."""

import hashlib
import json
from collections.abc import Sequence

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.results.footer import Footer

GROUP = ["experiment", "series"]  # runs alike in both differ in the seed alone
_WORD = pa.dictionary(pa.int32(), pa.string())
IDENTITY = pa.schema(
    [
        ("name", _WORD),
        ("encoding", _WORD),
        ("scaling", _WORD),
        ("series", _WORD),
        ("experiment", _WORD),
        ("seed", pa.int64()),
        ("status", _WORD),
        ("start", _WORD),
        ("end", _WORD),
    ]
)


def settings(footer: Footer) -> dict[str, object]:
    """All that two runs must share to be compared: the config but for encoding, rule and seed; the corpus' bytes."""
    shared = {key: value for key, value in footer.config.items() if key not in ("encoding", "scaling", "seed")}
    return shared | {"corpus_sha256": footer.corpus.get("sha256")}


def experiment(footer: Footer) -> str:
    """Eight hex digits that are equal exactly where the settings are."""
    text = json.dumps(settings(footer), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def series(encoding: str, scaling: str = "none", split: str = "val") -> str:
    """The label of a line or a table row: what was trained, and how it was extended or forced."""
    extended = "" if scaling in ("none", "") else f", {scaling}"
    return encoding + extended + (", forced" if split == "forced" else "")


def identify(names: Sequence[str], footers: Sequence[Footer], run: np.ndarray, rows: pa.Table) -> pa.Table:
    """The rows with the columns that say whose they are; rows of the split "forced" form a series of their own.

    `run` holds for each row the place of its run among the names and footers.
    """
    plain = [series(footer.encoding, footer.scaling) for footer in footers]
    forced = [series(footer.encoding, footer.scaling, "forced") for footer in footers]
    is_forced = pc.equal(rows["split"], "forced").to_numpy().astype(np.int32)
    told = {
        "name": names,
        "encoding": [footer.encoding for footer in footers],
        "scaling": [footer.scaling for footer in footers],
        "experiment": [experiment(footer) for footer in footers],
        "status": [footer.status for footer in footers],
        "start": [footer.start for footer in footers],
        "end": [footer.end or "" for footer in footers],
    }
    columns = {key: at_places(values, run) for key, values in told.items()}
    columns["series"] = at_places([*plain, *forced], run + len(footers) * is_forced)
    columns["seed"] = pa.array(np.array([footer.seed for footer in footers], dtype=np.int64)[run])
    for field in IDENTITY:
        rows = rows.append_column(field, columns[field.name])
    return rows


def at_places(values: Sequence[str], place: np.ndarray) -> pa.DictionaryArray:
    """For each row the value at its place, each of the values held once."""
    known = list(dict.fromkeys(values))
    rank = {value: code for code, value in enumerate(known)}
    codes = np.array([rank[value] for value in values], dtype=np.int32)[place]
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), pa.array(known, pa.string()))


def latest_per_seed(runs: pd.DataFrame) -> pd.DataFrame:
    """One run for each experiment, encoding, scaling and seed, with `replaces`: the names of the runs it stands for.

    The run that ended last wins, diverged or not, so that repeating a seed until it works cannot hide a failure;
    a run that has not ended yields to one that has.
    """
    keys = ["experiment", "encoding", "scaling", "seed"]
    if not runs.duplicated(keys).any():  # as nearly always; times are slow to read
        return runs.sort_index().assign(replaces=[()] * len(runs))
    ended = runs["status"].isin(["finished", "diverged"])
    times = pd.DataFrame(
        {key: pd.to_datetime(runs[key], format="ISO8601", errors="coerce", utc=True) for key in ("start", "end")}
    )
    order = times.assign(ended=ended, name=runs["name"].astype(str))
    order = order.sort_values(["ended", "end", "start", "name"], na_position="first").index
    ranked = runs.loc[order]
    repeated = ranked[ranked.duplicated(keys, keep=False)]  # few: a group for every seed would take a second
    names = repeated["name"].astype(str).groupby([repeated[key].astype(object) for key in keys], sort=False)
    older = {group.iloc[-1]: tuple(group.iloc[:-1]) for _, group in names}
    kept = ranked[~ranked.duplicated(keys, keep="last")].sort_index()
    return kept.assign(replaces=[older.get(name, ()) for name in kept["name"].astype(str)])
