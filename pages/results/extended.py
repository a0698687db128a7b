"""Extension, measured: trained RoPE models read under the rules for longer texts, what it gains and what it costs."""

import pandas as pd
import streamlit as st

from core.charts import differences, lengths
from core.results import number
from core.results.digits import decimals
from core.results.stretch import factor_of
from pages.ui import data, link, words
from pages.ui.alt import described
from pages.ui.evidence import provenance
from pages.ui.language import t
from pages.ui.plain import plain
from pages.ui.show import header, show

SHOWN = ("linear", "ntk", "dynamic", "yarn", "llama3")  # at first; more lines than these cannot be told apart
COMMAND = "python -m core evaluate RUN --scaling linear ntk yarn --factor 2 4 8"


def narrowed(whole: data.Experiment) -> tuple[data.Experiment, float]:
    """The evaluations at one factor under the rules that the reader chose, with the runs as they were trained."""
    left, right = st.columns([1, 2])
    known = sorted({factor for name in whole.runs["scaling"] if (factor := factor_of(name))})
    options = [f"{factor:g}" for factor in known] or ["1"]
    with left:
        chosen = link.segments(
            "factor", t("Factor: how many times the training length"), options, options[-1], lambda one: f"×{one}"
        )
    fitting = whole.runs["scaling"].map(lambda name: factor_of(name) in (None, float(chosen)))
    rules = sorted(set(whole.runs["scaling"][fitting]) - {"none"})
    plain_rules = [rule.replace(f" x{chosen}", "") for rule in rules]
    with right:
        shown = [rule for rule in SHOWN if rule in plain_rules] or plain_rules
        kept = link.several("rules", t("Rules"), plain_rules, shown, words.extension)
    wanted = {rule for rule, short in zip(rules, plain_rules, strict=True) if short in kept}
    return whole.narrowed(whole.runs["scaling"].isin({"none", *wanted})), float(chosen)


def paired_chart(chosen: data.Experiment, length: int, key: str, title: str) -> pd.DataFrame:
    """Draw every rule's difference from the direct reading at this length; the comparison itself."""
    compared = chosen.paired(BASE, "tail_loss", length)
    compared = compared[compared["pairs"] > 0].sort_values("mean_difference", kind="stable")
    st.markdown(f"**{title}**")
    told = "; ".join(
        f"{words.series(row['series'])} {number(row['mean_difference'], decimals(row['std']))}"
        for row in compared.to_dict("records")
    )
    show(differences(compared, words.for_differences()), key, f"{title}: {told}")
    return compared


def said(beyond: pd.DataFrame, inside: pd.DataFrame, length: int, train_length: int) -> str:
    """The best rule beyond the training length, and what it costs inside, from the numbers."""
    best = beyond.iloc[0]
    cost = inside.set_index("series").loc[best["series"]]
    if best["mean_difference"] >= 0:
        return t("At {length} tokens no rule here lowers the loss against reading directly.", length=f"{length:,}")
    return t(
        "At {length} tokens **{rule}** has the lowest mean loss: {gain} nats/token below reading directly ({verdict}, "
        "n={n}). On texts of {train_length} tokens, which needed no help, it changes the loss by {cost} "
        "({cost_verdict}).",
        length=f"{length:,}",
        rule=plain(words.series(best["series"])),
        gain=number(-best["mean_difference"], decimals(best["std"])),
        verdict=words.verdict(best["verdict"]),
        n=int(best["pairs"]),
        train_length=train_length,
        cost=number(cost["mean_difference"], decimals(cost["std"])),
        cost_verdict=words.verdict(cost["verdict"]),
    )


BASE = "rope"
header(
    t("Extension, measured"),
    t(
        "RoPE models trained on short texts, read on longer ones under each rule without any further training: what "
        "a rule gains beyond the training length, and what it costs inside."
    ),
)
runs = data.index()
trained = data.experiment(runs).only([BASE])
whole = data.extended(runs, trained).only([BASE]) if len(trained.runs) else trained
if not len(whole.runs) or set(whole.runs["scaling"]) <= {"none"}:
    data.nothing_yet(t("No run of this experiment was evaluated under a rule for longer texts yet."), COMMAND)
    st.stop()
chosen, factor = narrowed(whole)
length, inner = int(factor * whole.train_length), whole.train_length
if set(chosen.runs["scaling"]) <= {"none"}:
    st.info(t("Choose at least one rule."))
    st.stop()
place = st.empty()
picture = lengths(chosen.values(), inner, words=words.for_lengths())
alt = t("Loss of the last 64 tokens by evaluation length, one line for each rule; direct is RoPE as it was trained.")
show(picture, "extended", described(picture.table, "eval_length", alt))

st.subheader(t("Against reading directly, seed by seed"), anchor=False)
left, right = st.columns(2)
with left:
    beyond = paired_chart(chosen, length, "beyond", t("Beyond: {length} tokens", length=f"{length:,}"))
with right:
    inside = paired_chart(chosen, inner, "inside", t("Inside: {length} tokens", length=f"{inner:,}"))
place.markdown(said(beyond, inside, length, inner))
st.caption(
    t(
        "Difference in the loss of the last 64 tokens from the same run read directly; left of 0 is better. Dots: one "
        "seed each. Diamond and line: mean and 95% t interval."
    )
)
provenance(chosen.values(), ("tail_loss",), "extended")
