"""The gate of `verdict --fail-if-worse`: an exit status and a sentence for each series that does not pass."""

import json
import sys
from typing import Any

import pandas as pd

from core.commands import sentences
from core.commands.results import check_metric, plain, values_below
from core.results import RunFileError, Store, StoreError, number
from core.results.digits import decimals
from core.results.gate import PASSED, UNJUDGED, WORSE, against_baseline, outcome
from core.results.rule import MIN_PAIRS
from core.results.vary import ENCODING
from core.results.verdict import in_family

STATUS = {PASSED: 0, WORSE: 1, UNJUDGED: 2}


def gate(
    runs: str,
    baseline: str,
    metric: str,
    eval_length: int | None,
    against: str | None,
    family: tuple[str, ...],
    vary: str,
    noise_floor: float | None,
    as_json: bool,
) -> int:
    """Compare a run set with a baseline, print what came out, and return the exit status."""
    try:
        check_metric(metric)
        if vary != ENCODING:
            raise ValueError("The gate holds each series against its own, so --vary has nothing to say; leave it out.")
        values, held = values_below(runs), values_below(baseline)
        if family:
            values = in_family(values, family, "")
        table = against_baseline(values, held, metric, eval_length, against, noise_floor)
        if table.empty:
            at = f" at {eval_length} tokens" if eval_length else ""
            raise ValueError(f"No run of the set has {metric}{at}.")
        broken = [
            f"{file.name} is no run that can be read: {file.reason}."
            for root in dict.fromkeys((runs, baseline))
            for file in Store(root).index().broken
        ]
    except (ValueError, RunFileError, StoreError) as error:
        print(f"Not judged: {error}", file=sys.stderr)
        return STATUS[UNJUDGED]
    rows = table.to_dict("records")
    found = UNJUDGED if broken and outcome(table) == PASSED else outcome(table)
    if as_json:
        told = [plain(row | {"sentence": sentence(row)}) for row in rows]
        print(json.dumps({"outcome": found, "status": STATUS[found], "broken": broken, "series": told}, indent=2))
    else:
        _print(table, broken, found, runs == baseline)
    return STATUS[found]


def _print(table: pd.DataFrame, broken: list[str], found: str, itself: bool) -> None:
    """The sentences of what does not pass on standard error, those of what does on standard output."""
    if itself:
        print("The run set is the baseline itself, so every difference is 0; name yours with --runs FOLDER.")
    for row in table.to_dict("records"):
        if row["outcome"] != PASSED or not itself:
            print(sentence(row), file=sys.stdout if row["outcome"] == PASSED else sys.stderr)
    for line in broken:
        print(line, file=sys.stderr)
    counts = table["outcome"].value_counts()
    said = ", ".join(f"{counts.get(one, 0)} {one}" for one in STATUS)
    print(f"Gate on {len(table)} series: {said}; {found}.", file=sys.stdout if found == PASSED else sys.stderr)


def sentence(row: dict[Any, Any]) -> str:
    """One comparison: what came out, or why it cannot be judged and what to do."""
    name = f"{row['series']} (experiment {row['experiment']})"
    if row["against"] is None:
        return f"{name}: not judged, since the baseline has no such series; say by --against what to hold it against."
    if row["differs"]:
        fields = " and ".join(field.replace("corpus_sha256", "the corpus") for field in row["differs"])
        return f"{name}: not judged, since it differs from the baseline's in {fields}; train it with those settings."
    if row["outcome"] == UNJUDGED and row["pairs"] < MIN_PAIRS:
        there = f"{row['pairs']} of {row['asked']} seeds have {row['metric']} on both sides"
        return f"{name}: not judged, since {there} and a verdict needs {MIN_PAIRS}; train more of them."
    if row["outcome"] == UNJUDGED:
        return f"{name}: not judged, since {row['lost']} of its seeds diverged, for which no survivor stands."
    return f"{name}: {_measured(row)}"


def _measured(row: dict[Any, Any]) -> str:
    """The difference of a judged series, and where it passes what could have been seen."""
    places = decimals(row["std"])
    mean, lo, hi = (number(row[key], places) for key in ("mean_difference", "lo", "hi"))
    verdict = "the same runs" if row["verdict"] == "too few seeds" else row["verdict"]
    than = f" than {row['against']} in the baseline" if verdict in ("better", "worse") else ""
    kind = "shared seeds" if row["test"] == "paired" else "seeds on the smaller side, compared by Welch's test"
    told = f"{verdict}{than}: {row['metric']} differs by {mean} [{lo}, {hi}], {row['pairs']} {kind}"
    if verdict == "the same runs":
        return f"{told}."
    tested = f", p {row['p_holm']:.3g} after Holm's correction over {len(row['family'])}"
    power = f"; {sentences.power(row)}" if verdict == "not separated" else ""
    return f"{told}{tested}{power}."
