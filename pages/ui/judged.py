"""Sentences on who leads and on what a comparison could have seen, from its numbers."""

import pandas as pd
import streamlit as st

from core.charts.length_data import final
from core.results import mean_std, number
from core.results.digits import decimals
from core.results.leaders import Leader, leaders
from core.results.noise import recorded
from pages.ui import words
from pages.ui.compared import Comparison
from pages.ui.language import mark, t
from pages.ui.plain import plain

GROUPS = {
    "better": mark("Better than {baseline} in the {metric}: {series}."),
    "worse": mark("Worse than {baseline} in the {metric}: {series}."),
    "not separated": mark("Not separated from {baseline} in the {metric}: {series}."),
    "too few seeds": mark("Too few seeds for a verdict in the {metric} against {baseline}: {series}."),
}
SETTINGS = {"encoding": mark("the encoding"), "scaling": mark("the rule")}
NO_FLOOR = float("nan")  # of a quantity that the noise floors were not recorded for


@st.cache_data(show_spinner=False, max_entries=64)
def leading(key: str, metric: str, ratio: bool, _shown: Comparison) -> list[Leader]:
    """Who leads at 2 and at 8 times the training length, in the metric or in its ratio to the training length's."""
    length, vary = _shown.chosen.train_length, _shown.chosen.vary
    values = final(_shown.values(), metric, length if ratio else None)
    return leaders(values, metric, (2 * length, 8 * length), _shown.baseline, vary, NO_FLOOR if ratio else None)


def told(leader: Leader, unit: str) -> str:
    """A leader in a sentence: its mean with n, and what the pairs say of it."""
    said = {
        "length": f"{leader.eval_length:,}",
        "series": plain(words.series(leader.series)),
        "mean": f"{mean_std(leader.mean, leader.std, leader.n)} {unit}".strip(),
        "n": leader.n,
    }
    if leader.against is None or not leader.pairs:
        return t("At {length} tokens **{series}** is the lowest: {mean} (n={n}).", **said)
    places = decimals(leader.difference_std)
    said |= {
        "count": leader.others + 1,
        "against": plain(words.series(leader.against)),
        "difference": number(leader.mean_difference, places),
        "pairs": leader.pairs,
        "verdict": words.verdict(leader.verdict) or t("no verdict"),
    }
    if leader.verdict != "not separated":
        return t(
            "At {length} tokens **{series}** is the lowest of {count}: {mean} (n={n}); {difference} against {against}, "
            "paired by seed: {verdict} (n={pairs}).",
            **said,
        )
    return t(
        "At {length} tokens **{series}** is the lowest of {count}: {mean} (n={n}); {difference} against {against}, "
        "paired by seed: not separated, and with {pairs} seeds a gap under {gap} could not have been seen.",
        gap=number(leader.unseen_gap, places),
        **said,
    )


def verdicts(compared: pd.DataFrame, baseline: str, metric: str) -> str:
    """Which series are better, worse or not separated, each with its number of pairs."""
    sentences = []
    for verdict, rows in compared[compared["pairs"] > 0].groupby("verdict", sort=False):
        if verdict in GROUPS:
            names = [f"{words.series(row.series)} (n={row.pairs})" for row in rows.itertuples()]
            said = {"baseline": plain(words.series(baseline)), "metric": metric, "series": plain(t("; ").join(names))}
            sentences.append(t(GROUPS[verdict], **said))
    return " ".join(sentences)


def reasons(compared: pd.DataFrame) -> list[str]:
    """For each series without a verdict: why, and what could not have been seen."""
    sentences = []
    for row in compared[compared["note"] != ""].to_dict("records"):
        said = {"series": plain(words.series(row["series"])), "note": t(row["note"])}
        if row["verdict"] != "not separated":
            sentences.append(t("{series}: {note}.", **said))
            continue
        places = decimals(row["std"])
        gaps = {name: number(row[f"{name}_gap"], places) for name in ("unseen", "found")}
        sentences.append(
            t(
                "{series}: {note}. With {n} seeds a gap under {unseen} nats/token could not have been seen; a true one "
                "of {found} would have been found about four times in five.",
                n=int(row["pairs"]),
                **said,
                **gaps,
            )
        )
    return sentences


def bars(compared: pd.DataFrame, baseline: str) -> list[str]:
    """What differs in each comparison, the family of Holm's correction, and the noise floor."""
    family = max(compared["family"], key=len)
    named = t(
        "Each is held against {baseline} and differs from it in {setting} alone. Holm's correction is over {n} "
        "comparisons: {family}.",
        baseline=plain(words.series(baseline)),
        setting=" + ".join(t(SETTINGS.get(name, name)) for name in compared["compared"].iloc[0]),
        n=len(family),
        family=plain(t("; ").join(map(words.series, family))),
    )
    return [named, _floor(compared["floor"].max())] if family else [_floor(compared["floor"].max())]


def _floor(floor: float) -> str:
    """The noise floor and its source."""
    if floor != floor:
        return t("No noise floor was measured at these settings; the seeds' standard deviation alone is the bar.")
    record = recorded()
    return t(
        "Noise floor: {floor} nats/token, the root mean square difference of {series} between {one} and {other} with "
        "the same seed (n={n}), taken to hold for every encoding and base at these settings.",
        floor=number(floor, 3),
        series=words.series(record.series),
        one=record.between[0],
        other=record.between[1],
        n=len(record.seeds),
    )
