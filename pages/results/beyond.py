"""Beyond loss: tasks whose answers are right or wrong, by length, and where loss and task disagree."""

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from core.charts import Chart, against, by_depth, depth_maps, depth_maps_together, lengths
from core.charts.series import Series
from core.report import Picture, sources, tables
from core.results import both, disagreement
from core.results.beyond import standing, twice, uneven
from core.tasks import TASKS
from pages.ui import data, link, tasks, words
from pages.ui.alt import described
from pages.ui.evidence import provenance
from pages.ui.language import language, t
from pages.ui.show import header, pictured, side_by_side
from pages.ui.takeaway import Taken, take_away, titled

Compared = tuple[pd.DataFrame, tuple[str, int | None], pd.DataFrame, tuple[str, int]]
Maps = dict[str, tuple[Series, Chart]]
SHARES = [-0.03, 1.03]  # of the axis, so that neither 0 nor 1 lies on the frame


@st.cache_data(show_spinner=False, max_entries=32)
def by_length(key: str, lang: str, trained: int, metric: str, share: str, _values: pd.DataFrame) -> Chart:
    """The share that is right by length of the text."""
    said = replace(words.for_lengths(), x=t("length of the text (tokens)"), y=share)
    return lengths(_values, trained, metric, words=said, y_domain=SHARES)


@st.cache_data(show_spinner=False, max_entries=32)
def depths(key: str, lang: str, metric: str, _chosen: data.Experiment) -> tuple[pd.DataFrame, Maps]:
    """How often the needle was found by length of the text and depth, and a map of that for every encoding."""
    table = by_depth(_chosen.rows("val", metric), _chosen.runs, metric)
    return table, {} if table.empty else depth_maps(table, words.for_depths())


@st.cache_data(show_spinner=False, max_entries=32)
def opposed(key: str, side: str, length: int, _compared: Compared) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Loss and accuracy of every series that has both, and the pairs that they put in the opposite order."""
    return both(*_compared), disagreement(*_compared)


@st.cache_data(show_spinner=False, max_entries=32)
def points(key: str, side: str, length: int, lang: str, share: str, _means: pd.DataFrame) -> Chart:
    """Loss against share, a point for each encoding."""
    return against(_means, SHARES, words.for_against(share))


def maps(chosen: data.Experiment, metric: str) -> list[Picture]:
    """The needle's maps, an encoding each, drawn, and for whom its place matters most."""
    table, made = depths(chosen.key, language(), metric, chosen)
    if table.empty:
        return []
    heading = t("Where the needle is found")
    st.subheader(heading, anchor=False)
    longest = int(table["eval_length"].max())
    st.markdown(tasks.depths(uneven(table, longest), longest))
    alt = t("Share found by length of the text and depth of the needle: {series}.")
    note = t("Blue is found, brown is lost; depth 0 is the beginning of the text. A blank cell has no score.")
    together = depth_maps_together(list(made.values()))
    drawn = [(f"**{one.label}**", chart, alt.format(series=one.label)) for one, chart in made.values()]
    side_by_side(drawn, together, "depths", note)
    names = t("; ").join(one.label for one, _ in made.values())
    return [Picture(title=heading, chart=together, alt=alt.format(series=names), note=note)]


def against_loss(runs: pd.DataFrame, key: str, values: pd.DataFrame, at: tuple[str, int], share: str) -> list[Picture]:
    """Which pairs of encodings the loss of the runs on texts puts in the opposite order, drawn."""
    heading = t("Where loss and task disagree")
    st.subheader(heading, anchor=False)
    text = data.experiment(runs)
    inner, outer = text.train_length, 2 * text.train_length
    sides = {"inside": t("inside, {length} tokens", length=inner), "beyond": t("beyond, {length} tokens", length=outer)}
    side = link.segments("loss_at", t("Loss on texts"), list(sides), "inside", sides.__getitem__)
    mine = text.only(list(values["encoding"].unique()))
    compared: Compared = (mine.values(), ("val_loss", None) if side == "inside" else ("tail_loss", outer), values, at)
    place = (f"{mine.key} {key} {at[0]}", side, at[1])
    means, pairs = opposed(*place, compared)
    st.markdown(tasks.disagreement(pairs))
    drawn = []
    if len(means):
        alt = t("Loss across, {share} up, a point for each encoding: {told}.", share=share, told=tasks.told(means))
        note = t("Were loss and task to agree, the points would fall from top left to bottom right.")
        chart = points(*place, language(), share, means)
        drawn = [pictured(Picture(title=heading, chart=chart, alt=alt, note=note), "against")]
    st.caption(
        t(
            "Loss: the runs of the experiment chosen here, trained at {inner} tokens. Task: answers in texts of "
            "{length} tokens. Both are paired by seed; verdicts as on the page Compare, after Holm's correction over "
            "the encodings that one of the two is compared with.",
            inner=inner,
            length=at[1],
        )
    )
    return drawn


header(
    t("Beyond loss"),
    t(
        "A loss is a mean over all tokens, most of which need no long memory. These tasks ask for one answer that is "
        "right or wrong, on texts as long as in training and on longer ones."
    ),
)
runs = data.index()
known = tasks.experiments(runs)
if not known:
    data.nothing_yet(t("No run was trained on a task yet."), tasks.COMMAND.format(task="needle"))
    st.stop()
left, right = st.columns([2, 1])
with left:
    task = link.segments("task", t("Task"), list(known), next(iter(known)), lambda name: t(TASKS[name].label))
shares = {"token_accuracy": t("tokens of answers"), "exact_match": t("whole answers")}
with right:
    metric = link.segments("right", t("Counted as right"), list(shares), "token_accuracy", shares.__getitem__)
whole = known[task]
names = data.encodings(whole.runs)
if not names:
    st.info(t("Choose at least one position encoding."))
    st.stop()
chosen = whole.only(names)
values, trained = tasks.accuracies(chosen), chosen.train_length
st.markdown(t(TASKS[task].summary))
length = twice(values["eval_length"].dropna().unique(), trained)
said = {"exact_match": t("share of whole answers that are right"), "token_accuracy": t("share of right tokens")}
try:
    picture = by_length(chosen.key, language(), trained, metric, said[metric], values)
except ValueError:
    data.nothing_yet(t("No run on this task has finished."), tasks.COMMAND.format(task=task))
    st.stop()
found = standing(values, metric, trained, length) if length else None
if length:
    st.markdown(tasks.beyond(found, task, trained))
alt = t(
    "{share} by length of the text, one line for each encoding; trained up to {length}.",
    share=said[metric],
    length=trained,
)
note = t(
    "Means over finished seeds, each asked {count} texts of every length; the vertical lines are one standard "
    "deviation.",
    count=tasks.asked(chosen),
)
alt = described(picture.table, "eval_length", alt)
label = t(TASKS[task].label)
pictures = [pictured(Picture(title=label, chart=picture, alt=alt, note=note), "accuracy"), *maps(chosen, metric)]
if length and found:
    learned = values[values["series"].isin(found.learned)]  # the others say nothing about longer texts
    pictures += against_loss(runs, chosen.key, learned, (metric, length), said[metric])
provenance(values, (metric,), "beyond", chosen.runs)
sheet = replace(tables.of_chart(picture.table, t), caption=titled(said[metric], note))
take_away(
    "beyond",
    lambda: Taken(
        title=t("Beyond loss"), pictures=pictures, tables=[(label, sheet)], metrics=[metric],
        behind=partial(sources, values, chosen.runs),
    ),
)  # fmt: skip
