"""Every run as a point: a setting or a metric against a metric; a view of Compare."""

from functools import partial

import pandas as pd
import streamlit as st

from core import report
from core.charts import ScatterWords, SeriesWords, scatter
from core.report import Picture
from core.results.formats import Sheet
from core.results.points import INDEXED, Measured, lengths, points, varying, wants_log
from pages.ui import data, link, looked_at, words
from pages.ui.asked import metric_label
from pages.ui.language import mark, t
from pages.ui.run_means import mean_table
from pages.ui.show import pictured
from pages.ui.takeaway import Taken, take_away, titled

FIRST = ("val_loss", "rise_at_2x")  # inside the training length against beyond it
SCALES = {"fitting": mark("as it fits"), "linear": mark("linear"), "log": mark("logarithmic")}


def label(choice: str) -> str:
    """A setting or a metric in words; a setting that has none by its name in the config."""
    known = {
        "encoding": t("position encoding"),
        "scaling": t("rule for longer texts"),
        "seed": t("seed"),
        "train_length": t("training length"),
        "rope_theta": t("base (rope_theta)"),
    }
    return metric_label(choice) if is_metric(choice) else known.get(choice, choice)


def is_metric(choice: str) -> bool:
    """Whether this names a metric: the others are settings."""
    return choice in INDEXED or choice.startswith("tail_loss ")


def metrics_of(runs: pd.DataFrame) -> list[str]:
    """The metrics that these runs can be looked at in, as the URL has them."""
    return [*INDEXED, *(f"tail_loss {length}" for length in lengths(runs))]


def run_points() -> None:
    """The controls, the picture, and the means over seeds, each of which opens its runs."""
    runs = looked_at.runs_of("of", "experiment")
    metrics = metrics_of(runs)
    left, right = st.columns(2)
    with left:
        across = link.select("x", t("Across"), [*metrics, *varying(runs, looked_at.noted())], FIRST[0], label)
    with right:
        up = link.select("y", t("Up"), metrics, FIRST[1], label)
    x, y = looked_at.measured(runs, across), looked_at.measured(runs, up)
    with left:
        log_x = x.is_number and _is_log("scale_x", t("Scale across"), x)
    with right:
        log_y = _is_log("scale_y", t("Scale up"), y)
    placed = points(runs, x, y)
    labels = {str(name): words.series(str(name)) for name in {*placed["series"], *placed["encoding"]}}
    said = ScatterWords(
        x=with_unit(across), y=with_unit(up), encoding=t("position encoding"), series=t("series"), run=t("run"),
        seed=t("seed"), status=t("status"), legend=counting_runs(),
    )  # fmt: skip
    try:
        made = scatter(placed, x, said, log_x=log_x, log_y=log_y, labels=labels)
    except ValueError:
        data.nothing_yet(t("None of these runs has both numbers on these axes."), data.COMMAND)
        return
    note = t("Small: one run each. Large: means of runs alike in all but the seed, with a standard deviation each way.")
    alt = t("{y} against {x}: {n} runs as points.", y=label(up), x=label(across), n=len(placed))
    title = t("{y} against {x}", y=label(up), x=label(across))
    picture = pictured(Picture(title=title, chart=made.chart, alt=alt, note=note), "points")
    _left_out(made.without_y, made.without_x, made.not_drawn)
    means = mean_table(placed, x, (label(across), label(up)), runs)
    tables = [(t("Means over seeds"), Sheet(frame=means, caption=titled(title, note)))]
    take_away(
        "points",
        lambda: Taken(title=t("Compare"), pictures=[picture], tables=tables, behind=partial(report.of_runs, runs)),
    )


def _is_log(key: str, heading: str, one: Measured) -> bool:
    """Whether the axis is logarithmic: as the reader chose, else where it fits a setting; a metric stays linear."""
    scale = link.segments(key, heading, list(SCALES), "fitting", lambda name: t(SCALES[name]))
    return scale == "log" or (scale == "fitting" and not one.is_metric and wants_log(one.values))


def with_unit(choice: str) -> str:
    """The title of an axis."""
    if not is_metric(choice) or choice == "rise_ratio_at_2x":
        return label(choice)
    return t("{metric} (nats/token)", metric=label(choice))


def counting_runs() -> SeriesWords:
    """What the legend counts here: runs, not seeds, for an encoding may stand for several settings."""
    known = words.for_series()
    runs, some = t("{n} runs", n="{n}"), t("{n} of {asked} runs", n="{n}", asked="{asked}")
    return SeriesWords(forced=known.forced, n=runs, n_of=some, labels=known.labels, rules=known.rules, base=known.base)


def _left_out(without_y: int, without_x: int, not_drawn: int) -> None:
    """How many runs the axes have no place for, and why."""
    told = []
    if without_y:
        told.append(t("Crosses at the upper edge: {n} runs that have no such number upwards.", n=without_y))
    if without_x:
        told.append(t("Not drawn: {n} runs that have no place across.", n=without_x))
    if not_drawn:
        told.append(t("Not drawn: {n} points beyond what a browser can show; the means are of all.", n=not_drawn))
    if told:
        st.caption(" ".join(told))
