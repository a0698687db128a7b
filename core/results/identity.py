"""Which runs belong together: one experiment, one series, one seed."""

import hashlib
import json

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


def identify(name: str, footer: Footer, rows: pa.Table) -> pa.Table:
    """The rows with the columns that say whose they are; rows of the split "forced" form a series of their own."""
    plain = series(footer.encoding, footer.scaling)
    forced = pc.equal(rows["split"], "forced").combine_chunks()
    values = {
        "name": name,
        "encoding": footer.encoding,
        "scaling": footer.scaling,
        "experiment": experiment(footer),
        "status": footer.status,
        "start": footer.start,
        "end": footer.end or "",
    }
    zeros = np.zeros(rows.num_rows, np.int32)
    words = {key: pa.DictionaryArray.from_arrays(zeros, [value]) for key, value in values.items()}
    labels = [plain, series(footer.encoding, footer.scaling, "forced")]
    words["series"] = pa.DictionaryArray.from_arrays(forced.cast(pa.int8()).cast(pa.int32()), labels)
    seeds = pa.array(np.full(rows.num_rows, footer.seed, np.int64))
    for field in IDENTITY:
        rows = rows.append_column(field, seeds if field.name == "seed" else words[field.name])
    return rows


def latest_per_seed(runs: pd.DataFrame) -> pd.DataFrame:
    """One run for each experiment, encoding, scaling and seed, with `replaces`: the names of the runs it stands for.

    The run that ended last wins, diverged or not, so that repeating a seed until it works cannot hide a failure;
    a run that has not ended yields to one that has.
    """
    keys = ["experiment", "encoding", "scaling", "seed"]
    ended = runs["status"].isin(["finished", "diverged"])
    times = pd.DataFrame(
        {key: pd.to_datetime(runs[key], format="ISO8601", errors="coerce", utc=True) for key in ("start", "end")}
    )
    order = times.assign(ended=ended, name=runs["name"].astype(str))
    order = order.sort_values(["ended", "end", "start", "name"], na_position="first").index
    ranked = runs.loc[order]
    names = ranked["name"].astype(str).groupby([ranked[key].astype(object) for key in keys], sort=False)
    others = names.transform(lambda group: "\n".join(group.iloc[:-1]))
    kept = ranked.assign(replaces=[tuple(filter(None, text.split("\n"))) for text in others])
    return kept[~kept.duplicated(keys, keep="last")].sort_index()
