"""Settings against a metric as parallel axes, a line a run; a view of Compare."""

from functools import partial

import pandas as pd
import streamlit as st

from core.charts import Axis, ParallelWords, parallel
from core.charts.parallel import MOST_LINES
from core.report import Picture, of_runs
from core.results.points import quarter, varying
from core.results.settings import together
from pages.ui import link, looked_at, words
from pages.ui.language import mark, t
from pages.ui.plain import plain
from pages.ui.run_points import counting_runs, label, metrics_of, with_unit
from pages.ui.show import pictured
from pages.ui.takeaway import Taken, take_away

FIRST = ("encoding", "rope_theta", "train_length", "learning_rate", "steps", "scaling")
MOST_AT_FIRST = 3
LIT = {"all": mark("all"), "lowest": mark("lowest quarter"), "highest": mark("highest quarter")}
COLOURS = {"encoding": mark("position encoding"), "metric": mark("the metric")}


def run_lines() -> None:
    """The controls, what the best quarter has in common, and the picture."""
    runs = looked_at.runs_of("among", "all")
    fields = varying(runs, looked_at.noted())
    if not fields:
        st.info(t("These runs differ in no setting, so there is nothing to hold against a metric."))
        return
    usual = [name for name in FIRST if name in fields][:MOST_AT_FIRST] or fields[:1]
    chosen = link.several("axes", t("Settings"), fields, usual, label)
    left, middle, right = st.columns(3)
    with left:
        metric = link.select("y", t("Metric"), metrics_of(runs), "rise_at_2x", label)
    with middle:
        lit = link.segments("lit", t("Highlighted"), list(LIT), "lowest", lambda one: t(LIT[one]))
    with right:
        colour = link.segments("colour", t("Colour"), list(COLOURS), "encoding", lambda one: t(COLOURS[one]))
    if not chosen:
        st.info(t("Choose at least one setting."))
        return
    last = looked_at.measured(runs, metric)
    strong = pd.Series(True, runs.index) if lit == "all" else quarter(last.values, lit == "lowest")
    axes = [_axis(runs, name) for name in chosen] + [Axis(title=with_unit(metric), measured=last)]
    if lit != "all":
        st.markdown(_common(axes[:-1], strong, lit, metric))
    said = ParallelWords(
        run=t("run"), axis=t("axis"), value=t("value"), encoding=t("position encoding"),
        not_finite=t("not finite"), legend=counting_runs(),
    )  # fmt: skip
    made = parallel(runs, axes, strong, said, colour == "metric")
    note = t("A line is one run. Axes of settings are logarithmic where the values span a factor of 30 or more.")
    alt = t("{n} runs as lines over {axes}.", n=made.lines, axes=t("; ").join(axis.title for axis in axes))
    picture = pictured(Picture(title=t("Parallel axes"), chart=made.chart, alt=alt, note=note), "lines")
    if made.left_out:
        told = t(
            "Drawn are {most} of {all} runs, spread evenly over the order of the metric, the lowest and the highest "
            "among them. Narrow the runs on the page Runs to see each."
        )
        st.caption(told.format(most=MOST_LINES, all=len(runs)))
    take_away("lines", lambda: Taken(title=t("Compare"), pictures=[picture], behind=partial(of_runs, runs)))


def _axis(runs: pd.DataFrame, name: str) -> Axis:
    """The axis of a setting; encodings and rules have their labels."""
    found = looked_at.measured(runs, name)
    named = {"encoding": words.encoding, "series": words.series, "scaling": words.extension}.get(name)
    labels = {} if named is None else {text: named(text) for text in found.values.astype(str).unique()}
    return Axis(title=label(name), measured=found, labels=labels)


def _common(axes: list[Axis], strong: pd.Series, lit: str, metric: str) -> str:
    """What the highlighted runs are set to, in words."""
    told = []
    for axis in axes:
        values = axis.measured.values[strong].dropna()
        texts = [f"{one:.12g}" for one in values] if axis.measured.is_number else [str(one) for one in values]
        told.append(f"{axis.title}: {together([axis.labels.get(text, text) for text in texts]) or '–'}")
    said = {"n": int(strong.sum()), "all": len(strong), "metric": label(metric), "told": plain(t("; ").join(told))}
    if lit == "lowest":
        return t("The {n} of {all} runs with the lowest {metric} have: {told}.", **said)
    return t("The {n} of {all} runs with the highest {metric} have: {told}.", **said)
