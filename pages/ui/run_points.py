"""Every run as a point: a setting or a metric against a metric; a view of Compare."""

import pandas as pd
import streamlit as st

from core.charts import ScatterWords, SeriesWords, scatter
from core.results import mean_std
from core.results.points import INDEXED, Measured, group_means, lengths, points, varying, wants_log
from pages.ui import data, link, looked_at, words
from pages.ui.asked import metric_label
from pages.ui.evidence import of_runs
from pages.ui.language import language, mark, t
from pages.ui.show import show

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
    show(made.chart, "points", alt=alt, note=note)
    _left_out(made.without_y, made.without_x, made.not_drawn)
    _means(placed, x, (across, up), runs)


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


def _means(placed: pd.DataFrame, x: Measured, axes: tuple[str, str], runs: pd.DataFrame) -> None:
    """The means over seeds as a table; the row that the reader picks opens its runs."""
    means = group_means(placed, x).sort_values("mean", kind="stable", na_position="last").reset_index(drop=True)
    across = [_across(row, x) for row in means.to_dict("records")]
    up = [mean_std(row.mean, row.std, int(row.n)) for row in means[["mean", "std", "n"]].itertuples()]
    counts = zip(means["n"], means["asked"], means["finished"], strict=True)
    shown = pd.DataFrame(
        {
            t("series"): [words.series(str(name)) for name in means["series"]],
            label(axes[0]): across,
            label(axes[1]) + " ": up,  # the two may be one metric
            "n": [words.count(int(n), int(asked), int(finished)) for n, asked, finished in counts],
        },
        dtype=object,
    )
    st.subheader(t("Means over seeds"), anchor=False)
    key = f"means_{data.fingerprint(runs)}_{'_'.join(axes)}_{language()}"
    event = st.dataframe(
        shown, hide_index=True, width="stretch", key=key, on_select="rerun", selection_mode="single-row",
        alt=t("Means over seeds"),
    )  # fmt: skip
    st.caption(t("Select a row to see its runs. One run has no standard deviation."))
    for row in event.selection.rows:
        if row < len(means):
            _behind(placed, means.iloc[row], x, axes, runs)


def _across(row: dict, x: Measured) -> str:
    """What stands across, as text: a mean with its deviation, a number, a word."""
    if x.is_metric:
        return mean_std(row["x"], row["x_std"], int(row["n"]))
    return f"{row['x']:,.12g}" if x.is_number else str(row["x"])


def _behind(placed: pd.DataFrame, group: pd.Series, x: Measured, axes: tuple[str, str], runs: pd.DataFrame) -> None:
    """The runs of one mean with both their numbers."""
    mine = placed[(placed["series"] == group["series"]) & (placed["experiment"] == group["experiment"])]
    if not x.is_metric:
        mine = mine[mine["x"].eq(group["x"]) | (mine["x"].isna() & pd.isna(group["x"]))]
    by_name = mine.set_index("name")
    columns = {label(axes[0]): runs["name"].map(by_name["x"]), label(axes[1]) + " ": runs["name"].map(by_name["y"])}
    columns[t("in the mean")] = runs["name"].map(by_name["used"])
    with st.container(border=True):
        of_runs(runs, set(mine["name"]), columns, "points")
