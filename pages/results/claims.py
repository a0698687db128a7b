"""Claims, tried: what papers have reported of position encodings, and whether these runs say the same."""

from collections import Counter
from functools import partial
from itertools import groupby
from operator import itemgetter

import streamlit as st

from core.report import sources
from core.results.claims import CLAIMS, Claim
from core.results.tried import OUTCOMES
from pages.ui import data
from pages.ui.claimed import LOOKS, judged, measured, sheet, sides
from pages.ui.evidence import provenance
from pages.ui.language import t
from pages.ui.plain import plain
from pages.ui.show import header
from pages.ui.takeaway import Taken, take_away

METRICS = ("val_loss", "tail_loss")


def comparison(row: dict, train_length: int) -> str:
    """What was measured for one comparison, in a line."""
    what = plain(sides(row, train_length))
    if not row["pairs"]:
        return f"{what}: " + t("no such runs yet")
    difference, lo, hi = measured(row)
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
ordered = sorted(CLAIMS, key=lambda claim: OUTCOMES.index(comparisons[claim.name][0]["outcome"]))
by_outcome = [(claim, comparisons[claim.name]) for claim in ordered]
for claim, rows in by_outcome:
    card(claim, rows, chosen.train_length)
unit = t("Differences in nats/token.")
rule = t(
    "A comparison counts as better or worse by the rule of every verdict here: seeds in pairs, a 95% t interval "
    "without 0, a difference beyond the seeds' standard deviation and, where one is known, the noise floor, and p "
    "below 0.05 after Holm's correction within the claim."
)
st.caption(rule)
caption = f"{rule} {unit}"
provenance(chosen.values(), METRICS, "claims", chosen.runs)
take_away(
    "claims",
    lambda: Taken(
        title=t("Claims, tried"), tables=[(t("Claims, tried"), sheet(by_outcome, chosen.train_length, caption))],
        metrics=METRICS, behind=partial(sources, chosen.values(), chosen.runs),
    ),
)  # fmt: skip
