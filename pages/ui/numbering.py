"""The moving parts of lesson 2: two words under a position, four numberings, a table under a text, and our own runs."""

import streamlit as st

from core.charts.numbering import LONGEST, NumberingWords, numberings, signals
from core.course.numbering import (
    INITIAL,
    NUMBERINGS,
    TRAIN,
    UNIT,
    Numbering,
    Short,
    criteria,
    flipped,
    shuffled,
    swamped,
)
from core.positions.absolute import check_table_length
from core.results import mean_std
from pages.ui import link, live, predict
from pages.ui.alt import described
from pages.ui.by_length import by_length
from pages.ui.language import language, mark, t
from pages.ui.lesson import say
from pages.ui.menu import page_file
from pages.ui.plain import plain
from pages.ui.reference_runs import at_length, reference
from pages.ui.show import show

LESSON = "numbering"
PLACES = (*map(float, range(64)), *map(float, range(64, 1024, 32)), 1023.0)
SCALES = {"1": UNIT, "0.02": INITIAL}
ROWS, TOKENS, WIDTH = live.doublings(128, 32_768), tuple(float(n) for n in range(1000, 40_001, 1000)), 768
NAMES: dict[Numbering, str] = {
    "index": mark("index"),
    "share": mark("share of the text"),
    "binary": mark("binary"),
    "table": mark("learned table"),
    "sinusoidal": mark("sinusoids (lesson 3)"),
}
SCALE_NAMES = {"1": mark("1, as a layer norm leaves it"), "0.02": mark("0.02, as training begins")}


@st.fragment
def signal() -> None:
    """Two words with the position added, a slider and the share of content in the signal."""
    scale = SCALES[link.segments("scale", t("Size of the content"), list(SCALES), "1", lambda s: t(SCALE_NAMES[s]))]
    place = int(live.player("place", t("position"), PLACES, 37.0, told=lambda n: f"{n:,.0f}", seconds=14.0))
    found = swamped(place, scale)
    if place:
        told = t(
            "Position {place}: content is **{percent}** of the position; the cosine between the two words is "
            "**{cosine}**.",
            place=f"{place:,}",
            percent=f"{found.ratio:.3%}",
            cosine=f"{found.cosine:.6f}",
        )
    else:
        told = t("Position 0: nothing is added; the cosine between the two words is **{c}**.", c=f"{found.cosine:.6f}")
    st.markdown(told)
    alt = t("The numbers of two words with the position added, as a layer sees them.")
    show(signals(found, (t("dog"), t("man")), _for_charts()), "signal", alt)


@st.fragment
def side_by_side() -> None:
    """Four numberings of the same text, as its length moves."""
    ladder = tuple(map(float, range(2, LONGEST + 1)))
    length = int(live.player("tokens_shown", t("length of the text (tokens)"), ladder, 10.0, told=lambda n: f"{n:.0f}"))
    alt = t("What each of four numberings gives every position; dark orange is 1 or more.")
    show(numberings(length, _for_charts()), "numberings", alt)
    values = {"length": length, "first": f"{1 / length:.3g}", "last": length - 1, "missing": max(0, length - TRAIN)}
    say(LESSON, "numberings", **values, rows=TRAIN, seven=flipped(7), eight=flipped(8))


def judged() -> None:
    """Which numbering meets which criterion, as core finds by trying."""
    names = {
        "unique": t("unique"),
        "bounded": t("bounded"),
        "comparable": t("distances comparable"),
        "computable": t("computable beyond"),
        "deterministic": t("deterministic"),
    }
    found = {one: criteria(one) for one in NUMBERINGS}
    yes, no = t("yes"), t("no")
    table = {t("asked for"): list(names.values())}
    table |= {t(NAMES[one]): [yes if getattr(found[one], name) else no for name in names] for one in NUMBERINGS}
    st.table(table)


@st.fragment
def too_short() -> None:
    """A table under a text: how many tokens have no row."""
    rows = live.number("rows", t("rows of the table"), ROWS, 8192.0, told=lambda n: f"{n:,.0f}")
    tokens = live.number("tokens", t("tokens of the text"), TOKENS, 12_000.0, told=lambda n: f"{n:,.0f}")
    found = Short(rows=int(rows), tokens=int(tokens), width=WIDTH)
    values = {"rows": f"{found.rows:,}", "width": WIDTH, "parameters": f"{found.parameters:,}"}
    if not found.without:
        st.success(t("Every token has a row, at a price of {rows} × {width} = {parameters} parameters.", **values))
        return
    st.warning(
        t(
            "{rows} × {width} = {parameters} parameters, and {without} of {tokens} tokens have no row: P[{first}] to "
            "P[{last}] are missing.",
            **values,
            without=f"{found.without:,}",
            tokens=f"{found.tokens:,}",
            first=f"{found.rows:,}",
            last=f"{found.tokens - 1:,}",
        )
    )


def measured() -> None:
    """Our learned runs at and beyond the training length; nothing where there are none."""
    runs = reference(("learned", "rope"))
    if runs is None:
        return
    length = runs.train_length
    inside, forced = at_length(runs, "learned", length), at_length(runs, "learned", 2 * length, "forced")
    if inside is None or forced is None:
        return
    values: dict[str, object] = {"length": length, "n": inside.n, "twice": 2 * length, "last": length - 1}
    values |= {"inside": mean_std(*inside)}
    values |= {"forced": mean_std(*forced)}
    say(LESSON, "runs", **values)
    try:
        check_table_length(2 * length, length)
    except ValueError as refusal:
        st.code(str(refusal), language=None, wrap_lines=True)
    say(LESSON, "runs-truth", **values)
    chart = by_length(runs.key, language(), length, runs.values())
    alt = t("Loss by length of the learned table, of its untrained rows and of RoPE.")
    note = t("Means over seeds; the vertical lines are their standard deviation.")
    show(chart, "learned_runs", described(chart.table, "eval_length", alt), note)
    label = t("All encodings beyond their training length")
    st.page_link(page_file("lengths"), label=label, icon=":material/arrow_forward:")


def rows_or_places(options: dict[str, str]) -> None:
    """Rows of the matrix turned around, or positions: a guess for each."""
    row = t("dog bites man").split()
    moves = {
        "rows": t("The rows “{words}” are turned around, but each word keeps its position. The output of each word: …"),
        "places": t("The rows “{words}” stay, but their positions are turned around. The output of each word: …"),
    }
    for move, asked in moves.items():
        found = predict.guess(f"guess_{move}", asked.format(words=plain(" ".join(row))), options)
        if found is None:
            return
        gap = shuffled(row, move)  # type: ignore[arg-type]
        told = t("Largest change: {gap}.", gap=f"{gap:.1e}" if gap < 1e-9 else f"{gap:.2g}")
        predict.graded(f"guess_{move}", options[found], (found == "same") is (gap < 1e-9), told)
    say(LESSON, "check-row-truth")


def _for_charts() -> NumberingWords:
    return NumberingWords(
        component=t("number in the vector"),
        value=t("value, as a layer sees it"),
        position=t("position"),
        told=t("value"),
        index=t("index"),
        share=t("share of the text"),
        bit=t("bit {at}"),
        row=t("table, number {at}"),
        end=t("end of the table"),
    )
