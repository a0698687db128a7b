"""What is said below the curves: values that no line shows, seeds that ended, attempts that were replaced, silence."""

from typing import Any

import pandas as pd

from core.charts import CurveNotes
from pages.ui import words
from pages.ui.language import t
from pages.ui.plain import plain

MOST = 12  # sentences; the table below the picture has every value


def sentences(notes: CurveNotes, runs: pd.DataFrame) -> list[str]:
    """A sentence for each thing that the lines alone would hide, the gravest first."""
    said = [*_odd(notes.odd), *_falls(notes.falls), *_silent(runs), *_replaced(notes.replaced)]
    said += _backwards(notes.backwards)
    if len(said) > MOST:
        said = [*said[:MOST], t("… and {n} more of this kind.", n=len(said) - MOST)]
    return said


def _odd(odd: pd.DataFrame) -> list[str]:
    """Per seed: from where on its log is not finite, or how often it was not."""
    ended = t("{series}, seed {seed}: diverged at step {step}; from there on nothing finite was logged (values: {n}).")
    came_back = t("{series}, seed {seed}: values that no line can show: {n}, the first at step {step} (crosses).")
    return [
        (ended if row["to_end"] else came_back).format(**_whose(row), n=f"{row['count']:,}")
        for row in odd.to_dict("records")
    ]


def _falls(falls: pd.DataFrame) -> list[str]:
    """Per series: from where on its mean is over fewer seeds."""
    told = t(
        "{series}: from step {step} on the mean is over {n} of {asked} seeds, for the others end before; the line is "
        "thin there."
    )
    return [told.format(**_whose(row), n=row["n"], asked=row["asked"]) for row in falls.to_dict("records")]


def _silent(runs: pd.DataFrame) -> list[str]:
    """Runs that say that they run and have been silent."""
    told = t("{series}, seed {seed}: stopped? It says that it is running, but was last heard of at {when}.")
    unknown = t("an unknown time")
    silent = runs[runs["status"] == "stopped?"].to_dict("records")
    return [told.format(**_whose(row), when=plain(str(row["heartbeat"] or unknown))) for row in silent]


def _replaced(replaced: pd.DataFrame) -> list[str]:
    """Attempts of which a part was logged anew by a later one."""
    told = t(
        "{series}, seed {seed}: attempt {attempt} had logged steps {first} to {last}, which a later attempt logged "
        "anew; its points are faint and enter no mean."
    )
    return [
        told.format(**_whose(row), attempt=row["attempt"], first=f"{row['first']:,}", last=f"{row['last']:,}")
        for row in replaced.to_dict("records")
    ]


def _backwards(backwards: pd.DataFrame) -> list[str]:
    """Runs whose clock went back."""
    told = t("{series}, seed {seed}: the time on the horizontal axis runs backwards at step {step}; read it by steps.")
    return [told.format(**_whose(row)) for row in backwards.to_dict("records")]


def _whose(row: dict[str, Any]) -> dict[str, str]:
    """What the sentences name of a row: its series, its seed and its step."""
    named = {"series": plain(words.series(str(row["series"]))), "seed": str(row.get("seed", ""))}
    return named | ({"step": f"{row['step']:,}"} if "step" in row else {})
