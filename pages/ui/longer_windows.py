"""The parts of lesson 5b that follow a control: folding, two ramps of which one is wrong, what length asks."""

import numpy as np
import streamlit as st

from core.charts import RampWords, ramps, seen_map
from core.course import windows
from core.positions.extension import Extended
from core.positions.interpolation_bound import bounds
from core.positions.rope import inv_freq
from core.results import grouped
from pages.ui import link, live, predict, rules, words
from pages.ui.language import mark, t
from pages.ui.lesson import say, ticked
from pages.ui.show import folded, show
from pages.ui.window_runs import LESSON

FACTORS = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
LENGTHS = live.doublings(1_024, 16_777_216)
PAIRS = tuple(map(float, range(windows.DIM // 2)))
RAMP_FACTOR = 4.0
RAMPS = {"a": mark("A is wrong."), "b": mark("B is wrong."), "neither": mark("Neither: they only count differently.")}


@st.fragment
def folding() -> None:
    """The map under the reader's rule and factor, what it keeps and costs, and the task."""
    say(LESSON, "fold")
    left, right = st.columns(2)
    with left:
        rule = link.segments("fold_rule", t("Rule"), list(windows.RULES), "none", rules.label)
    with right:
        factor = live.player("fold_factor", t("factor"), FACTORS, 4, told=lambda one: f"×{one:g}")
    found = windows.folded(rule, factor)
    target = f"{factor * windows.NATIVE:,.0f}"
    kept, angle, contrast = st.columns(3)
    with kept:
        st.metric(t("never seen, up to {target}", target=target), rules.share(found.unseen))
    with angle:
        st.metric(t("fastest pair, a token"), f"{np.degrees(found.neighbour_angle):.1f}°")
    with contrast:
        st.metric(t("contrast of neighbours"), rules.share(found.contrast))
    trained = inv_freq(windows.DIM, windows.BASE)
    alt = t("A map of pairs and positions, from a sixteenth of the training window to eight windows.")
    show(seen_map(found.inv_freq, trained, windows.NATIVE, words.for_map()), "fold_map", alt)
    _told(found, rule, factor, target)


def _told(found: Extended, rule: str, factor: float, target: str) -> None:
    """The picture in words, and whether the task is solved."""
    counts = {"kept": found.kept, "between": found.blended, "divided": found.divided, "pairs": len(found.ratio)}
    values = {
        "rule": rules.label(rule),
        "factor": f"{factor:g}",
        "target": target,
        "scores": f"{found.logit_factor:.3f}",
    }
    say(LESSON, "fold-truth", **values, **counts)
    done = st.session_state.setdefault("fold_solved", False) or windows.solves(found, factor)
    st.session_state["fold_solved"] = done
    wanted = {"factor": f"{windows.WANTED_FACTOR:g}", "contrast": f"{windows.WANTED_CONTRAST:.0%}"}
    task = t(
        "Find a rule and a factor of at least {factor} with no cell never seen, contrast at least {contrast}.", **wanted
    )
    ticked({task: done})
    if done:
        pi, ntk = (windows.folded(name, windows.WANTED_FACTOR) for name in ("linear", "ntk"))
        told = {"pi": rules.share(pi.contrast), "ntk": rules.share(ntk.unseen)}
        say(LESSON, "fold-solved", factor=wanted["factor"], **told)


def depths() -> None:
    """Folds for those who want more: the bound of PI, and positions as numerals."""
    with folded(t("Why squeezing is safer than going on: the bound of PI"), "lesson_pi_bound") as wanted:
        if wanted:
            found = bounds(128, 1e4)
            values = {"between": f"{found.interpolation:.2f}", "kept": f"{found.interpolation_kept:.2f}"}
            values |= {"beyond": f"{found.extrapolation:.0f}"}
            say(LESSON, "pi-bound", **values, paper=f"{found.paper_ratio:.0f}", ratio=f"{found.ratio:.0f}")
    with folded(t("Another view: a position as a numeral"), "lesson_numeral") as wanted:
        if wanted:
            beta = windows.BASE ** (2 / windows.DIM)
            say(LESSON, "numeral", beta=f"{beta:.3f}", pairs=windows.DIM // 2)


def spot() -> None:
    """Two implementations of YaRN of which one has its ramp the wrong way round."""
    say(LESSON, "ramp", factor=f"{RAMP_FACTOR:g}")
    two_ramps()
    options = {name: t(text) for name, text in RAMPS.items()}
    guessed = predict.guess("guess_ramp", t("Which one is wrong?"), options)
    if guessed is None:
        return
    first, last = windows.wrong_way(RAMP_FACTOR)[[0, -1]]
    told = t(
        "A turns pair 0 at {first} of its speed and the last pair at {last}.", first=f"{first:g}", last=f"{last:g}"
    )
    predict.graded("guess_ramp", options[guessed], guessed == "a", told)
    say(LESSON, "ramp-truth", angle=f"{np.degrees(first):.1f}", trained=f"{np.degrees(1.0):.1f}")


@st.fragment
def two_ramps() -> None:
    """Both implementations, and what each does to the reader's pair."""
    found = {"A": windows.wrong_way(RAMP_FACTOR), "B": windows.right_way(RAMP_FACTOR)}
    pair = round(live.number("ramp_pair", t("pair"), PAIRS, 0, told=lambda one: f"{one:.0f}"))
    turns = windows.NATIVE * inv_freq(windows.DIM, windows.BASE)[pair] / (2 * np.pi)
    told = {name: f"{ratio[pair]:.2f}" for name, ratio in found.items()}
    sentence = t(
        "Pair {pair} made {turns} turns in training. A runs it at {a} of its speed, B at {b}.",
        pair=pair,
        turns=grouped(turns),
        a=told["A"],
        b=told["B"],
    )
    st.markdown(sentence)
    said = RampWords(
        pair=t("pair (0 is the fastest)"),
        ratio=t("new frequency / trained frequency"),
        series=t("implementation"),
    )
    show(ramps(found, pair, said), "lesson_ramps", t("New frequency over trained frequency by pair, for A and for B."))


def infinite() -> None:
    """The guess on the price of length, and what a length asks."""
    say(LESSON, "infinite")
    question = t("A text becomes 32 times as long. How many times as many comparisons does a layer make?")
    typed = predict.number("guess_price", question, 1, 10_000)
    if typed is None:
        return
    short, long = (windows.asked(length) for length in (windows.NATIVE, 32 * windows.NATIVE))
    times = long.comparisons / short.comparisons
    told = t("It is {times} times as many.", times=f"{times:,.0f}")
    predict.graded("guess_price", f"{typed:g}", abs(typed - times) <= 0.05 * times, told)
    asking()


@st.fragment
def asking() -> None:
    """What a text of the reader's length asks of a layer."""
    length = round(
        live.player("asked_length", t("length (tokens)"), LENGTHS, windows.NATIVE, told=lambda n: f"{n:,.0f}")
    )
    found, trained = windows.asked(length), windows.asked(windows.NATIVE)
    pairs, lead = st.columns(2)
    with pairs:
        st.metric(t("comparisons in each head"), f"{found.comparisons:,}")
    with lead:
        st.metric(t("lead of a score to get half of the attention"), f"{found.lead:.1f}")
    say(LESSON, "infinite-truth", lead=f"{found.lead:.1f}", trained=f"{trained.lead:.1f}", length=f"{length:,}")
