"""Runs that went on on longer windows: the reader's choice among them, and how a harm inside is repaired."""

import pandas as pd
import streamlit as st

from core.charts import Chart, CurveWords, curves
from core.positions.scaling import SCALINGS
from core.report import Picture
from core.results import mean_std, number
from core.results.continued import before_and_after, continuations, first_values, renamed, repairs, told_by_steps
from pages.ui import data, link, words
from pages.ui.alt import described
from pages.ui.language import language, t
from pages.ui.plain import plain
from pages.ui.reading import BASE, Reading, signed
from pages.ui.show import folded, pictured

REPAIRED = 0.9  # the share of a harm that must be gone for the page to name the step
COMMAND = "python -m core continue RUN --factor 4 --steps 100 300"


def steps_chosen(further: pd.DataFrame) -> int:
    """How many further steps the reader wants to see: those that there are runs of, or none."""
    options = ["0", *(str(steps) for steps in sorted(set(further["steps"].astype(int))))]
    if len(options) == 1:
        return 0
    told = {one: t("after {steps} further steps", steps=one) for one in options} | {"0": t("without training")}
    return int(link.segments("after", t("Models under a rule"), options, "0", told.__getitem__))


def read(further: pd.DataFrame, untouched: data.Experiment, steps: int) -> Reading:
    """The runs of so many further steps under the rules that the reader chose, with the runs that they went on from."""
    mine = further[further["steps"] == steps]
    left, right = st.columns([1, 2])
    options = [f"{factor:g}" for factor in sorted(set(mine["factor"]))]
    label = t("Factor: how many times the training length")
    with left:
        factor = float(link.segments("window", label, options, options[-1], lambda one: f"×{one}"))
    mine = mine[mine["factor"] == factor]
    rules = sorted(set(mine["scaling"]), key=_place)
    with right:
        kept = link.several("continued", t("Rules"), rules, rules, words.extension)
    mine = mine[mine["scaling"].isin(kept)]
    key = untouched.key + data.fingerprint(mine)
    return Reading(key, _joined(untouched, mine), steps, factor, untouched.train_length)


def best(runs: pd.DataFrame, chosen: data.Experiment) -> str:
    """What the most further steps on the longest windows give, in a sentence; empty where no run was trained on."""
    further = continuations(runs, chosen.id)
    further = further[(further["encoding"] == BASE) & (further["status"] == "finished")]
    if further.empty:
        return ""
    further = further[further["factor"] == further["factor"].max()]
    further = further[further["steps"] == further["steps"].max()]
    loss = f"tail_loss_{int(further['train_length'].iloc[0])}"
    means = data.Experiment("", further).table().set_index("scaling")
    row = means.loc[means[f"{loss}_mean"].idxmin()]
    sentence = t(
        "After {steps} further steps on windows of {window} tokens: lowest at that length with **{rule}**, {value} "
        "nats/token (n={n}).",
        steps=int(further["steps"].iloc[0]),
        window=f"{int(further['train_length'].iloc[0]):,}",
        rule=plain(words.extension(str(row.name))),
        value=_cell(row, loss),
        n=int(row[f"{loss}_n"]),
    )
    if "none" not in means.index or row.name == "none":
        return sentence
    return sentence + " " + t("Going on without a rule gives {value}.", value=_cell(means.loc["none"], loss))


def _cell(row: pd.Series, quantity: str) -> str:
    return mean_std(row[f"{quantity}_mean"], row[f"{quantity}_std"], int(row[f"{quantity}_n"]))


def repair(further: pd.DataFrame, untouched: data.Experiment) -> list[Picture]:
    """The loss inside the first window while runs go on at the largest factor, drawn, with words and a table."""
    factor = further["factor"].max()
    mine = further[further["factor"] == factor]
    length, window = untouched.train_length, int(factor * untouched.train_length)
    longest = mine[mine["steps"] == mine["steps"].max()]
    rows = data.Experiment("", longest).rows("val", "tail_loss")
    key = untouched.key + data.fingerprint(mine)
    states = _states(key, mine, longest, rows, untouched)
    st.subheader(t("Inside the first window, while training goes on"), anchor=False)
    st.markdown(_changes(key, states, length))
    inside = renamed(rows[(rows["eval_length"] == length).fillna(False)])
    drawn = _picture(key, inside, length, window, _repaired(inside, _of_seeds(untouched, longest), length))
    with folded(t("Every loss, by length and further steps"), "continued_losses") as wanted:
        if wanted:
            _table(states, sorted({length, window, 2 * window}))
    return drawn


@st.cache_data(show_spinner=False, max_entries=8)
def _states(
    key: str, _mine: pd.DataFrame, _longest: pd.DataFrame, _rows: pd.DataFrame, _untouched: data.Experiment
) -> dict[int, pd.DataFrame]:
    """The values after so many further steps, by the steps."""
    states = {0: before_and_after(_of_seeds(_untouched, _longest), first_values(_longest, _rows))}
    for steps, runs in _mine.groupby(_mine["steps"].astype(int)):
        states[int(steps)] = _joined(_untouched, runs)
    return states


