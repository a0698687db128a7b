"""The tables that stand on pages, as sheets."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from core.report import labels
from core.report.language import Say
from core.results import mean_std, number
from core.results.digits import MISSING
from core.results.export import quantities
from core.results.formats import Sheet


def overview(
    averaged: pd.DataFrame,
    text: pd.DataFrame,
    judged: Mapping[str, pd.DataFrame],
    train_length: int,
    say: Say,
) -> Sheet:
    """One row a series, best first: n, losses inside and beyond the training length, verdicts against the baseline.

    `text` is `averaged` as core.results.export.shown gives it; `judged` holds the paired comparisons by heading.
    """
    means = averaged.sort_values("val_loss_mean", kind="stable", na_position="last")
    text = text.loc[means.index]
    frame = _head(means, say)
    for name, (heading, _) in overview_quantities(train_length, say).items():
        if name in text:
            frame[heading] = list(text[name])
    for heading, compared in judged.items():
        frame[heading] = _verdicts(means, compared, say)
    return Sheet(frame=frame, caption=f"{meanings(train_length, say)} {overview_caption(say)}")


def overview_headings(train_length: int, baseline: str, say: Say) -> tuple[str, str]:
    """The headings of the two columns of verdicts: at the training length, and at twice that."""
    against = labels.series(baseline, say)
    inside, beyond = (
        say("vs {encoding}, {length}", encoding=against, length=length) for length in (train_length, 2 * train_length)
    )
    return inside, beyond


def overview_quantities(train_length: int, say: Say) -> dict[str, tuple[str, str]]:
    """By column of the seed-averaged table: the heading, and what stands behind it."""
    tail = say("Mean loss of the last 64 tokens of texts of this length.")
    rise = say("Loss of the last 64 tokens at this length minus the loss of the same tokens at the training length.")
    inside = say("Mean loss over all positions of texts as long as those in training.")
    at = {length: say("loss at {length}", length=length) for length in (2 * train_length, 8 * train_length)}
    return {
        "val_loss": (say("loss inside {length}", length=train_length), inside),
        **{f"tail_loss_{length}": (label, tail) for length, label in at.items()},
        "rise_at_2x": (say("rise at {length}", length=2 * train_length), rise),
    }


def meanings(train_length: int, say: Say, between: str = " ") -> str:
    """What the quantities of the Overview's table are."""
    told = {meaning: label for label, meaning in reversed(overview_quantities(train_length, say).values())}
    return between.join(f"{label}: {meaning}" for meaning, label in reversed(told.items()))


def overview_caption(say: Say) -> str:
    """What the numbers and the verdicts of the Overview's table are."""
    return say(
        "Loss in nats per token, mean ± standard deviation over n seeds; lower is better. A verdict pairs runs by "
        "seed: it says better or worse only if the 95% t interval of the differences excludes 0, the mean difference "
        "exceeds the seeds' standard deviation and the noise floor, and Holm's correction leaves p below 0.05."
    )


def metric_label(metric: str, length: int | None, say: Say) -> str:
    """A metric in words, with the length that it was taken at."""
    if metric == "tail_loss":
        return say("loss of the last 64 tokens of {length}", length=length)
    return say("validation loss at the training length") if metric == "val_loss" else say("rise of the loss at 2×")


def compare(
    averaged: pd.DataFrame, text: pd.DataFrame, compared: pd.DataFrame, baseline: str, metric: str, say: Say
) -> Sheet:
    """One row a series: n, the verdict against the baseline, every loss; `metric` says in words what was judged."""
    frame = _head(averaged, say, say("seeds"))
    against = say("against {baseline}", baseline=labels.series(baseline, say))
    frame[against] = _verdicts(averaged, compared, say)
    for heading, name in compare_quantities(averaged, say).items():
        frame[heading] = list(text[name])
    caption = say("The verdict is on the {metric}, paired by seed.", metric=metric)
    return Sheet(frame=frame, caption=f"{compare_caption(say)} {caption}")


def compare_quantities(averaged: pd.DataFrame, say: Say) -> dict[str, str]:
    """By heading of Compare's table the quantity that stands below it."""
    kept = [name for name in quantities(averaged) if not name.startswith(("window_loss", "rise_ratio"))]
    return {_loss_heading(name, say): name for name in kept}


def compare_caption(say: Say) -> str:
    """What the numbers of Compare's table are."""
    return say(
        "Losses in nats/token, mean ± standard deviation over seeds (ddof = 1). “Loss at” scores the last 64 tokens, "
        "the same targets at every length; the rise is the loss at twice the training length minus the loss at it."
    )


def dots_caption(baseline: str, say: Say) -> str:
    """How the picture of paired differences is read."""
    left = say("Left of 0 is better than {baseline}.", baseline=baseline)
    dots = say(
        "Dots: one seed each. Diamond and line: mean and 95% t interval. Better or worse is said only where the "
        "interval leaves out 0, the difference exceeds the seeds' standard deviation and the noise floor, and p stays "
        "below 0.05 after Holm's correction over all that is shown."
    )
    return f"{left} {dots}"


def _loss_heading(name: str, say: Say) -> str:
    if name in ("val_loss", "rise_at_2x"):
        return say("val loss") if name == "val_loss" else say("rise at 2×")
    return say("loss at {length}", length=name.rpartition("_")[2])


def _head(means: pd.DataFrame, say: Say, seeds: str = "n") -> pd.DataFrame:
    """The columns that every table begins with: the series, and over how many seeds it is averaged."""
    counts = zip(means["n"], means["asked"], means["finished"], strict=True)
    return pd.DataFrame(
        {
            say("position encoding"): [labels.series(name, say) for name in means["series"]],
            seeds: [labels.count(int(n), int(asked), int(finished), say) for n, asked, finished in counts],
        },
        dtype=object,
    )


def _verdicts(means: pd.DataFrame, judged: pd.DataFrame, say: Say) -> list[str]:
    """The verdict on each series of the table, a dash for the baseline and what was not measured."""
    said = dict(zip(judged["series"], judged["verdict"], strict=True))
    return [say(said[name]) if said.get(name) else MISSING for name in means["series"]]


def of_chart(table: pd.DataFrame, say: Say) -> Sheet:
    """The table of a chart as texts: mean ± std in as many digits as the seeds support, with n."""
    headings = labels.columns(say)
    columns = {}
    for name, column in table.items():
        if name == "mean" and {"std", "n"} <= set(table):
            told = [mean_std(*row) for row in zip(column, table["std"], table["n"].astype(int), strict=True)]
        elif name == "std" and "mean" in table:
            continue
        else:
            told = [_told(value, say) for value in column]
        columns[headings.get(str(name), str(name))] = told
    return Sheet(frame=pd.DataFrame(columns, dtype=object))


def _told(value: object, say: Say) -> str:
    """A cell as text: a float with four digits, yes or no, the rest as it is, a dash where there is nothing."""
    if pd.api.types.is_scalar(value) and pd.isna(value):
        return MISSING
    if isinstance(value, bool | np.bool_):
        return say("yes") if value else say("no")
    return number(float(value)) if isinstance(value, float | np.floating) else str(value)
