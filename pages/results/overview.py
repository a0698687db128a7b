"""Which encoding, and how far: one picture, one table, three decisions, two measured facts."""

from functools import partial

import streamlit as st

from core.report import Picture, sources, tables
from core.report.standard import METRICS
from pages.ui import data, decisions, screens
from pages.ui.alt import described
from pages.ui.averaged import averaged
from pages.ui.by_length import by_length
from pages.ui.evidence import provenance
from pages.ui.language import language, t
from pages.ui.show import header, pictured, written
from pages.ui.takeaway import Taken, take_away


def picture_of_lengths() -> Picture:
    """The loss by evaluation length, of one encoding of each kind where there are many, drawn."""
    alt = t("Loss of the last 64 tokens by evaluation length, trained at {length} tokens.", length=length)
    everything = list(dict.fromkeys(values["encoding"]))
    first = chosen.only(data.shown_first(everything))
    drawn = by_length(first.key, language(), length, first.values())
    note = t("Mean over seeds, with a bar of one standard deviation; the same last 64 tokens at every length.")
    if len(first.runs) < len(chosen.runs):
        note += " " + t(
            "One encoding of each kind; the table below has all {n}, and so has the page Lengths.", n=len(everything)
        )
    alt = described(drawn.table, "eval_length", alt)
    picture = pictured(Picture(title=t("On longer texts"), chart=drawn, alt=alt, note=note), "overview_lengths")
    screens.link_to("lengths")
    return picture


header(
    t("How does a Transformer know order, and how far does that carry?"),
    t(
        "Position Lab trains the same small language model with one position encoding after another, several seeds "
        "each, and measures the loss inside the training length and beyond it."
    ),
)
runs = data.index()
chosen = data.experiment(runs)
values = chosen.values()
length = chosen.train_length
measured = set(values.loc[values["used"], "metric"])
if not measured & {"tail_loss", "val_loss"}:
    data.nothing_yet(t("No run of this experiment has finished with an evaluation."), data.COMMAND)
    st.stop()

# Imported runs may have the loss at one length alone.
pictures = [picture_of_lengths()] if "tail_loss" in measured else []
st.subheader(t("Which encoding, and how far"), anchor=False)
sheet = averaged(chosen)
written(sheet.frame, "averaged")
st.caption(tables.meanings(length, t, "  \n"))
st.caption(tables.overview_caption(t))
provenance(values, METRICS, "overview", chosen.runs)
take_away(
    "overview",
    lambda: Taken(
        title=t("How does a Transformer know order, and how far does that carry?"), pictures=pictures,
        tables=[(t("Which encoding, and how far"), sheet)], metrics=METRICS,
        behind=partial(sources, values, chosen.runs),
    ),
)  # fmt: skip

if "tail_loss" not in measured:
    st.stop()
st.subheader(t("Three decisions"), anchor=False)
decisions.three(runs, chosen)
st.subheader(t("Two measured facts"), anchor=False)
decisions.facts(chosen)
