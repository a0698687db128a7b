"""Which encoding, and how far: one picture, one table, three decisions, two measured facts."""

import pandas as pd
import streamlit as st

from core.charts import Chart, lengths
from pages.ui import data, decisions, words
from pages.ui.alt import described
from pages.ui.evidence import provenance
from pages.ui.language import language, t
from pages.ui.plain import plain
from pages.ui.show import header, show

BASELINE = "rope"


@st.cache_data(show_spinner=False, max_entries=32)
def picture(key: str, lang: str, train_length: int, _values: pd.DataFrame) -> Chart:
    """Loss of the last 64 tokens by evaluation length."""
    return lengths(_values, train_length, words=words.for_lengths())


def table(chosen: data.Experiment) -> pd.DataFrame:
    """One row a series, best first: n, losses inside and beyond the training length, verdicts against RoPE."""
    means = chosen.table().sort_values("val_loss_mean", kind="stable", na_position="last")
    text = chosen.text().loc[means.index]
    counts = zip(means["n"], means["asked"], means["finished"], strict=True)
    columns = {"series": [plain(words.series(name)) for name in means["series"]]}
    columns["n"] = [words.count(*map(int, each)) for each in counts]
    columns |= {name: list(text[name]) for name in quantities(chosen.train_length) if name in text}
    if BASELINE in set(means["series"]):
        columns["inside"] = verdicts(means, chosen.paired(BASELINE, "val_loss"))
        columns["beyond"] = verdicts(means, chosen.paired(BASELINE, "tail_loss", 2 * chosen.train_length))
    return pd.DataFrame(columns)


def quantities(train_length: int) -> dict[str, tuple[str, str]]:
    """By column of the seed-averaged table: the heading, and what stands behind it."""
    tail = t("Mean loss of the last 64 tokens of texts of this length.")
    rise = t("Loss of the last 64 tokens at this length minus the loss of the same tokens at the training length.")
    inside = t("Mean loss over all positions of texts as long as those in training.")
    at = {length: t("loss at {length}", length=length) for length in (2 * train_length, 8 * train_length)}
    return {
        "val_loss": (t("loss inside {length}", length=train_length), inside),
        **{f"tail_loss_{length}": (label, tail) for length, label in at.items()},
        "rise_at_2x": (t("rise at {length}", length=2 * train_length), rise),
    }


def headings(train_length: int) -> dict[str, str]:
    """The headings of the table by column."""
    against = words.encoding(BASELINE)
    return {
        "series": t("position encoding"),
        **{name: label for name, (label, _) in quantities(train_length).items()},
        "inside": t("vs {encoding}, {length}", encoding=against, length=train_length),
        "beyond": t("vs {encoding}, {length}", encoding=against, length=2 * train_length),
    }


def meanings(train_length: int) -> str:
    """What the quantities of the table are, a line each."""
    told = {meaning: label for label, meaning in reversed(quantities(train_length).values())}
    return "  \n".join(f"{label}: {meaning}" for meaning, label in reversed(told.items()))


def verdicts(means: pd.DataFrame, judged: pd.DataFrame) -> list[str]:
    """The verdict on each series of the table against the baseline, "–" for the baseline and what was not measured."""
    said = dict(zip(judged["series"], judged["verdict"], strict=True))
    return [words.verdict(said.get(series, "")) or "–" for series in means["series"]]


def picture_of_lengths() -> None:
    """Draw the loss by evaluation length, of one encoding of each kind where there are many."""
    alt = t("Loss of the last 64 tokens by evaluation length, trained at {length} tokens.", length=length)
    everything = list(dict.fromkeys(values["encoding"]))
    first = chosen.only(data.shown_first(everything))
    drawn = picture(first.key, language(), length, first.values())
    note = t("Mean over seeds, with a bar of one standard deviation; the same last 64 tokens at every length.")
    if len(first.runs) < len(chosen.runs):
        note += " " + t(
            "One encoding of each kind; the table below has all {n}, and so has the page Lengths.", n=len(everything)
        )
    show(drawn, "overview_lengths", described(drawn.table, "eval_length", alt), note=note)


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

if "tail_loss" in measured:  # imported runs may have the loss at one length alone
    picture_of_lengths()
st.subheader(t("Which encoding, and how far"), anchor=False)
# Static: the grid of st.dataframe loads a large script, which held up the picture above by half a second.
st.table(
    table(chosen).rename(columns=headings(length)),
    hide_index=True,
    alt=t("Losses of every encoding inside and beyond the training length, with verdicts against RoPE."),
)
st.caption(meanings(length))
st.caption(
    t(
        "Loss in nats per token, mean ± standard deviation over n seeds; lower is better. A verdict pairs runs by "
        "seed: it says better or worse only if the 95% t interval of the differences excludes 0, the mean difference "
        "exceeds the seeds' standard deviation and the noise floor, and Holm's correction leaves p below 0.05."
    )
)
provenance(values, ("val_loss", "tail_loss", "rise_at_2x"), "overview")

if "tail_loss" not in measured:
    st.stop()
st.subheader(t("Three decisions"), anchor=False)
decisions.three(runs, chosen)
st.subheader(t("Two measured facts"), anchor=False)
decisions.facts(chosen)
