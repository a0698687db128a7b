"""The parts of lesson 5 that follow a control: seen angles, another base, decay, the least base, clocks that return."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.charts import SketchedWords, seen_map, sketched
from core.charts import decay as charts
from core.charts.decay_data import bases
from core.charts.decay_specs import base_spec
from core.course import long_context as facts
from core.course.grade import compare
from core.positions.base_bound import PUBLISHED, least_sum
from core.positions.rope import inv_freq
from core.results import grouped
from pages.ui import decay, heads, ladders, live, predict, words
from pages.ui.language import mark, t
from pages.ui.lesson import say, ticked
from pages.ui.show import folded, show

LESSON = "long_context"
DRAWN = tuple(str(distance) for distance in facts.DISTANCES)
ENDS = (-0.2, 1.0)
CLOSE = 0.08  # mean gap of a drawn curve that counts as right
PLACES = tuple(sorted({*live.log_ladder(facts.FROM, facts.TO, 12), float(facts.CLAIMED)}))
RETURNS = {
    "repeat": mark("There all hands stand as at position 0: it repeats."),
    "near": mark("They come near position 0, nearer than its neighbour stands."),
    "far": mark("They stand far from it, further than its neighbour does."),
}
TASKS = {
    "passes": mark("Find a base that passes."),
    "fails": mark("Then find a larger base that fails."),
}


@st.fragment
def seen() -> None:
    """The map of pairs and positions for the reader's model."""
    say(LESSON, "seen")
    found = heads.chosen()
    values = {"slow": found.slow, "pairs": len(found.inv_freq), "length": heads.tokens(found.length)}
    st.markdown(t("**{slow} of {pairs} pairs never finish a turn** in {length} tokens.", **values))
    alt = t("A map of pairs and positions, from a sixteenth of the training window to eight windows.")
    show(seen_map(found.inv_freq, found.inv_freq, found.length, words.for_map()), "lesson_seen", alt)
    told = {"turns": grouped(found.turns[0]), "degrees": grouped(found.degrees[-1])}
    if found.slow:
        say(LESSON, "seen-truth", **values, **told, later=found.unseen_at(8 * found.length - 1))
    else:
        say(LESSON, "seen-none", **values)


