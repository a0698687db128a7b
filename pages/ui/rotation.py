"""The pictures of lesson 4 that follow a slider: one pair, the four terms, many pairs."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import streamlit as st

from core.charts import Bar, BarWords, TurningWords, bars, many_planes, plane
from core.course import rotation, terms
from core.course.rotation import PAIRS, Pair, Step, Turned
from core.positions.presets import rotations
from pages.ui import link, live
from pages.ui.language import mark, t
from pages.ui.lesson import say, ticked
from pages.ui.show import show

LESSON = "rotation"
PLACES = tuple(map(float, range(25)))
SHIFTS = (*PLACES, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 4900.0, 10_000.0)
FAR = (*PLACES, 50.0, 100.0, 1000.0, 10_000.0, 100_000.0, 1_000_000.0)
ARROWS = {"aligned": mark("equal, 30°"), "apart": mark("apart, 1 rad")}
STEPS = ("turned", "moved", "back", "product", "distance", "complex")
TASKS = {
    "moved": mark("Put the query at position 7, and the key where the score is what it was at 2 and 5."),
    "upright": mark("Turn the query straight up, to 90°, and keep the score of 2 and 5."),
}
MODEL = "Qwen3 8B"
_Control = Callable[..., float]


def place(control: _Control, key: str, label: str, ladder: Sequence[float], default: float) -> int:
    """A whole number of positions from a slider."""
    return round(control(key, label, ladder, default, told=lambda value: f"{value:,.0f}"))


@st.fragment
def one_pair() -> None:
    """Two arrows, their positions, the tasks, and below them the derivation with the same numbers."""
    controls, picture = st.columns(2)
    with controls:
        name = link.segments("arrows", t("Arrows"), list(PAIRS), "aligned", lambda key: t(ARROWS[key]))
        m = place(live.player, "turn_m", t("m, position of the query"), PLACES, 2)
        n = place(live.number, "turn_n", t("n, position of the key"), PLACES, 5)
        shift = place(live.player, "turn_shift", t("both moved on by"), SHIFTS, 0)
    pair, m, n = PAIRS[name], m + shift, n + shift
    now = rotation.turned(pair, m, n)
    with picture:
        _arrows(now, m, n)
    say(LESSON, "plane-truth", q=f"{now.q_turned:,.1f}", k=f"{now.k_turned:,.1f}", gap=n - m, between=_degrees(now))
    _tasks(pair, m, n) if name == "aligned" else _demo(pair)
    _derivation(pair, m, n, now)


def _arrows(now: Turned, m: int, n: int) -> None:
    told = {"m": f"{m:,}", "n": f"{n:,}", "between": _degrees(now), "score": _number(now.score, 4)}
    st.markdown(t("Query at {m}, key at {n}: angle between them **{between}°**, score **{score}**", **told))
    words = TurningWords(
        query=t("query"),
        key=t("key"),
        angle=t("angle of the arrow"),
        between=t("angle from the query to the key"),
    )
    show(plane(now, words), "turning_plane", t("Two arrows in a circle, the query and the key, and the angle between."))


def _tasks(pair: Pair, m: int, n: int) -> None:
    say(LESSON, "tasks")
    done = st.session_state.setdefault("rotation_solved", set())
    done |= {name for name, solved in rotation.solved(pair, m, n).items() if solved}
    ticked({t(text): name in done for name, text in TASKS.items()})
    if done >= set(TASKS):
        say(LESSON, "tasks-truth")


def _demo(pair: Pair) -> None:
    near, far, apart = (_number(rotation.turned(pair, m, n).score, 4) for m, n in ((5, 3), (50, 48), (5, 0)))
    ahead = rotation.turned(pair, 0, 0).between
    say(LESSON, "demo", ahead=f"{ahead:.1f}", speed=f"{math.degrees(pair.speed):.1f}", near=near, far=far, apart=apart)


def _derivation(pair: Pair, m: int, n: int, now: Turned) -> None:
    x, y = rotation.turned(PAIRS["aligned"], 3, 3).q
    far = rotation.turned(pair, 100_000, 0).q
    say(LESSON, "length", x=_number(x), y=_number(y), length=_number(math.hypot(*far), 6))
    say(LESSON, "derivation")
    shown = place(live.player, "turn_step", t("step"), (1.0, 2.0, 3.0, 4.0, 5.0, 6.0), 1)
    for step in rotation.derivation(pair, m, n)[:shown]:
        with st.container(border=True):
            say(LESSON, f"step-{step.name}", **_values(step, now, (n - m) * math.degrees(pair.speed), n - m))


def _values(step: Step, now: Turned, angle: float, gap: int) -> dict[str, str]:
    """What the text of a step may ask for."""
    numbers = {"qx": now.q[0], "qy": now.q[1], "kx": now.k[0], "ky": now.k[1]}
    said = {name: _number(value) for name, value in numbers.items()}
    said |= dict(zip(("one", "two"), map(_latex, step.matrices), strict=False))
    return said | {"score": _number(step.score, 4), "gap": str(gap), "angle": f"{angle:,.1f}"}


@st.fragment
def four_terms() -> None:
    """The parts of an added score under a shift, and the turned score."""
    shift = place(live.player, "terms_shift", t("both moved on by"), FAR, 100)
    single = st.toggle(t("RoPE's angles in float32"), key="terms_float32")
    precision: terms.Precision = "float32" if single else "float64"
    start, now = terms.added(0), terms.added(shift)
    turned, before = terms.rotary(shift, precision), terms.rotary(0, precision)
    rows = [
        (t("content · content"), start.content_content, now.content_content, "content"),
        (t("content · position"), start.content_position, now.content_position, "position"),
        (t("position · content"), start.position_content, now.position_content, "position"),
        (t("position · position"), start.position_position, now.position_position, "position"),
        (t("added: the sum"), start.total, now.total, "sum"),
        (t("turned (RoPE)"), before, turned, "turned"),
    ]
    words = BarWords(value=t("score"), before=t("before the shift"))
    drawn = bars([Bar(label=a, before=b, value=c, kind=d) for a, b, c, d in rows], ends(), words)
    alt = t("The four parts of a score, their sum, and the score of turned vectors, as bars.")
    show(drawn, "four_terms", alt, t("The grey strokes stand where the bars ended before the shift."))
    told = {"start": _number(start.total, 3), "now": _number(now.total, 3), "change": _small(abs(turned - before))}
    bare = {"bare": _number(terms.bare_position_term(0), 3), "bare_now": _number(terms.bare_position_term(shift), 3)}
    say(LESSON, "added-truth", shift=f"{shift:,}", **told, **bare)
    say(LESSON, "added-task")
    if start.total * now.total < 0:
        say(LESSON, "added-solved", shift=f"{shift:,}")
    near, far = exactness()
    say(LESSON, "precision", double=_small(near[0]), single=_small(near[1]), million=_small(far))


@st.cache_data(show_spinner=False)
def ends() -> tuple[float, float]:
    """The ends of the axis that hold every bar of the slider's stops, with room for the numbers at the right."""
    found = [terms.added(int(shift)) for shift in FAR]
    values = [value for one in found for value in (*vars(one).values(), one.total)] + [terms.rotary(0)]
    low, high = min(values), max(values)
    return low - 0.05 * (high - low), high + 0.25 * (high - low)


