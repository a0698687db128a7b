"""Extension, measured: trained RoPE models under the rules for longer texts, without further training and with some."""

from dataclasses import replace
from functools import partial

import streamlit as st

from core.report import Picture, sources, tables
from core.results.continued import continuations
from core.results.stretch import factor_of
from pages.ui import continued, data, link, words
from pages.ui.alt import described
from pages.ui.by_length import by_length
from pages.ui.evidence import provenance
from pages.ui.language import language, t
from pages.ui.reading import BASE, Reading, paired_chart, said
from pages.ui.show import header, pictured
from pages.ui.takeaway import Taken, take_away, titled

SHOWN = ("linear", "ntk", "dynamic", "yarn", "llama3")  # at first; more lines than these cannot be told apart
COMMAND = "python -m core evaluate RUN --scaling linear ntk yarn --factor 2 4 8"


def narrowed(whole: data.Experiment) -> Reading:
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
    mine = whole.narrowed(whole.runs["scaling"].isin({"none", *wanted}))
    return Reading(mine.key, mine.values(), 0, float(chosen), whole.train_length)


header(
    t("Extension, measured"),
    t(
        "RoPE models trained on short texts, read on longer ones under each rule, without further training and after "
        "some on longer windows: what a rule gains beyond the training length, and what it costs inside."
    ),
)
runs = data.index()
trained = data.experiment(runs).only([BASE])
whole = data.extended(runs, trained).only([BASE]) if len(trained.runs) else trained
further = continuations(runs, trained.id)
further = further[further["encoding"] == BASE]
evaluated = len(whole.runs) and not set(whole.runs["scaling"]) <= {"none"}
if not evaluated and further.empty:
    data.nothing_yet(t("No run of this experiment was evaluated under a rule for longer texts yet."), COMMAND)
    st.stop()
steps = continued.steps_chosen(further)
if steps:
    reading = continued.read(further, trained, steps)
elif evaluated:
    reading = narrowed(whole)
else:
    data.nothing_yet(t("No run of this experiment was evaluated under a rule for longer texts yet."), COMMAND)
    st.stop()
if set(reading.values["series"]) <= {BASE}:
    st.info(t("Choose at least one rule."))
    st.stop()
st.markdown(said(reading))
picture = by_length(reading.key, language(), reading.window if steps else reading.train_length, reading.values)
alt = t("Loss of the last 64 tokens by evaluation length, one line for each rule; RoPE alone is the model at first.")
note = t("RoPE alone: the models at first, read directly.")
if steps:
    note += " " + t("The others: {steps} steps later. Direct: trained further, its rotation as it was.", steps=steps)
alt = described(picture.table, "eval_length", alt)
pictures = [pictured(Picture(title=t("On longer texts"), chart=picture, alt=alt, note=note), "extended")]

st.subheader(t("Against the first models read directly, seed by seed"), anchor=False)
inside, *beyond = reading.lengths
side_by_side = [*beyond[:1], inside]
for place, length in zip(st.columns(len(side_by_side)), side_by_side, strict=True):
    with place:
        pictures += paired_chart(reading, length)
for length in beyond[1:]:  # three in a row would leave no room beside the labels
    pictures += paired_chart(reading, length)
st.caption(
    t(
        "Difference in the loss of the last 64 tokens from the same model at first, read directly; left of 0 is "
        "better. Dots: one seed each. Diamond and line: mean and 95% t interval."
    )
)
if len(further):
    pictures += continued.repair(further, trained)
else:
    data.nothing_yet(t("No run of this experiment was trained further on longer windows yet."), continued.COMMAND)
provenance(reading.values, ("tail_loss",), "extended", runs)
sheet = replace(tables.of_chart(picture.table, t), caption=titled(t("loss of the last 64 tokens (nats/token)"), note))
take_away(
    "extended",
    lambda: Taken(
        title=t("Extension, measured"), pictures=pictures, tables=[(t("On longer texts"), sheet)],
        metrics=["tail_loss"], behind=partial(sources, reading.values, runs),
    ),
)  # fmt: skip
