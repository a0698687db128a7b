"""Two series seed by seed: a view of Compare."""

import pandas as pd
import streamlit as st

from core.charts import SlopeWords, slopes
from core.report import Picture
from core.results import grouped, number
from core.results.digits import decimals
from core.results.pairs import seed_by_seed
from pages.ui import link, words
from pages.ui.asked import Question
from pages.ui.evidence import provenance
from pages.ui.language import mark, t
from pages.ui.plain import plain
from pages.ui.show import pictured
from pages.ui.takeaway import take_away

FEWER = {1: mark("One pair of seeds: a difference, and nothing to judge its spread by.")}


def seed_slopes(asked: Question) -> None:
    """The second side's control, the paired difference in a sentence, and a line for every seed."""
    others = [name for name in asked.series if name != asked.baseline]
    if not others:
        st.info(t("There is nothing to pair: no other series shares a seed with this one here."))
        return
    compared = asked.compared()
    other = link.select("with", t("Seed by seed with"), others, _closest(compared, others), words.series)
    pairs = seed_by_seed(asked.values, asked.baseline, other, asked.metric, asked.length, asked.chosen.vary)
    rows = compared[(compared["series"] == other) & (compared["pairs"] > 0)]
    if rows.empty:
        st.info(t("There is nothing to pair: these two series share no seed with a value here."))
        return
    row = rows.iloc[0]
    st.markdown(_told(row, asked))
    sides = {"one": words.series(asked.baseline), "other": words.series(other)}
    unit = t("{metric} (nats/token)", metric=asked.label)
    legend = SlopeWords(
        y=unit, seed=t("seed {seed}", seed="{seed}"), falls=t("lower"), rises=t("higher"), mean=t("mean"),
        lines=t("from left to right"), difference=t("difference"),
    )  # fmt: skip
    note = t(
        "A line is one seed: the same order of the data and the same initial values on both sides. Thick: the mean of "
        "the pairs."
    )
    chart = slopes(pairs, sides["one"], sides["other"], legend)
    title = t("{other} and {one}, seed by seed", **sides)
    picture = pictured(Picture(title=title, chart=chart, alt=_alt(pairs, sides, asked.label), note=note), "slopes")
    alone = pairs[pairs["difference"].isna()]["seed"]
    if len(alone):
        seeds = ", ".join(map(str, alone))
        st.caption(t("Without a partner, and in no pair: seed {seeds}.", seeds=seeds))
    mine = asked.values[asked.values["series"].isin([asked.baseline, other])]
    if asked.length is not None:
        mine = mine[(mine["eval_length"] == asked.length).fillna(False)]
    provenance(mine, (asked.metric,), "slopes", asked.chosen.runs)
    take_away("slopes", lambda: asked.taken(picture, mine))


def _closest(compared: pd.DataFrame, others: list[str]) -> str:
    """The series with the smallest mean difference: what one would like to see seed by seed."""
    sizes = compared.loc[compared["pairs"] > 0].set_index("series")["mean_difference"].abs()
    return str(sizes.idxmin()) if len(sizes) else others[0]


def _told(row: pd.Series, asked: Question) -> str:
    """The mean paired difference with its interval, n and verdict."""
    pairs, places = int(row["pairs"]), decimals(row["std"])
    signed = {name: _signed(row[name], places) for name in ("mean_difference", "lo", "hi")}
    lower = sum(value < 0 for _, value in row["differences"])
    said = {
        "other": plain(words.series(row["series"])),
        "one": plain(words.series(asked.baseline)),
        "metric": asked.label,
        "difference": signed["mean_difference"],
        "n": pairs,
        "lower": lower,
    }
    first = t(
        "{other} minus {one} in the {metric}: **{difference}** nats/token, the mean of {n} pairs; lower in {lower} of "
        "{n}.",
        **said,
    )
    if pairs in FEWER:
        return f"{first} {t(FEWER[pairs])}"
    span = t("95% t interval: {lo} to {hi}.", lo=signed["lo"], hi=signed["hi"])
    verdict = words.verdict(row["verdict"]) or t("no verdict")
    p = "" if pd.isna(row["p_holm"]) else f" ({_p(row['p_holm'])}, Holm)"
    judged = t("Verdict: {verdict}.", verdict=f"**{verdict}**{p}")
    reason = f" {t(row['note'])}" if row["note"] else ""
    return f"{first} {span} {judged}{reason}"


def _p(value: float) -> str:
    """A p value with three digits, or that it is below 0.001."""
    told = grouped(value)
    return f"p {told}" if told.startswith("<") else f"p = {told}"


def _signed(value: float, places: int | None) -> str:
    return f"{'+' if value > 0 else ''}{number(value, places)}"


def _alt(pairs: pd.DataFrame, sides: dict[str, str], metric: str) -> str:
    """Every pair in words, for those who do not see the picture."""
    told = [
        t("seed {seed}: {one} to {other}", seed=int(row.seed), one=number(row.one), other=number(row.other))
        for row in pairs.dropna().itertuples()
    ]
    return t(
        "The {metric} of {one} and {other}, a line a seed. {told}", metric=metric, told=t("; ").join(told), **sides
    )
