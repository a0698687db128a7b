"""What lesson 6 accepts: the baseline table, the gate and what slips through it, a lottery of seeds, and rounding."""

import numpy as np
import pandas as pd
import streamlit as st

from core.charts.shift_errors import ShiftWords, shift_errors_chart
from core.course.decision import bar
from core.positions.shift_error import BOUND, Width, shift_errors
from core.results import mean_std, number
from core.results.gate import WORSE, against_baseline
from core.results.leaveout import lottery, of_all_seeds, verdicts_of
from core.results.noise import noise_floor
from core.results.rule import MIN_PAIRS
from pages.ui import data, link, predict, words
from pages.ui.choices import Choice, Found
from pages.ui.language import mark, t
from pages.ui.lesson import say
from pages.ui.show import show

LESSON = "decision"
ROPE = "rope"
GATED = ("linear", "ntk", "yarn")
GATE = "python -m core verdict --metric rise_at_2x --against rope --fail-if-worse"
SHIFTS = tuple(range(10, 1001, 10))
OUTCOMES = {"passed": mark("passed"), "worse": mark("worse"), "not judged": mark("not judged")}
WIDTHS: tuple[Width, ...] = ("float32", "float64")


def baseline(of: Found, choice: Choice) -> None:
    """The seed-averaged table with its rise at 2×, and the bar that a change must pass."""
    length = of.chosen.train_length
    kinds = of.chosen.only(list(choice.series.values()))
    means, text = kinds.table(), kinds.text()
    columns = {"val_loss": t("loss at {length}", length=length), f"tail_loss_{2 * length}": t("at 2×")}
    columns |= {"rise_at_2x": t("rise at 2×")}
    kept = {label: list(text[name]) for name, label in columns.items() if name in text}
    shown = {t("position encoding"): [words.series(one) for one in means["series"]], **kept, "n": list(means["n"])}
    st.dataframe(
        pd.DataFrame(shown), hide_index=True, width="stretch", height="content", key="baseline",
        alt=t("The baseline: mean and standard deviation over seeds of each encoding's losses."),
    )  # fmt: skip
    row = means[(means["series"] == ROPE)]
    if row.empty or not row["rise_at_2x_n"].iloc[0]:
        return
    one = row.iloc[0]
    floor = noise_floor(of.chosen.runs["config"].iloc[0], "rise_at_2x", 2 * length)
    say(
        LESSON, "bar", rise=mean_std(one["rise_at_2x_mean"], one["rise_at_2x_std"], int(one["rise_at_2x_n"])),
        n=int(one["rise_at_2x_n"]), std=number(one["rise_at_2x_std"], 3), floor=number(floor, 3),
        bar=number(bar(one["rise_at_2x_std"], floor), 3), steps=f"{int(of.chosen.runs['steps'].iloc[0]):,}",
        parameters=f"{int(of.chosen.runs['parameters'].iloc[0]):,}" if one["n"] else "–", length=length,
    )  # fmt: skip


def gated(of: Found, guessed: str, options: dict[str, str]) -> None:
    """A change held against the baseline in the rise and in the loss inside, by the gate's own rule."""
    read = data.extended(of.runs, of.chosen).only([ROPE])
    values = read.values() if len(read.runs) else pd.DataFrame({"series": []})
    rules = [rule for rule in GATED if f"{ROPE}, {rule} x2" in set(values["series"])]
    if not rules:
        command = "python -m core evaluate RUN --scaling linear ntk yarn --factor 2"
        data.nothing_yet(t("No run was read under a rule at 2 times its length yet."), command)
        return
    length = of.chosen.train_length
    held = {rule: _held(read.key, rule, length, values) for rule in rules}
    if "linear" in held:
        _graded(held["linear"], guessed, options, length)
    label = t("Your change to the model")
    rule = link.segments("change", label, rules, rules[0], lambda one: words.extension(f"{one} x2"))
    metrics = [t("rise at 2×"), t("loss at {length}", length=length)]
    changes = [f"{row['mean_difference']:+.3f}" for row in held[rule]]
    said = [t(OUTCOMES[row["outcome"]]) for row in held[rule]]
    columns: dict[str, list] = {t("measured in"): metrics, t("change (nats/token)"): changes}
    columns |= {t("pairs"): [int(row["pairs"]) for row in held[rule]], t("the gate says"): said}
    st.table(pd.DataFrame(columns), hide_index=True)
    say(LESSON, "gate-truth")


def _graded(rows: list[dict], guessed: str, options: dict[str, str], length: int) -> None:
    """The guess, held against what the gate says of the rise and of the loss inside."""
    rise, inside = rows
    told = t(
        "The rise at 2× changes by {rise}: {rise_said}. The loss at {length} changes by {inside}: {inside_said}.",
        rise=f"{rise['mean_difference']:+.3f}",
        rise_said=t(OUTCOMES[rise["outcome"]]),
        inside=f"{inside['mean_difference']:+.3f}",
        inside_said=t(OUTCOMES[inside["outcome"]]),
        length=length,
    )
    predict.graded("guess_gate", options[guessed], guessed == _truth(rows), told)


