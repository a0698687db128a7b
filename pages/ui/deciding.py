"""One decision of lesson 6: the reader commits, the runs speak, the reader decides and gives a reason."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.charts import Chart, differences
from core.course.decision import Agreement, Standing, agreement, evidence_table, standing
from core.results import mean_std
from pages.ui import data, link, predict, words
from pages.ui.choices import COMMANDS, Choice
from pages.ui.language import mark, t
from pages.ui.plain import plain
from pages.ui.show import show

REASON = 280  # characters; it goes into the link
AGREEMENTS: dict[Agreement, str] = {
    "holds": mark(
        "Nothing speaks against you: no other choice is clearly better, inside the training length or beyond."
    ),
    "costs inside": mark("Beyond the training length nothing speaks against you; inside, another choice is better."),
    "costs beyond": mark("Inside the training length nothing speaks against you; beyond it, another choice is better."),
    "contradicted": mark("The runs speak against you: inside and beyond, another choice is better."),
    "stops": mark("Beyond the training length your choice cannot be read at all: there it has no rows."),
    "open": mark("The runs do not settle this: your choice was not measured at both lengths with enough seeds."),
}
Stands = tuple[tuple[Standing, pd.DataFrame] | None, tuple[Standing, pd.DataFrame] | None]


def decide(choice: Choice) -> str | None:
    """Let the reader commit, show the evidence and grade the decision; None until there is one."""
    first = predict.guess(f"first_{choice.key}", choice.question, choice.options)
    if first is None:
        return None
    evidence(choice)
    picked = pick(choice, first)
    if picked != first:
        st.caption(t("Before the evidence you chose: {first}.", first=plain(choice.options[first])))
    comment(choice, picked)
    reason(choice)
    return picked


def pick(choice: Choice, first: str) -> str:
    """The decision as it stands: what the reader committed to, or what they changed it to."""
    return link.select(
        f"pick_{choice.key}", t("Your decision"), list(choice.options), first, choice.options.__getitem__
    )


def decided(choice: Choice) -> str | None:
    """The decision as the link has it, for a view that does not ask."""
    kept = st.session_state.get("guesses", {})
    for said in (st.query_params.get(f"pick_{choice.key}"), st.query_params.get(f"first_{choice.key}")):
        if said in choice.options:
            return said
    known = kept.get(f"first_{choice.key}")
    return known if known in choice.options else None


def evidence(choice: Choice) -> None:
    """Every option with its losses inside and beyond; where there are no runs, the command that makes some."""
    if choice.values.empty:
        data.nothing_yet(t("No run speaks about this decision yet."), COMMANDS[choice.key])
        return
    names = {series: option for option, series in choice.series.items()}
    rows = evidence_table(choice.values, choice.inside, choice.beyond, tuple(names))
    shown = {t("option"): [short(choice, names[series]) for series in rows["series"]]}
    shown |= {
        t("loss at {length}", length=choice.inside[1]): list(rows["inside"]),
        t("loss at {length}", length=f"{choice.beyond[1]:,}"): list(rows["beyond"]),
        "n": list(rows["n"]),
    }
    st.dataframe(
        pd.DataFrame(shown), hide_index=True, width="stretch", height="content", key=f"evidence_{choice.key}",
        alt=t("Every option with its loss inside and beyond the training length."),
    )  # fmt: skip
    first = t(
        "Loss in nats/token, mean ± standard deviation over n seeds; –: not measured, or it cannot be read there."
    )
    st.caption(f"{first} {tokens(choice)}")


def tokens(choice: Choice) -> str:
    """Which tokens the two losses are taken over."""
    if choice.inside[0] == choice.beyond[0]:
        return t("Each is the loss of the last 64 tokens of texts of that length.")
    return t("Inside it is the loss of whole texts, beyond it that of their last 64 tokens.")


def short(choice: Choice, option: str) -> str:
    """An option in a few words."""
    return words.series(choice.series[option]) if choice.key != "base" else words.base(option)


def stands(choice: Choice, picked: str) -> Stands:
    """Where the decision stands inside and beyond."""
    if choice.values.empty:
        return None, None
    return _stands(choice.stamp, picked, choice)


@st.cache_data(show_spinner=False, max_entries=64)
def _stands(stamp: str, picked: str, _choice: Choice) -> Stands:
    def at(metric: str, length: int) -> tuple[Standing, pd.DataFrame] | None:
        return standing(_choice.values, _choice.series[picked], metric, length, _choice.vary)

    return at(*_choice.inside), at(*_choice.beyond)


def grade(choice: Choice, picked: str) -> Agreement:
    """Whether the decision agrees with the runs."""
    if picked in choice.stops:
        return "stops"
    inside, beyond = stands(choice, picked)
    return agreement(inside and inside[0], beyond and beyond[0])


def comment(choice: Choice, picked: str) -> None:
    """What the runs say of the decision: in a sentence, length by length, and seed by seed as a picture."""
    found = grade(choice, picked)
    look = {"holds": st.success, "open": st.info}.get(found, st.warning)
    inside, beyond = stands(choice, picked)
    lines = [
        f"- {line(choice, place, one and one[0])}"
        for place, one in zip((choice.inside, choice.beyond), (inside, beyond), strict=True)
    ]
    look("\n".join([f"**{t(AGREEMENTS[found])}**", "", *lines]))
    picture(choice, picked, f"decision_{choice.key}")


def line(choice: Choice, place: tuple[str, int], found: Standing | None) -> str:
    """One length: the loss, and which others the seeds separate from it."""
    length = f"{place[1]:,}"
    if found is None:
        return t("At {length} tokens your choice was not measured.", length=length)
    parts = [
        t(
            "At {length} tokens: {loss} nats/token (n={n}, seeds {seeds}).",
            length=length,
            loss=plain(mean_std(found.mean, found.std, found.n)),
            n=found.n,
            seeds=", ".join(map(str, found.seeds)),
        )
    ]
    groups = (
        (found.better, t("Better: {names}.")),
        (found.level, t("Not separated from it: {names}.")),
        (found.worse, t("Worse: {names}.")),
        (found.few, t("Too few seeds for a verdict: {names}.")),
    )
    parts += [text.format(names=plain(t("; ").join(map(words.series, names)))) for names, text in groups if names]
    return " ".join(parts)


def picture(choice: Choice, picked: str, key: str, dressed: Callable[[Chart], Chart] = lambda chart: chart) -> None:
    """Every other option against the decision beyond the training length, seed by seed."""
    beyond = stands(choice, picked)[1]
    compared = beyond[1][beyond[1]["pairs"] > 0] if beyond else pd.DataFrame()
    if compared.empty:
        return
    told = {"choice": words.series(choice.series[picked]), "length": f"{choice.beyond[1]:,}"}
    alt = t("Differences of the loss at {length} tokens from {choice}, by seed.", **told)
    note = [t("Left of 0: better than your choice at {length} tokens. Dots: seeds; line: 95% t interval.", **told)]
    note.append(
        t("Whoever makes several comparisons must ask more of each: a line may miss 0 and still not be separated.")
    )
    show(dressed(differences(compared, words.for_differences())), key, alt, " ".join(note))


def reason(choice: Choice) -> str:
    """The reader's reason, kept in the link."""
    return link.passage(
        f"why_{choice.key}",
        t("Your reason: cite the loss inside and the loss beyond"),
        REASON,
        help=t("Up to {most} characters. The link at the end of the page carries it.", most=REASON),
    )