@st.fragment
def another_base() -> None:
    """Three pairs at the old base and at the reader's."""
    say(LESSON, "theta")
    base = live.number("lesson_base", t("new base"), ladders.ROPE_THETA, facts.BASE, told=heads.tokens)
    rows = facts.slowed(base)
    st.table(
        {
            t("pair"): [row.pair for row in rows],
            t("at base 10,000 (rad a token)"): [f"{row.before:.3g}" for row in rows],
            t("at the new base"): [f"{row.after:.3g}" for row in rows],
            t("times slower"): [f"{row.times:.3g}" for row in rows],
        },
        hide_index=True,
    )
    say(LESSON, "theta-truth", last=f"{facts.slowed(facts.BASE)[-1].times:.0f}", pairs=facts.DIM // 2)


def drawn() -> None:
    """The curve that the reader draws, and how it compares; nothing further of it before there is one."""
    say(LESSON, "decay", pairs=facts.DIM // 2)
    question = t("Draw the mean cosine by distance, from 1 at distance 0 (base 10,000, 64 pairs).")
    titles = (t("distance (tokens)"), t("mean cosine"))
    guessed = predict.curve("guess_decay", question, DRAWN, ENDS, titles)
    if guessed is None:
        return
    truth = facts.scores()
    found = compare(guessed, list(truth), 0.01)
    values = {"gap": f"{found.gap:.2f}", "at": DRAWN[found.worst], "true": f"{truth[found.worst]:.2f}"}
    told = t("On average {gap} off, most at distance {at}, where it is {true}.", **values)
    predict.graded("guess_decay", t("your curve"), found.gap <= CLOSE, told)
    falling(guessed)


@st.fragment
def falling(guessed: Sequence[float]) -> None:
    """The computed curve at the reader's base with what was drawn."""
    base = live.number("decay_base", t("base (rope_theta)"), ladders.ROPE_THETA, facts.OLD_BASE, told=heads.tokens)
    said = SketchedWords(
        x=t("distance (tokens)"),
        y=t("mean cosine (1 at distance 0)"),
        true=t("computed, at this base"),
        drawn=t("your guess, for base 10,000"),
        span=t("distances"),
    )
    picture = sketched(inv_freq(facts.DIM, base), facts.NATIVE, facts.DISTANCES, guessed, said)
    alt = t("Mean cosine by distance on a logarithmic axis, and the points that you drew.")
    note = t("The band reaches from the lowest to the highest value of neighbouring distances.")
    show(picture, "lesson_decay", alt, note)
    fall, at = facts.fall_of(), dict(zip(DRAWN, facts.scores(), strict=True))
    values = {f"at{name}": f"{value:.3f}" for name, value in at.items()}
    values |= {"rises": f"{fall.rises:,}", "first_rise": str(fall.first_rise), "negative": f"{fall.first_negative:,}"}
    values |= {"lowest": f"{fall.lowest:.2f}", "lowest_at": f"{fall.lowest_at:,}", "within": f"{facts.WITHIN:,}"}
    say(LESSON, "decay-truth", **values)
    with folded(t("Why it falls: a ceiling, in one paragraph"), "lesson_abel") as wanted:
        if wanted:
            rows = zip(DRAWN, facts.ceilings(), strict=True)
            say(LESSON, "abel", **{f"at{name}": f"{value:.1f}" for name, value in rows})


@st.fragment
def least_base() -> None:
    """The least sum at the reader's base, and the two tasks."""
    say(LESSON, "base")
    base = live.number("task_base", t("base (rope_theta)"), ladders.ROPE_THETA, facts.BASE, told=heads.tokens)
    found = least_sum(facts.DIM, base, facts.NATIVE)
    tried = st.session_state.setdefault("lesson_bases", {})
    tried[base] = found.sum
    frame, said = bases(facts.DIM, facts.NATIVE), decay.for_charts()
    named = charts.named_bases(facts.DIM, facts.NATIVE, t("published (Men et al. 2024)"), t("least found here"))
    told = {"base": heads.tokens(base), "sum": f"{found.sum:.2f}", "at": heads.tokens(found.distance)}
    if found.sum < 0:
        st.markdown(t("Base {base} **fails**: the least sum is {sum}, at distance {at}.", **told))
    else:
        st.markdown(t("Base {base} **passes**: the least sum is {sum}, at distance {at}.", **told))
    alt = t("The least cosine sum within the context by base; below zero the base fails.")
    show(charts.bases(base_spec(said), frame, base, found, named, said), "lesson_bases_picture", alt)
    passes, both = facts.solved(tried)
    done = {"passes": passes is not None, "fails": both is not None}
    ticked({t(text): done[name] for name, text in TASKS.items()})
    if both:
        published = PUBLISHED[facts.NATIVE]
        values = {"published": heads.tokens(published), "published_sum": f"{facts.least(published):.2f}"}
        values |= {"passed": heads.tokens(both[0]), "failed": heads.tokens(both[1])}
        own = least_sum(facts.DIM, facts.BASE, facts.NATIVE)
        say(LESSON, "base-solved", **values, own=f"{own.sum:.2f}", own_at=heads.tokens(own.distance))


def limit() -> None:
    """A claim to refute: the guess, and the search for a return with a slider."""
    say(LESSON, "limit", claimed=f"{facts.CLAIMED:,}")
    question = t("Where do the hands of position {claimed} stand?", claimed=f"{facts.CLAIMED:,}")
    options = {name: t(text) for name, text in RETURNS.items()}
    guessed = predict.guess("guess_limit", question, options)
    if guessed is None:
        return
    neighbour, there = (f"{value:.2f}" for value in facts.apart(np.array([1, facts.CLAIMED])))
    told = t(
        "They are {there} away from position 0; its neighbour is {neighbour} away.", there=there, neighbour=neighbour
    )
    predict.graded("guess_limit", options[guessed], guessed == "far", told)
    returning()


@st.fragment
def returning() -> None:
    """How far the hands of the reader's position stand from those of position 0, and the nearest that was tried."""
    position = round(live.player("return_to", t("position"), PLACES, facts.CLAIMED, told=heads.tokens))
    here = float(facts.apart(np.array([position]))[0])
    tried = st.session_state.setdefault("lesson_returns", {})
    tried[position] = here
    best = min(tried, key=tried.__getitem__)
    now, nearest = st.columns(2)
    with now:
        st.metric(t("distance to position 0, at {position}", position=heads.tokens(position)), f"{here:.2f}")
    with nearest:
        st.metric(t("nearest that you tried: {position}", position=heads.tokens(best)), f"{tried[best]:.2f}")
    at, least = _nearest()
    wave = f"{2 * np.pi / inv_freq(facts.CLOCK_DIM, facts.OLD_BASE)[-1]:,.0f}"
    values = {"at": f"{at:,}", "least": f"{least:.2f}", "wave": wave, "hands": facts.CLOCK_DIM // 2}
    say(LESSON, "limit-truth", **values, first=f"{facts.FROM:,}", last=f"{facts.TO:,}")


@st.cache_data(show_spinner=False)
def _nearest() -> tuple[int, float]:
    return facts.nearest_return()
