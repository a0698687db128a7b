"""What is said below the curves: values that no line shows, seeds that ended, attempts that were replaced, silence."""

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
    ended = t("{series}, seed {seed}: diverged at step {step}; from there on nothing finite was logged ({n} values).")
    came_back = t("{series}, seed {seed}: {n} values that no line can show, the first at step {step} (crosses).")
    return [
        (ended if row.to_end else came_back).format(
            series=plain(words.series(str(row.series))), seed=row.seed, step=f"{row.step:,}", n=f"{row.count:,}"
        )
        for row in odd.itertuples(index=False)
    ]


def _falls(falls: pd.DataFrame) -> list[str]:
    """Per series: from where on its mean is over fewer seeds."""
    return [
        t(
            "{series}: from step {step} on the mean is over {n} of {asked} seeds, for the others end before; the line "
            "is thin there.",
            series=plain(words.series(str(row.series))),
            step=f"{row.step:,}",
            n=row.n,
            asked=row.asked,
        )
        for row in falls.itertuples(index=False)
    ]


def _silent(runs: pd.DataFrame) -> list[str]:
    """Runs that say that they run and have been silent."""
    silent, unknown = runs[runs["status"] == "stopped?"], t("an unknown time")
    return [
        t(
            "{series}, seed {seed}: stopped? It says that it is running, but was last heard of at {when}.",
            series=plain(words.series(str(row.series))),
            seed=row.seed,
            when=plain(str(row.heartbeat or unknown)),
        )
        for row in silent.itertuples(index=False)
    ]


def _replaced(replaced: pd.DataFrame) -> list[str]:
    """Attempts of which a part was logged anew by a later one."""
    return [
        t(
            "{series}, seed {seed}: attempt {attempt} had logged steps {first} to {last}, which a later attempt logged "
            "anew; its points are faint and enter no mean.",
            series=plain(words.series(str(row.series))),
            seed=row.seed,
            attempt=row.attempt,
            first=f"{row.first:,}",
            last=f"{row.last:,}",
        )
        for row in replaced.itertuples(index=False)
    ]


def _backwards(backwards: pd.DataFrame) -> list[str]:
    """Runs whose clock went back."""
    return [
        t(
            "{series}, seed {seed}: the time on the horizontal axis runs backwards at step {step}; read it by steps.",
            series=plain(words.series(str(row.series))),
            seed=row.seed,
            step=f"{row.step:,}",
        )
        for row in backwards.itertuples(index=False)
    ]
