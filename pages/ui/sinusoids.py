"""The moving parts of lesson 3: the clock, the table, the map, distances, and our runs beyond their training length."""

import numpy as np
import streamlit as st

from core.charts.sinusoids import SinusoidWords, apart, beside, clock, code_map
from core.course.grade import compare
from core.course.numbering import INITIAL
from core.course.sinusoids import (
    ALIKE,
    LAST_GAP,
    TABLE_DIM,
    Sizes,
    alike,
    distances,
    farthest,
    moved,
    nearest,
    off,
    parts,
)
from core.positions.absolute import sinusoidal_table, sinusoids
from core.positions.rope import inv_freq, wavelengths
from core.results import mean_std
from pages.ui import link, live, predict
from pages.ui.language import t
from pages.ui.lesson import say
from pages.ui.reference_runs import at_length, means_of, reference
from pages.ui.show import show

LESSON = "sinusoids"
OUR_WIDTH = 128  # of the trained models
PLACES = (*map(float, range(101)), *map(float, range(110, 1001, 10)))
SHIFTS = tuple(map(float, range(51)))
STARTS = (0.0, 1.0, 10.0, 100.0, 1000.0, 5000.0, 10_000.0)
GAPS = tuple(map(float, range(1, LAST_GAP + 1)))
DIMS = {"8": 8, "64": 64}
LENGTHS = (128, 192, 256, 384, 512, 768, 1024)
FAR = 500_000  # a position of which the text speaks
TOP = 5.6  # nats; blind guessing among 256 bytes costs ln 256 = 5.55
CLOSE = 0.5  # nats on average, within which a drawn curve holds


def _whole(value: float) -> str:
    return f"{value:,.0f}"


@st.fragment
def clock_hands() -> None:
    """Eight hands that play, and a shift that turns each by its own angle wherever the clock stands."""
    place = round(live.player("clock_place", t("position"), PLACES, 0.0, told=_whole, seconds=24.0))
    shift = round(live.number("clock_shift", t("shift, shaded"), SHIFTS, 5.0, told=_whole))
    alt = t("Eight clock hands, fastest first; the shaded angle is what the shift adds.")
    show(clock(place, shift, _for_charts()), "clock", alt)
    error = f"{moved(place, shift):.0e}".replace("0e+00", "0")
    say(LESSON, "shifted", place=f"{place:,}", shift=shift, error=error)


def is_back(place: int) -> bool:
    """Whether pair 0 alone takes this position for position 0."""
    return off(place, 1) <= ALIKE


def repeats() -> dict[str, object]:
    """How many positions one hand confuses with position 0, and how many two do."""
    one = alike(1)
    return {"count": len(one), "places": ", ".join(map(str, one)), "two": len(alike(2)), "degrees": f"{ALIKE:g}"}


def table() -> None:
    """The code of width 8 for the first four positions, with the speeds of its pairs."""
    speeds = inv_freq(TABLE_DIM)
    names = [f"{kind}(p · {speed:g})" for speed in speeds for kind in ("sin", "cos")]
    rows = sinusoidal_table(4, TABLE_DIM)
    st.table({t("number"): names} | {f"p = {p}": [f"{value:.3f}" for value in rows[p]] for p in range(4)})
    told = [f"{length:,.1f}" for length in wavelengths(speeds)]
    say(LESSON, "worked", sine=f"{rows[2, 0]:.3f}", second=f"{rows[2, 2]:.3f}", waves=", ".join(told))


def heat_map() -> None:
    """The codes of a hundred positions."""
    alt = t("A map of 100 positions and the 64 numbers of each code: stripes at the left, little change at the right.")
    show(code_map(_for_charts()), "code_map", alt)
    say(LESSON, "map")