@st.cache_data(show_spinner=False)
def exactness() -> tuple[tuple[float, float], float]:
    """The largest change of the turned score over 1,000 shifts in float64 and float32, and in float32 at a million."""
    far = abs(terms.rotary(1_000_000, "float32") - terms.rotary(0, "float32"))
    return (terms.largest_change("float64"), terms.largest_change("float32")), far


@st.fragment
def many_pairs() -> None:
    """The planes of a real model's head at two positions."""
    say(LESSON, "many")
    known = rotations()
    controls = st.columns(3)
    with controls[0]:
        model = link.select("rotation_model", t("Model"), list(known), MODEL)
    with controls[1]:
        gap = place(live.number, "planes_gap", t("distance from the key to the query"), (*PLACES, 50, 100, 1000), 3)
    with controls[2]:
        key = place(live.player, "planes_key", t("position of the key"), SHIFTS, 0)
    rope = known[model]
    speeds = np.degrees(rope.inv_freq)
    values = {"model": model, "dims": rope.rotary_dim, "pairs": len(speeds)}
    slow = np.format_float_positional(speeds[-1], precision=2, fractional=False)
    say(LESSON, "many-model", **values, fast=f"{speeds[0]:.1f}", slow=slow)
    found = rotation.planes(rope.inv_freq, key + gap, key)
    words = TurningWords(
        query=t("query"),
        key=t("key"),
        angle=t("angle of the arrow"),
        between=t("angle from the query to the key"),
        one=t("pair {pair}"),
    )
    alt = t("A dial for each of up to 16 pairs, with the query's and the key's arrow in each.")
    show(many_planes(found, words), "many_planes", alt, t("Below each dial: the angle from the query to the key."))
    say(LESSON, "many-truth", gap=gap, pairs=len(speeds), agreement=_number(found.agreement, 3))


def _latex(matrix: np.ndarray) -> str:
    rows = [" & ".join(_number(value) for value in row) for row in matrix]
    return r"\begin{pmatrix} " + r" \\ ".join(rows) + r" \end{pmatrix}"


def _degrees(now: Turned) -> str:
    return _number(abs(now.between), 1)


def _small(value: float) -> str:
    return f"{value:.1e}" if value else "0"


def _number(value: float, places: int = 2) -> str:
    """So many decimals, and no minus before a zero."""
    return f"{round(value, places) + 0.0:.{places}f}"
