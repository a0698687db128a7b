"""Which verdicts hang on one seed: a view of Compare."""

import pandas as pd
import streamlit as st

from core.charts import DroppedWords, dropped
from core.report import Picture
from core.results.dropped import fragile, seeds_left_out, without_each_seed
from core.results.rule import MIN_PAIRS
from pages.ui import data, words
from pages.ui.asked import Question
from pages.ui.evidence import provenance
from pages.ui.language import t
from pages.ui.plain import plain
from pages.ui.show import pictured
from pages.ui.takeaway import take_away


@st.cache_data(show_spinner=False, max_entries=32)
def again(key: str, against: str, metric: str, length: int | None, _of: data.Experiment) -> pd.DataFrame:
    """Every comparison without each seed, as core.results.dropped gives it."""
    return without_each_seed(_of.values(), against, metric, length, _of.vary)


def seed_drops(asked: Question) -> None:
    """Which verdicts flip, in a sentence, and every verdict with all seeds and without each."""
    table = again(asked.chosen.key, asked.baseline, asked.metric, asked.length, asked.chosen)
    seeds, against = seeds_left_out(table), plain(words.series(asked.baseline))
    if table.empty:
        st.info(t("There is nothing to pair: no other series has a value for every seed of {series}.", series=against))
        return
    st.markdown(_told(table, seeds, asked, against))
    drawn = DroppedWords(
        whole=t("all seeds"), without=t("without {seed}", seed="{seed}"), encoding=t("position encoding"),
        verdict=t("verdict"), difference=t("mean difference (nats/token)"), interval=t("95% t interval"),
        none=t("no verdict"), verdicts={one: t(one) for one in words.VERDICTS}, series=words.for_series(),
    )  # fmt: skip
    note = t(
        "Each cell: the mean difference from {baseline} in nats/token. ▼ better, ▲ worse, ○ not separated, ? no "
        "verdict. ⇄ and a frame: another verdict than with all seeds.",
        baseline=words.series(asked.baseline),
    )
    alt = t("Verdicts in the {metric} with all seeds and without each: {told}", metric=asked.label, told=_alt(table))
    title = t("Every verdict without each seed")
    picture = pictured(Picture(title=title, chart=dropped(table, drawn), alt=alt, note=note), "dropped")
    shown = set(table["series"]) | {asked.baseline}
    absent = [words.series(name) for name in asked.series if name not in shown]
    if absent:
        names = plain(t("; ").join(absent))
        st.caption(
            t(
                "Not among them, for want of a value for every seed of {baseline}: {series}.",
                baseline=against,
                series=names,
            )
        )
    mine = asked.values[asked.values["series"].isin(shown)]
    if asked.length is not None:
        mine = mine[(mine["eval_length"] == asked.length).fillna(False)]
    provenance(mine, (asked.metric,), "dropped", asked.chosen.runs)
    take_away("dropped", lambda: asked.taken(picture, mine))


def _told(table: pd.DataFrame, seeds: list[int], asked: Question, against: str) -> str:
    """Which verdicts hang on a seed, and on which."""
    said = {"metric": asked.label, "baseline": against, "n": len(seeds)}
    if len(seeds) <= MIN_PAIRS:
        return t(
            "With {n} seeds no verdict can be tried this way: without one of them there are {left} pairs, and a "
            "verdict needs {least}. The cells show how far the mean difference moves.",
            left=len(seeds) - 1,
            least=MIN_PAIRS,
            **said,
        )
    hang, count = fragile(table), table["series"].nunique()
    first = t(
        "{flips} of {count} verdicts against {baseline} in the {metric} change if one of the {n} seeds is left out.",
        flips=len(hang),
        count=count,
        **said,
    )
    told = [
        t("{series} (without seed {seeds})", series=words.series(name), seeds=t(" or ").join(map(str, without)))
        for name, without in hang.items()
    ]
    return f"{first} {plain(t('; ').join(told))}"


def _alt(table: pd.DataFrame) -> str:
    """The verdicts with all seeds in words, and what changes them."""
    hang = fragile(table)
    told = []
    for row in table[table["left_out"].isna()].itertuples():
        verdict = words.verdict(row.verdict) or t("no verdict")
        without = t(" or ").join(map(str, hang.get(str(row.series), [])))
        flips = t(" (another without seed {seeds})", seeds=without) if without else ""
        told.append(f"{words.series(str(row.series))} {verdict}{flips}")
    return t("; ").join(told)
