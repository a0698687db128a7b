"""The runs on tasks that a page shows, and what their numbers say in words."""

import json

import pandas as pd
import streamlit as st

from core.results import Store, number, on_tasks
from core.results.beyond import Standing
from core.results.digits import decimals
from core.tasks import TASKS
from pages.ui import data, words
from pages.ui.language import t
from pages.ui.plain import plain

COMMAND = "python -m core sweep --corpus {task} --encodings none learned sinusoidal rope alibi --seeds 0 1 2"


def experiments(runs: pd.DataFrame) -> dict[str, data.Experiment]:
    """By task, in the registry's order: the trained runs of its experiment with most finished runs."""
    known = data.trained(on_tasks(runs[runs["train_length"].notna()]))
    found = {}
    for name in TASKS:
        mine = known[known["task"] == name]
        if len(mine):
            finished = mine["status"].eq("finished").groupby(mine["experiment"]).sum()
            mine = mine[mine["experiment"] == finished.idxmax()]
            found[name] = data.Experiment(str(finished.idxmax()), mine)
    return found


def accuracies(chosen: data.Experiment) -> pd.DataFrame:
    """The final accuracies of these runs, as core.results.final_accuracies gives them."""
    return data.read(lambda: _accuracies(data.root(), chosen.key, list(chosen.runs["name"])))


@st.cache_data(show_spinner=False, max_entries=16)
def _accuracies(root: str, key: str, _names: list[str]) -> pd.DataFrame:
    return Store(root).accuracies(_names)


def asked(chosen: data.Experiment) -> str:
    """How many texts of a length each run was asked."""
    return str(json.loads(chosen.runs["config"].iloc[0]).get("eval_windows", "?"))


def size(task: str, length: int) -> str:
    """A length in tokens, and where symbols are what grows, in those too."""
    symbols = TASKS[task].size
    tokens = t("{length} tokens", length=length)
    return t("{tokens} ({symbols} symbols)", tokens=tokens, symbols=symbols(length)) if symbols else tokens


def beyond(found: Standing | None, task: str, train_length: int) -> str:
    """Who is right most and least often beyond the training length, and who did not learn the task at all."""
    inside = size(task, train_length)
    if found is None:
        return t("At {size}, where training ends, no encoding gets half right: none learned it.", size=inside)
    at = size(task, found.length)
    if set(found.best) == set(found.worst):
        said = t(
            "At {size} all that learned the task are level: {share} right.",
            size=at,
            share=_share(found.highest),
        )
    else:
        said = t(
            "At {size}, beyond the training length of {inside}, **{best}** is right most often: {high} "
            "(n={n}); **{worst}** least often: {low} (n={m}).",
            size=at,
            inside=inside,
            best=_names(found.best),
            high=_share(found.highest),
            n=int(found.highest["n"]),
            worst=_names(found.worst),
            low=_share(found.lowest),
            m=int(found.lowest["n"]),
        )
    for series, learned, seeds in found.partly:
        said += " " + t(
            "**{encoding} learned the task with {learned} of {seeds} seeds only**; its mean is over all of them.",
            encoding=_names((series,)),
            learned=learned,
            seeds=seeds,
        )
    if found.failed:
        said += " " + t(
            "{encodings} did not learn the task in these steps: at {size} less than half is right. "
            "What they do on longer texts says nothing about length.",
            encodings=_names(found.failed),
            size=inside,
        )
    return said


def depths(found: tuple[pd.Series, pd.Series] | None, length: int) -> str:
    """For whom the place of the needle matters most at this length."""
    if found is None:
        return ""
    low, high = found
    if high["mean"] - low["mean"] < 0.1:
        return t("At {length} tokens no encoding's share differs by a tenth between depths.", length=length)
    return t(
        "At {length} tokens the place of the needle matters most to **{encoding}**: found in {low} of the texts that "
        "have it at {a}% of the text, in {high} of those that have it at {b}% (n={n}).",
        length=length,
        encoding=plain(words.series(str(low["series"]))),
        low=_percent(low["mean"]),
        high=_percent(high["mean"]),
        a=int(low["position"]),
        b=int(high["position"]),
        n=int(low["n"]),
    )


def disagreement(pairs: pd.DataFrame) -> str:
    """How many pairs of encodings are in opposite order by loss and by task, and each of those with its numbers."""
    opposed = pairs[pairs["opposed"]]
    if pairs.empty:
        return t("No two encodings have runs of the same seed on both sides, so nothing can be compared.")
    if opposed.empty and len(pairs) == 1:
        return t("By loss and by task the one pair of encodings stands in the same order, or level.")
    if opposed.empty:
        return t(
            "By loss and by task all {pairs} pairs of encodings stand in the same order, or level.", pairs=len(pairs)
        )
    separated = opposed[opposed["separated"]]
    lines = [
        t(
            "**Loss and task disagree on {opposed} of {pairs} pairs of encodings.** In {separated} of these both "
            "differences are larger than the seeds explain.",
            opposed=len(opposed),
            pairs=len(pairs),
            separated=len(separated),
        ),
        "",
        *(f"- {_pair(row)}" for row in separated.to_dict("records")),
    ]
    if len(rest := opposed[~opposed["separated"]]):
        named = [f"{words.series(row['first'])} / {words.series(row['second'])}" for row in rest.to_dict("records")]
        lines += ["", t("In the means alone, not beyond what seeds explain: {pairs}.", pairs=plain("; ".join(named)))]
    return "\n".join(lines)


def told(means: pd.DataFrame) -> str:
    """Loss and share of every encoding, for those who do not see the picture."""
    return "; ".join(
        f"{words.series(row['series'])} {number(row['loss'], 3)}, {_percent(row['accuracy'])}"
        for row in means.to_dict("records")
    )


def _pair(row: dict) -> str:
    lower, other = (row["first"], row["second"]) if row["loss"] < 0 else (row["second"], row["first"])
    verdicts = [words.verdict(_seen_from(row["loss"] < 0, row[key])) for key in ("loss_verdict", "accuracy_verdict")]
    return t(
        "**{lower}** has the lower loss than {other}, by {loss} nats/token ({loss_verdict}, n={n}), but is right less "
        "often, by {points} percentage points ({task_verdict}, n={m}).",
        lower=plain(words.series(lower)),
        other=plain(words.series(other)),
        loss=number(abs(row["loss"]), 3),
        loss_verdict=verdicts[0],
        n=row["loss_pairs"],
        points=number(100 * abs(row["accuracy"]), 1),
        task_verdict=verdicts[1],
        m=row["accuracy_pairs"],
    )


def _seen_from(first: bool, verdict: str) -> str:
    """A verdict on the first of a pair, told of the first or of the second."""
    return verdict if first else {"better": "worse", "worse": "better"}.get(verdict, verdict)


def _names(series: tuple[str, ...]) -> str:
    return plain(", ".join(words.series(name) for name in series))


def _percent(mean: float) -> str:
    return f"{100 * mean:.0f}%"


def _share(row: pd.Series) -> str:
    """A mean share in percent with its standard deviation over seeds."""
    if not row["std"] > 0:
        return _percent(row["mean"])
    places = decimals(100 * row["std"])
    return f"{number(100 * row['mean'], places)} ± {number(100 * row['std'], places)}%"