@st.cache_data(show_spinner=False, max_entries=32)
def _held(key: str, rule: str, length: int, _values: pd.DataFrame) -> list[dict]:
    """RoPE under the rule against RoPE, in the rise and in the loss at the training length."""
    mine, held = (_values[_values["series"] == name] for name in (f"{ROPE}, {rule} x2", ROPE))
    places = (("rise_at_2x", 2 * length), ("tail_loss", length))
    return [against_baseline(mine, held, metric, at, ROPE).iloc[0].to_dict() for metric, at in places]


def _truth(rows: list[dict]) -> str:
    """Which of the lesson's guesses came true."""
    rise, inside = (row["outcome"] for row in rows)
    if rise == WORSE:
        return "neither"
    return {("passed", WORSE): "gate", ("passed", "passed"): "both"}.get((rise, inside), "")


def drawn(of: Found, guessed: str, options: dict[str, str]) -> None:
    """Verdicts against RoPE at 2× from the seeds that the reader keeps, and over all draws of three."""
    length = 2 * of.chosen.train_length
    values = of_all_seeds(of.chosen.values(), ROPE, "tail_loss", length)
    seeds = tuple(sorted({int(seed) for seed in values["seed"]}))
    if len(seeds) < MIN_PAIRS or values["series"].nunique() < 2:
        data.nothing_yet(t("A lottery needs three seeds of two encodings."), "python -m core sweep --seeds 0 1 2 3 4")
        return
    draws = _draws(of.chosen.key, length, values)
    changed = int((draws["flipped"] > 0).sum())
    truth = "none" if not changed else "all" if changed == len(draws) else "some"
    told = t("{k} of {n} flip in at least one draw of three seeds.", k=changed, n=len(draws))
    predict.graded("guess_flips", options[guessed], guessed == truth, told)
    chosen = link.several("seeds", t("Seeds that count"), list(map(str, seeds)), list(map(str, seeds)))
    now = _verdicts(of.chosen.key, length, tuple(map(int, chosen)), values) if chosen else {}
    _drawn_table(draws, now, len(seeds), len(chosen))
    often = draws.loc[draws["flipped"].idxmax()]
    flipped = sum(now.get(series) != verdict for series, verdict in zip(draws["series"], draws["whole"], strict=True))
    values = {"series": words.series(often["series"]), "verdict": words.verdict(often["whole"])}
    values |= {"times": int(often["flipped"]), "draws": int(often["draws"]), "kept": len(chosen), "flipped": flipped}
    say(LESSON, "lottery-truth", of=len(draws), length=length, seeds=len(seeds), **values)


def _drawn_table(draws: pd.DataFrame, now: dict[str, str], seeds: int, kept: int) -> None:
    rows = [
        {
            t("against RoPE"): words.series(one["series"]),
            t("all {n} seeds", n=seeds): words.verdict(one["whole"]) or "–",
            t("the {n} that count", n=kept): words.verdict(now.get(one["series"], "")) or "–",
            t("flips, of {n} draws", n=one["draws"]): one["flipped"],
        }
        for one in draws.to_dict("records")
    ]
    alt = t("Verdicts against RoPE from all seeds, from those that count, and in how many draws they flip.")
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch", height="content", key="lottery", alt=alt)


@st.cache_data(show_spinner=False, max_entries=64)
def _verdicts(key: str, length: int, seeds: tuple[int, ...], _values: pd.DataFrame) -> dict[str, str]:
    return verdicts_of(_values, ROPE, seeds)


@st.cache_data(show_spinner=False, max_entries=8)
def _draws(key: str, length: int, _values: pd.DataFrame) -> pd.DataFrame:
    return lottery(_values, ROPE, MIN_PAIRS)


def rounding(guessed: str, options: dict[str, str]) -> None:
    """The acceptance test of a shift, with angles in float32 and in float64."""
    worst = {width: float(shift_errors(128, SHIFTS, width).max()) for width in WIDTHS}
    truth = "float32" if worst["float32"] < BOUND else "float64"
    told = t("float32: {one}, float64: {other}.", one=f"{worst['float32']:.1e}", other=f"{worst['float64']:.1e}")
    predict.graded("guess_width", options[guessed], guessed == truth, told)
    dim = link.segments("rotary_dim", t("Rotated channels (rotary_dim)"), ["32", "64", "128"], "128")
    errors = {str(width): shift_errors(int(dim), SHIFTS, width) for width in WIDTHS}
    said = ShiftWords(
        x=t("shift of both (positions)"),
        y=t("largest change of a score"),
        width=t("angles in"),
        bound=t("allowed: {bound}", bound=f"{BOUND:.0e}"),
    )
    alt = t(
        "Largest change of a score by shift, a line for angles in float32 and one for float64, and what is allowed."
    )
    show(shift_errors_chart(SHIFTS, errors, BOUND, said), "shift_errors", alt)
    values = {name: f"{np.max(found):.1e}" for name, found in errors.items()}
    say(LESSON, "rounding-truth", dim=dim, bound=f"{BOUND:.0e}", **values)