@st.fragment
def gaps() -> None:
    """Distance by gap from a start that moves, and what each pair adds at the marked gap."""
    dim = DIMS[link.segments("code_dim", t("numbers in the code"), list(DIMS), "8")]
    start = round(live.player("gap_start", t("start (position)"), STARTS, 0.0, told=_whole))
    gap = round(live.number("gap", t("gap (tokens)"), GAPS, 6.0, told=_whole))
    alt = t("Distance between two codes by their gap, with its upper bound.")
    show(apart(start, gap, dim, _for_charts()), "apart", alt)
    here, shares = distances(start, dim), parts(gap, TABLE_DIM)
    first = [f"{here[at]:.2f}" for at in (1, 3, 6, 100)]
    values: dict[str, object] = {"start": f"{start:,}", "end": f"{start + gap:,}", "gap": gap, "dim": dim}
    values |= {"distance": f"{here[gap]:.4f}", "one": first[0], "three": first[1], "six": first[2], "hundred": first[3]}
    values |= {"most": f"{farthest(dim):.2f}", "nearest": f"{nearest(dim, 10_000):.2f}"}
    values |= {"fast": f"{shares[0] / shares.sum():.0%}", "second": f"{shares[1] / shares.sum():.0%}"}
    say(LESSON, "distance-truth", **values)
    say(LESSON, "fast-slow", **values)


def sizes() -> dict[str, object]:
    """Sizes of embedding and code in our models as training begins."""
    found = Sizes(raw=INITIAL, width=OUR_WIDTH)
    return {
        "raw": found.raw,
        "code": f"{found.code:.2f}",
        "width": found.width,
        "factor": f"{found.width**0.5:.1f}",
        "scaled": f"{found.scaled:.2f}",
        "share": f"{found.raw / found.code:.1%}",
        "better": f"{found.scaled / found.code:.0%}",
    }


def scale_runs() -> None:
    """Our runs with and without the factor; nothing where there are none."""
    means = means_of("val_loss", ("sinusoidal", "sinusoidal-raw"))
    if means:
        scaled, raw = means["sinusoidal"], means["sinusoidal-raw"]
        say(LESSON, "scale-runs", scaled=mean_std(*scaled), raw=mean_std(*raw), n=min(scaled[2], raw[2]))


def far() -> dict[str, object]:
    """A code far out: that it can be computed, and its first two numbers."""
    (row,) = sinusoids(np.array([FAR]), TABLE_DIM)
    return {"sine": f"{row[0]:.3f}", "cosine": f"{row[1]:.3f}"}


def beyond() -> None:
    """The reader draws the loss of our sinusoidal models by length, and sees it; nothing where there are no runs."""
    runs = reference(("sinusoidal",))
    found = {length: at_length(runs, "sinusoidal", length) for length in LENGTHS} if runs is not None else {}
    known = {length: mean for length, mean in found.items() if mean is not None}
    if runs is None or len(known) < 2:
        return
    points = [str(length) for length in known]
    values: dict[str, object] = {"length": runs.train_length, "n": min(mean.n for mean in known.values())}
    say(LESSON, "draw", **values)
    question = t("Draw the loss of these models at each length. 5.5 nats is what blind guessing among 256 bytes costs.")
    titles = (t("length (tokens)"), t("loss (nats/token)"))
    drawn = predict.curve("guess_beyond", question, points, (0.0, TOP), titles)
    if drawn is None:
        return
    means, stds = [mean.mean for mean in known.values()], [mean.std for mean in known.values()]
    graded = compare(drawn, means, 0.15)
    told = {"gap": f"{graded.gap:.2f}", "worst": points[graded.worst], "by": f"{abs(graded.worst_gap):.2f}"}
    truth = t("Your curve is {gap} nats off on average, most of all at {worst}, by {by}.", **told)
    predict.graded("guess_beyond", t("the curve you drew"), graded.gap <= CLOSE, truth)
    alt = t("Your curve and the measured loss of the sinusoidal models, by length.")
    show(beside(points, drawn, means, stds, TOP, _for_charts()), "beyond_runs", alt)
    first, second = list(known.values())[:2]
    values |= {"inside": mean_std(*first), "at": points[1]}
    say(LESSON, "beyond-truth", **values, outside=mean_std(*second))


def _for_charts() -> SinusoidWords:
    return SinusoidWords(
        hand=t("pair {at}"),
        wavelength=t("a turn in {length}"),
        position=t("position"),
        component=t("number in the code"),
        value=t("value"),
        gap=t("gap (tokens)"),
        distance=t("distance between the codes"),
        most=t("never more than this"),
        length=t("length (tokens)"),
        loss=t("loss (nats/token)"),
        yours=t("your curve"),
        measured=t("measured"),
    )
