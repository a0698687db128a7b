"""The means over seeds of single runs as a table whose rows open their runs: a part of Compare."""

import pandas as pd
import streamlit as st

from core.results import mean_std
from core.results.points import Measured, group_means
from pages.ui import data, link, words
from pages.ui.evidence import of_runs
from pages.ui.language import t


def mean_table(placed: pd.DataFrame, x: Measured, headings: tuple[str, str], runs: pd.DataFrame) -> pd.DataFrame:
    """The means over seeds as a table, drawn; the row that the reader picks, which is in the URL, opens its runs.

    `headings` say in words what stands across and up.
    """
    means = group_means(placed, x).sort_values("mean", kind="stable", na_position="last").reset_index(drop=True)
    across = [_across(row, x) for row in means.to_dict("records")]
    up = [mean_std(row.mean, row.std, int(row.n)) for row in means[["mean", "std", "n"]].itertuples()]
    counts = zip(means["n"], means["asked"], means["finished"], strict=True)
    shown = pd.DataFrame(
        {
            t("series"): [words.series(str(name)) for name in means["series"]],
            headings[0]: across,
            headings[1] + " ": up,  # the two may be one metric
            "n": [words.count(int(n), int(asked), int(finished)) for n, asked, finished in counts],
        },
        dtype=object,
    )
    st.subheader(t("Means over seeds"), anchor=False)
    key = f"means_{data.fingerprint(runs)}_{'_'.join(headings)}"
    picked = link.Rows("mean", [_called(row, x) for row in means.to_dict("records")])
    event = st.dataframe(
        shown, hide_index=True, width="stretch", key=key, on_select="rerun", selection_mode="single-row",
        selection_default=picked.asked(), alt=t("Means over seeds"),
    )  # fmt: skip
    st.caption(t("Select a row to see its runs. One run has no standard deviation."))
    for called in picked.these(event):
        _behind(placed, means.iloc[picked.ids.index(called)], x, headings, runs)
    return shown


def _called(row: dict, x: Measured) -> str:
    """A name of the mean for the URL, whatever the language and the order of the table."""
    return "~".join(map(str, (row["series"], row["experiment"], *([] if x.is_metric else [row["x"]]))))


def _across(row: dict, x: Measured) -> str:
    """What stands across, as text: a mean with its deviation, a number, a word."""
    if x.is_metric:
        return mean_std(row["x"], row["x_std"], int(row["n"]))
    return f"{row['x']:,.12g}" if x.is_number else str(row["x"])


def _behind(placed: pd.DataFrame, group: pd.Series, x: Measured, headings: tuple[str, str], runs: pd.DataFrame) -> None:
    """The runs of one mean with both their numbers."""
    mine = placed[(placed["series"] == group["series"]) & (placed["experiment"] == group["experiment"])]
    if not x.is_metric:
        mine = mine[mine["x"].eq(group["x"]) | (mine["x"].isna() & pd.isna(group["x"]))]
    by_name = mine.set_index("name")
    across, up, used = (runs["name"].map(by_name[column]) for column in ("x", "y", "used"))
    columns = {headings[0]: across, headings[1] + " ": up, t("in the mean"): used}
    with st.container(border=True):
        of_runs(runs, set(mine["name"]), columns, "points")
