"""Runs read under rules for longer texts: what is drawn of them, and the comparisons with the same models at first."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.charts import Chart, differences
from core.report import Picture
from core.results import number
from core.results.digits import decimals
from pages.ui import data, words
from pages.ui.language import language, t
from pages.ui.plain import plain
from pages.ui.show import pictured

BASE = "rope"


@dataclass(frozen=True)
class Reading:
    """Final values under the rules chosen, `further` training steps later, and of the models as they were at first.

    `key` changes whenever one of the files behind them does.
    """

    key: str
    values: pd.DataFrame
    further: int  # steps; 0: read without any
    factor: float
    train_length: int  # tokens, of the first training

    @property
    def window(self) -> int:
        """Tokens that the factor reaches."""
        return int(self.factor * self.train_length)

    @property
    def lengths(self) -> list[int]:
        """Where rules are compared: inside, at the length that the factor reaches, and beyond what went on."""
        longest = int(self.values["eval_length"].dropna().max())
        return sorted({self.train_length, self.window, longest if self.further else self.window})

    def paired(self, length: int) -> pd.DataFrame:
        """Every rule against the models as they were at first, read directly; lowest mean difference first."""
        compared = self.against(BASE, length)
        return compared[compared["pairs"] > 0].sort_values("mean_difference", kind="stable")

    def against(self, series: str, length: int) -> pd.DataFrame:
        """Every series against one of them at this length, as core.results.paired gives it."""
        return data.compared(self.key, series, "tail_loss", length, "encoding", lambda: self.values)


def paired_chart(reading: Reading, length: int) -> list[Picture]:
    """Every rule's difference from the first models at this length, drawn, and in a sentence who is lowest."""
    compared = reading.paired(length)
    told = f"{length:,}"
    inside = length == reading.train_length
    title = t("Inside: {length} tokens", length=told) if inside else t("Beyond: {length} tokens", length=told)
    st.markdown(f"**{title}**")
    if compared.empty:
        st.info(t("No pair of seeds has such a loss yet."))
        return []
    rows = "; ".join(f"{words.series(row['series'])} {signed(row)}" for _, row in compared.iterrows())
    drawn = _drawn(reading.key, language(), length, compared)
    picture = Picture(title=title, chart=drawn, alt=f"{title}: {rows}", note=_lowest(compared))
    return [pictured(picture, f"paired_{length}")]


@st.cache_data(show_spinner=False, max_entries=64)
def _drawn(key: str, lang: str, length: int, _compared: pd.DataFrame) -> Chart:
    return differences(_compared, words.for_differences())


def signed(row: pd.Series) -> str:
    """A mean difference with its sign, in as many digits as the seeds support."""
    text = number(row["mean_difference"], decimals(row["std"]))
    return text if text.startswith(("-", "N")) else f"+{text}"


def _lowest(compared: pd.DataFrame) -> str:
    """Which rule is lowest, and how many are separated from the first models to either side."""
    best, verdicts = compared.iloc[0], compared["verdict"]
    return t(
        "Lowest: {rule}, {change} nats/token ({verdict}, n={n}). Better than the first models read directly: {better} "
        "of {count}; worse: {worse}.",
        rule=plain(words.series(best["series"])),
        change=signed(best),
        verdict=words.verdict(best["verdict"]),
        n=int(best["pairs"]),
        count=len(compared),
        better=int((verdicts == "better").sum()),
        worse=int((verdicts == "worse").sum()),
    )


def said(reading: Reading) -> str:
    """The best rule at the length that the factor reaches, and what it costs inside, from the numbers."""
    beyond, inside = reading.paired(reading.window), reading.paired(reading.train_length).set_index("series")
    if beyond.empty:
        return ""
    best = beyond.iloc[0]
    told = _told(best, inside.loc[best["series"]], reading)
    if not reading.further:
        if best["mean_difference"] >= 0:
            return t("At {length} tokens no rule here lowers the loss against reading directly.", length=told["length"])
        return t(
            "At {length} tokens **{rule}** has the lowest mean loss: {gain} nats/token below reading directly "
            "({verdict}, n={n}). On texts of {train_length} tokens, which needed no help, it changes the loss by "
            "{cost} ({cost_verdict}).",
            **told,
        )
    return " ".join(_went_on(reading, beyond, told))


def _went_on(reading: Reading, beyond: pd.DataFrame, told: dict[str, object]) -> list[str]:
    """The sentences on runs that went on: the best rule, its cost inside, and what going on without a rule gives."""
    sentences = [
        t(
            "After {steps} further steps on windows of {length} tokens **{rule}** has the lowest mean loss at that "
            "length: {change} nats/token against the same models before them ({verdict}, n={n}).",
            **told,
        )
    ]
    if reading.window != reading.train_length:
        sentences.append(t("On texts of {train_length} tokens it changes the loss by {cost} ({cost_verdict}).", **told))
    direct, best = f"{BASE}, none", beyond["series"].iloc[0]
    going = beyond[beyond["series"] == direct]
    if len(going) and best != direct:
        against = reading.against(direct, reading.window).set_index("series").loc[best]
        sentences.append(
            t(
                "Going on without any rule gives {change}; the rule against that: {difference} ({verdict}).",
                change=signed(going.iloc[0]),
                difference=signed(against),
                verdict=words.verdict(against["verdict"]),
            )
        )
    return sentences


def _told(best: pd.Series, cost: pd.Series, reading: Reading) -> dict[str, object]:
    """What the sentence on the best rule names."""
    return {
        "length": f"{reading.window:,}",
        "rule": plain(words.series(best["series"])),
        "gain": number(-best["mean_difference"], decimals(best["std"])),
        "change": signed(best),
        "verdict": words.verdict(best["verdict"]),
        "n": int(best["pairs"]),
        "steps": reading.further,
        "train_length": reading.train_length,
        "cost": number(cost["mean_difference"], decimals(cost["std"])),
        "cost_verdict": words.verdict(cost["verdict"]),
    }
