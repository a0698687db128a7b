"""Claims, tried: what papers have reported of position encodings, and whether these runs say the same."""

from collections import Counter
from itertools import groupby
from operator import itemgetter

import streamlit as st

from core.results import number
from core.results.claims import CLAIMS, Claim
from core.results.digits import decimals
from core.results.tried import OUTCOMES
from pages.ui import data, words
from pages.ui.claimed import judged
from pages.ui.evidence import provenance
from pages.ui.language import mark, t
from pages.ui.plain import plain
from pages.ui.show import header

LOOKS = {
    "reproduced": (mark("reproduced here"), "green", ":material/check:"),
    "reproduced in part": (mark("reproduced in part"), "blue", ":material/rule:"),
    "not reproduced": (mark("not reproduced here"), "red", ":material/close:"),
    "not separated": (mark("not separated here"), "orange", ":material/drag_handle:"),
    "not measured": (mark("not measured yet"), "gray", ":material/hourglass_empty:"),
}


def comparison(row: dict, train_length: int) -> str:
    """What was measured for one comparison, in a line."""
    ours, length = plain(words.series(row["series"])), f"{row['eval_length']:,}"
    if row["after"] > 0:
        ours = t("{a} after {steps} further steps", a=ours, steps=int(row["after"]))
    if row["against"]:
        what = t("{a} against {b}, {length} tokens", a=ours, b=plain(words.series(row["against"])), length=length)
    else:
        what = t("{a} at {length} tokens against itself at {short}", a=ours, length=length, short=train_length)
    if not row["pairs"]:
        return f"{what}: " + t("no such runs yet")
    places = decimals(row["std"])
    difference, lo, hi = (number(row[name], places) for name in ("mean_difference", "lo", "hi"))
    return f"{what}: " + t(
        "**{difference}** nats/token, 95% interval {lo} to {hi}, n={n}: {finding}",
        difference=plain(difference), lo=plain(lo), hi=plain(hi), n=int(row["pairs"]), finding=t(row["finding"]),
    )  # fmt: skip


def card(claim: Claim, rows: list[dict], train_length: int) -> None:
    """One claim: its sentence, what became of it here, the figures behind both."""
    label, colour, icon = LOOKS[rows[0]["outcome"]]
    with st.container(border=True):
        st.badge(t(label), color=colour, icon=icon)
        st.markdown(f"**{t(claim.statement)}**")
        st.markdown("\n".join(f"- {comparison(row, train_length)}" for row in rows))
        seen = t("Published: {figures}", figures=plain(t(claim.published)))
        if claim.gap is not None:
            seen += " " + t("That is a gap of {gap} nats/token.", gap=f"{claim.gap:g}")
        st.caption(seen)


header(
    t("Claims, tried"),
    t(
        "What papers have reported of position encodings, asked of small models trained here. A claim that fails here "
        "is not refuted: the size differs, and it stands beside each figure."
    ),
)
runs = data.index()
chosen = data.experiment(runs)
table = judged(runs, chosen.id)
comparisons = {name: list(rows) for name, rows in groupby(table.to_dict("records"), itemgetter("name"))}
outcomes = Counter(rows[0]["outcome"] for rows in comparisons.values())
told = [f"{t(LOOKS[name][0])}: **{outcomes[name]}**" for name in OUTCOMES if outcomes[name]]
st.markdown(t("Of {n} published claims", n=len(CLAIMS)) + " · " + " · ".join(told))
for outcome in OUTCOMES:
    for claim in CLAIMS:
        rows = comparisons[claim.name]
        if rows[0]["outcome"] == outcome:
            card(claim, rows, chosen.train_length)
st.caption(
    t(
        "A comparison counts as better or worse by the rule of every verdict here: seeds in pairs, a 95% t interval "
        "without 0, a difference beyond the seeds' standard deviation and, where one is known, the noise floor, and p "
        "below 0.05 after Holm's correction within the claim."
    )
)
provenance(chosen.values(), ("val_loss", "tail_loss"), "claims", chosen.runs)
