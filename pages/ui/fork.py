"""The first half of the fork: the trace that a place leaves, and whether our models use it."""

import numpy as np
import streamlit as st

from core.charts import Bar, BarWords, ProbeWords, bars, probes
from core.course import fork, probe
from core.course.checkpoint import Checkpoint
from core.results import mean_std
from pages.ui import link, live, predict
from pages.ui.language import mark, t
from pages.ui.lesson import say
from pages.ui.reference_runs import means_of
from pages.ui.show import show
from pages.ui.weights import trained

LESSON = "fork"
STARTS = (*map(float, range(0, 20)), 50.0, 100.0, 1000.0, 10_000.0)
ORDERS = {"rope": mark("RoPE"), "none": mark("none"), "sinusoidal": mark("sinusoids, added")}
COMMAND = "python -m core sweep --encodings none rope --seeds 0"


def words() -> tuple[str, str]:
    """The two words of the layer's text."""
    return t("once"), t("la")


@st.fragment
def place() -> None:
    """The share of the first word at every place, under the reader's switches."""
    first, second = words()
    order = link.segments("fork_positions", t("Position encoding"), list(ORDERS), "rope", lambda key: t(ORDERS[key]))
    start = round(
        live.player("fork_start", t("the numbering starts at"), STARTS, 0, told=lambda value: f"{value:,.0f}")
    )
    causal = st.toggle(t("Causal mask"), value=True, key="fork_causal")
    special = st.toggle(t("A first word of its own"), value=True, key="fork_special")
    row = (first if special else second, second)
    now, before = (fork.trace(row, order, causal, at) for at in (start, 0))  # type: ignore[arg-type]
    said = BarWords(value=t("share of the first word"), before=t("numbered from 0"))
    names = [row[0], *[second] * fork.REPEATED]
    rows = [
        Bar(label=f"{at}: {name}", value=float(now.shares[at]), kind="share", before=float(before.shares[at]))
        for at, name in enumerate(names)
    ]
    alt = t("For each place the share of the first word in what it reads, as bars.")
    show(bars(rows, (0.0, 1.15), said), "fork_place", alt)
    say(LESSON, "place-truth", apart=f"{now.apart:.2g}")


def readout() -> None:
    """Guess, then how far off a straight line is after each layer; where weights are missing, what makes them."""
    found = {name: trained(name) for name in ("none", "rope")}
    none, rope = found["none"], found["rope"]
    if none is None or rope is None:
        say(LESSON, "probe-none")
        st.code(COMMAND, language="bash")
        return
    say(LESSON, "probe", blind=f"{probe.blind_error(none.train_length):.0f}")
    options = {
        "none": t("In the one without positions"),
        "rope": t("In the one with RoPE"),
        "both": t("In both"),
        "neither": t("In neither"),
    }
    guessed = predict.guess("guess_probe", t("In which model can the place be read?"), options)
    if guessed is None:
        return
    with st.spinner(t("Both models read the text …")):
        errors = {
            t("no positions"): _probe(none.run, True, none),
            t("no positions, mask off"): _probe(none.run, False, none),
            t("RoPE"): _probe(rope.run, True, rope),
        }
    _read_out(guessed, options, errors, none)


def _read_out(guessed: str, options: dict[str, str], errors: dict[str, np.ndarray], none: Checkpoint) -> None:
    seen, unmasked, rope = errors.values()
    values = {"none": f"{seen.min():.0f}", "rope": f"{rope.min():.0f}"}
    truth = t("Without positions it is off by {none} positions, with RoPE by {rope}.", **values)
    predict.graded("guess_probe", options[guessed], guessed == "none", truth)
    blind = probe.blind_error(none.train_length)
    said = ProbeWords(
        depth=t("layers read"),
        error=t("mean error (positions)"),
        blind=t("always saying the middle"),
        series=t("model"),
    )
    alt = t("The mean error of a position read from the vectors after each layer, a line a model.")
    show(probes(errors, blind, said), "fork_probe", alt)
    more = {"layer": int(seen.argmin()), "layers": none.layers, "unmasked": f"{unmasked.min():.0f}"}
    say(LESSON, "probe-truth", **values, **more)
    means = means_of("val_loss", ("none", "rope"))
    if means:
        told = {name: mean_std(*mean) for name, mean in means.items()}
        say(LESSON, "probe-runs", **told, n=min(mean[2] for mean in means.values()))


@st.cache_data(show_spinner=False, max_entries=8)
def _probe(run: str, causal: bool, _model: Checkpoint) -> np.ndarray:
    return probe.probe(_model, causal)
