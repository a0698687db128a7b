"""The published claims held against the runs at hand, judged once for every page that asks, and how that is told."""

import pandas as pd
import streamlit as st

from core.results import number
from core.results.claims import Claim
from core.results.digits import MISSING, decimals
from core.results.formats import Sheet
from core.results.tried import tried
from pages.ui import data, words
from pages.ui.language import mark, t

LOOKS = {
    "reproduced": (mark("reproduced here"), "green", ":material/check:"),
    "reproduced in part": (mark("reproduced in part"), "blue", ":material/rule:"),
    "not reproduced": (mark("not reproduced here"), "red", ":material/close:"),
    "not separated": (mark("not separated here"), "orange", ":material/drag_handle:"),
    "not measured": (mark("not measured yet"), "gray", ":material/hourglass_empty:"),
}


def judged(runs: pd.DataFrame, experiment: str) -> pd.DataFrame:
    """Every comparison of every claim, as `tried` gives it, for the runs of an experiment and those that differ."""
    known = runs[runs["train_length"].notna()]
    whole = data.Experiment(experiment, known)
    return _tried(whole.key, experiment, whole.values(), whole.runs)


@st.cache_data(show_spinner=False, max_entries=8)
def _tried(key: str, experiment: str, _values: pd.DataFrame, _runs: pd.DataFrame) -> pd.DataFrame:
    return tried(_values, _runs, experiment)


def sides(row: dict, train_length: int) -> str:
    """What is compared with what."""
    ours, length = words.series(row["series"]), f"{row['eval_length']:,}"
    if row["after"] > 0:
        ours = t("{a} after {steps} further steps", a=ours, steps=int(row["after"]))
    if row["against"]:
        return t("{a} against {b}, {length} tokens", a=ours, b=words.series(row["against"]), length=length)
    return t("{a} at {length} tokens against itself at {short}", a=ours, length=length, short=train_length)


def measured(row: dict) -> tuple[str, str, str]:
    """The mean difference and the ends of its interval, in as many digits as the seeds support."""
    difference, lo, hi = (number(row[name], decimals(row["std"])) for name in ("mean_difference", "lo", "hi"))
    return difference, lo, hi


def sheet(claims: list[tuple[Claim, list[dict]]], train_length: int, note: str) -> Sheet:
    """Every comparison of every claim, a row each."""
    listed = []
    for claim, rows in claims:
        for row in rows:
            difference, lo, hi = measured(row) if row["pairs"] else (MISSING, MISSING, MISSING)
            listed.append(
                {
                    t("claim"): t(claim.statement),
                    t("outcome"): t(LOOKS[row["outcome"]][0]),
                    t("comparison"): sides(row, train_length),
                    t("mean difference"): difference,
                    t("95% t interval"): t("{lo} to {hi}", lo=lo, hi=hi) if row["pairs"] else MISSING,
                    "n": str(int(row["pairs"])),
                    t("verdict"): t(row["finding"]) if row["pairs"] else t("no such runs yet"),
                    t("published"): t(claim.published),
                }
            )
    return Sheet(frame=pd.DataFrame(listed, dtype=object), caption=note)