def _joined(untouched: data.Experiment, runs: pd.DataFrame) -> pd.DataFrame:
    """The values of these runs, and of those that they went on from."""
    if runs.empty:
        return untouched.values()
    return before_and_after(_of_seeds(untouched, runs), data.Experiment("", runs).values())


def _of_seeds(untouched: data.Experiment, runs: pd.DataFrame) -> pd.DataFrame:
    """The values of the first models of these seeds."""
    return untouched.narrowed(untouched.runs["seed"].isin(runs["seed"])).values()


def _changes(key: str, states: dict[int, pd.DataFrame], length: int) -> str:
    """By rule: the change of the loss inside the first window against the first models, from step to step."""
    changes: dict[str, list[str]] = {}
    for steps, values in states.items():
        compared = data.compared(f"{key} {steps}", BASE, "tail_loss", length, "encoding", lambda values=values: values)
        for _, row in compared[compared["pairs"] > 0].iterrows():
            told = {"change": signed(row), "verdict": words.verdict(row["verdict"]), "n": int(row["pairs"])}
            sentence = t("without training {change} ({verdict}, n={n})", **told)
            if steps:
                sentence = t("after {steps} further steps {change} ({verdict}, n={n})", steps=steps, **told)
            changes.setdefault(row["series"], []).append(sentence)
    head = t("Change of the loss at {length} tokens against the first models, in nats/token, by seed:", length=length)
    ordered = sorted(changes, key=lambda name: _place(name.removeprefix(f"{BASE}, ")))
    return "\n".join([head, "", *(f"- **{plain(words.series(one))}**: {'; '.join(changes[one])}" for one in ordered)])


def _repaired(rows: pd.DataFrame, first: pd.DataFrame, length: int) -> str:
    """What each rule costs inside before any training, and by which step most of that is gone."""
    before = first[(first["metric"] == "tail_loss") & (first["eval_length"] == length)]
    sentences = []
    for row in repairs(rows, before, REPAIRED).to_dict("records"):
        told = {"rule": words.series(row["series"]), "harm": number(row["harm"]), "share": f"{REPAIRED:.0%}"}
        if row["series"] == f"{BASE}, none":
            continue  # the first models themselves, but for rounding
        if pd.isna(row["step"]):
            sentences.append(t("{rule} costs {harm} nats/token at first; {share} of it is never gone.", **told))
        else:
            told["step"] = str(row["step"])
            sentences.append(
                t("{rule} costs {harm} nats/token at first; {share} of it is gone by step {step}.", **told)
            )
    return plain(" ".join(sentences))


@st.cache_data(show_spinner=False, max_entries=8)
def _drawn(key: str, lang: str, _rows: pd.DataFrame) -> Chart:
    told = CurveWords(
        x=t("further training step"),
        y=t("loss of the last 64 tokens (nats/token)"),
        step=t("further training step"),
        seed=t("seed"),
        value=t("value"),
        encoding=t("position encoding"),
        series=words.for_series(),
    )
    return curves(_rows, words=told)


def _picture(key: str, rows: pd.DataFrame, length: int, window: int, repaired: str) -> list[Picture]:
    """The loss inside the first window by further step, for the longest runs."""
    try:
        chart = _drawn(key, language(), rows)
    except ValueError:
        st.info(t("These runs share no evaluated step yet. Reload the page after their next evaluation."))
        return []
    alt = t(
        "Loss at {length} tokens by further training step on windows of {window} tokens, one line for each rule.",
        length=length,
        window=f"{window:,}",
    )
    note = t("At step 0 a rule has changed the rotation and nothing is trained; Direct at step 0 is the first model.")
    title = t("Inside the first window, while training goes on")
    alt = described(chart.table, "step", alt)
    return [pictured(Picture(title=title, chart=chart, alt=alt, note=f"{note} {repaired}"), "repair")]


def _table(states: dict[int, pd.DataFrame], lengths: list[int]) -> None:
    """Every loss by length and further steps."""
    wide = told_by_steps(states, lengths)
    measured = {
        t("{length} tokens, step {step}", length=f"{name[0]:,}", step=name[1]): wide[name]
        for name in wide
        if isinstance(name, tuple)
    }
    shown = pd.DataFrame({t("rule"): wide["series"].map(words.series), **measured, "n": wide["n"]})
    st.dataframe(shown, hide_index=True, width="stretch", height="content", key="continued_table")
    st.caption(t("Loss of the last 64 tokens (nats/token), mean ± standard deviation over n seeds."))


def _place(rule: str) -> int:
    known = list(SCALINGS)
    name = rule.partition(" ")[0]
    return known.index(name) if name in known else len(known)
