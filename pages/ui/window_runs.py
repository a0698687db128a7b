"""What our own runs say in lesson 5b: rules without and with training, and a needle; nothing where there are none."""

import math
from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.course import windows
from core.course.windows import Cell
from core.results import StoreError, mean_std
from core.results.beyond import twice
from core.results.continued import continuations
from pages.ui import data, tasks, words
from pages.ui.language import t
from pages.ui.lesson import say
from pages.ui.plain import plain
from pages.ui.reference_runs import reference

LESSON, ROPE = "longer_windows", "rope"
SHOWN = ("none", "linear", "ntk", "yarn", "llama3")
ENCODINGS = ("none", "rope", "alibi")


def indexed() -> pd.DataFrame:
    """Every readable run, one row each; an empty frame where the runs cannot be listed."""
    try:
        return data.store().index().runs
    except StoreError:
        return pd.DataFrame()


def rules(runs: pd.DataFrame) -> None:
    """What each rule costs inside the trained length and gains beyond it, and what is left after training."""
    trained = reference((ROPE,))
    if trained is None:
        return
    read = data.extended(runs, trained).only([ROPE])
    factor = windows.nearest_to_wanted(read.runs["scaling"]) if len(read.runs) else None
    if factor is None:
        return
    kept = {"none", *(f"{rule} x{factor:g}" for rule in SHOWN)}
    lengths = (trained.train_length, int(factor * trained.train_length))
    read = read.narrowed(read.runs["scaling"].isin(kept))
    seeds = set(read.runs.loc[read.runs["scaling"] != "none", "seed"])
    values = read.narrowed(read.runs["seed"].isin(seeds)).values()
    found = windows.cells(values, "tail_loss", lengths)
    direct, pi, yarn = (_of(found, rule, factor) for rule in ("none", "linear", "yarn"))
    if direct and pi and yarn:
        _zero_shot(found, lengths, factor, direct, pi, yarn)
        _trained_on(runs, trained.id, factor, lengths, direct)


def _zero_shot(
    found: Mapping[str, tuple[Cell, ...]],
    lengths: tuple[int, int],
    factor: float,
    direct: tuple[Cell, ...],
    pi: tuple[Cell, ...],
    yarn: tuple[Cell, ...],
) -> None:
    """The rules without training, as a table and in words."""
    inside, beyond = (f"{length:,}" for length in lengths)
    say(LESSON, "measured", inside=inside, beyond=beyond, factor=f"{factor:g}")
    _table(found, lengths)
    values = {"direct": _told(direct[0]), "direct_far": _told(direct[1]), "pi": _told(pi[0]), "pi_far": _told(pi[1])}
    values |= {"yarn": _told(yarn[0]), "yarn_far": _told(yarn[1]), "turns": f"{lengths[0] / (2 * math.pi):.0f}"}
    n = min(direct[0][2], pi[0][2], yarn[0][2])
    say(LESSON, "measured-truth", inside=inside, beyond=beyond, n=n, **values)
    if windows.short_texts_pay(direct, pi, yarn):
        say(LESSON, "measured-lesson")


def _trained_on(
    runs: pd.DataFrame, name: str, factor: float, lengths: tuple[int, int], direct: tuple[Cell, ...]
) -> None:
    """The runs that went on under a rule for the most steps."""
    later = continuations(runs, name)
    later = later[(later["encoding"] == ROPE) & (later["factor"] == factor) & (later["status"] == "finished")]
    later = later[later["scaling"].isin(["none", "", *(f"{rule} x{factor:g}" for rule in SHOWN)])]
    if later.empty:
        return
    later = later[later["steps"] == later["steps"].max()]
    found = windows.cells(data.Experiment("", later).values(), "tail_loss", lengths)
    pi, plainly = _of(found, "linear", factor), _of(found, "none", factor)
    if not (pi and plainly):
        return
    values = {"steps": int(later["steps"].iloc[0]), "inside": f"{lengths[0]:,}", "beyond": f"{lengths[1]:,}"}
    told = {"pi": _told(pi[0]), "pi_far": _told(pi[1]), "direct": _told(direct[0]), "plain_far": _told(plainly[1])}
    say(LESSON, "continued", **values, **told, n=min(pi[0][2], plainly[0][2]))
    _table(found, lengths)
    if windows.practice_is_enough(direct, pi, plainly):
        say(LESSON, "continued-lesson")


def _table(found: Mapping[str, tuple[Cell, ...]], lengths: tuple[int, int]) -> None:
    columns = [t("loss at {length} tokens", length=f"{length:,}") for length in lengths]
    rows = {t("rule"): [plain(_label(series)) for series in found]}
    rows |= {name: [_told(cells[at]) for cells in found.values()] for at, name in enumerate(columns)}
    st.table(rows | {"n": [cells[0][2] for cells in found.values()]}, hide_index=True)
    st.caption(t("Loss of the last 64 tokens (nats/token), mean ± standard deviation over n seeds."))


def _label(series: str) -> str:
    """A rule as its readers know it; a run that was read as it is has no rule in its name."""
    _, _, rule = series.partition(", ")
    return words.extension(rule or "none")


def _of(found: Mapping[str, tuple[Cell, ...]], rule: str, factor: float) -> tuple[Cell, ...] | None:
    """The cells of a rule at this factor, whatever its series is called; None where there are none."""
    names = [ROPE, f"{ROPE}, none"] if rule == "none" else [f"{ROPE}, {rule} x{factor:g}"]
    return next((found[name] for name in names if name in found), None)


def _told(cell: Cell) -> str:
    return mean_std(*cell)


def needle(runs: pd.DataFrame) -> None:
    """How often our models find a needle inside the trained length and at about twice it."""
    known = tasks.experiments(runs) if len(runs) else {}
    if "needle" not in known:
        return
    chosen = known["needle"].only(list(ENCODINGS))
    if chosen.runs.empty:
        return
    values = tasks.accuracies(chosen)
    beyond = twice(values["eval_length"].dropna().unique(), chosen.train_length)
    if beyond is None:
        return
    lengths = (chosen.train_length, beyond)
    found = windows.by_seed(values, "token_accuracy", lengths)
    if ROPE not in found:
        return
    inside, further = (f"{length:,}" for length in lengths)
    say(LESSON, "needle", inside=inside, beyond=further)
    columns = [t("found at {length} tokens", length=length) for length in (inside, further)]
    rows = {t("position encoding"): [plain(words.series(name)) for name in found]}
    rows |= {
        name: [_shares([seed[at] for seed in seeds]) for seeds in found.values()] for at, name in enumerate(columns)
    }
    st.table(rows | {"n": [len(seeds) for seeds in found.values()]}, hide_index=True)
    st.caption(t("Mean over n seeds, and in brackets each of them (%)."))
    fell = sum(there < here for here, there in found[ROPE])
    say(LESSON, "needle-truth", inside=inside, beyond=further, n=len(found[ROPE]), fell=fell)


def _shares(seeds: list[float]) -> str:
    """The mean of the seeds' shares in percent, and each of them."""
    each = ", ".join(f"{100 * one:.0f}" for one in seeds)
    return f"{sum(seeds) / len(seeds):.0%} ({each})"
