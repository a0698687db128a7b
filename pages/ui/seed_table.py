"""The seed-averaged table and the picture of paired differences: the first view of Compare."""

from functools import partial

import pandas as pd
import streamlit as st

from core.charts import Chart, differences
from core.report import Picture, sources, tables
from core.results import number
from core.results.digits import decimals
from core.results.formats import Sheet
from pages.ui import judged, link, screens, words
from pages.ui.asked import Question
from pages.ui.evidence import behind, provenance
from pages.ui.language import language, t
from pages.ui.show import pictured
from pages.ui.takeaway import Taken, take_away


def seed_table(asked: Question) -> None:
    """The verdicts in a sentence, the table whose cells open their runs, and every seed's difference."""
    chosen, compared, against = asked.chosen, asked.compared(), words.series(asked.baseline)
    paired = compared[compared["pairs"] > 0]
    averaged = chosen.table()
    sheet = tables.compare(averaged, chosen.text(), compared, asked.baseline, asked.label, t)
    if len(paired):
        st.markdown(judged.verdicts(compared, asked.baseline, asked.label))
    st.subheader(t("The seed-averaged table"), anchor=False)
    _table(sheet, averaged, asked)
    pictures = []
    st.subheader(t("Seed by seed against {baseline}", baseline=against), anchor=False)
    if paired.empty:
        st.info(t("There is nothing to pair: no other series shares a seed with this one here."))
    else:
        pictures = [_differences(paired, against, asked)]
        sentences = [*judged.reasons(compared), *judged.bars(compared, asked.baseline)]
        st.caption("\n".join(f"- {sentence}" for sentence in sentences))
    provenance(asked.values, (asked.metric,), "compare", chosen.runs)
    take_away(
        "compare",
        lambda: Taken(
            title=t("Compare"), pictures=pictures, tables=[(t("The seed-averaged table"), sheet)],
            metrics=[asked.metric], behind=partial(sources, asked.values, chosen.runs),
        ),
    )  # fmt: skip


def _differences(paired: pd.DataFrame, against: str, asked: Question) -> Picture:
    """The picture of the differences, drawn, and as the report takes it."""
    chart: Chart = differences(paired, words.for_differences())
    told = t("; ").join(map(_told, paired.to_dict("records")))
    alt = t("Differences in the {metric}: {told}", metric=asked.label, told=told)
    note = tables.dots_caption(against, t)
    title = t("Seed by seed against {baseline}", baseline=against)
    picture = pictured(Picture(title=title, chart=chart, alt=alt, note=note), "differences")
    screens.link_to("differences")
    return picture


def _told(row: dict) -> str:
    """One comparison in words, for those who do not see the picture."""
    difference = number(row["mean_difference"], decimals(row["std"]))
    return f"{words.series(row['series'])} {difference} ({words.verdict(row['verdict'])})"


def _table(sheet: Sheet, averaged: pd.DataFrame, asked: Question) -> None:
    """The table, and below it the runs behind the cell that the reader picked, which is in the URL."""
    quantities = tables.compare_quantities(averaged, t)
    headings = list(sheet.frame.columns)
    ids = [f"{row.series}~{name}" for row in averaged.itertuples() for name in _columns(headings, quantities)]
    wanted = [ids.index(one) for one in st.query_params.get_all("cell") if one in ids]
    cells = [(place // len(headings), headings[place % len(headings)]) for place in wanted]
    # A cell is picked by its place, and would be another one in another table; one without is faster to fill anew.
    key = f"averaged_{asked.chosen.key}_{asked.metric}_{language()}" if wanted else "averaged"
    event = st.dataframe(
        sheet.frame, column_config={headings[0]: st.column_config.TextColumn(pinned=True)}, hide_index=True,
        width="stretch", key=key, on_select="rerun",
        selection_mode="single-cell", selection_default={"selection": {"cells": cells}},
        alt=t("Mean and standard deviation over seeds of each series' losses, with the verdict."),
    )  # fmt: skip
    st.caption(tables.compare_caption(t) + " " + t("Select a cell to see the runs behind it."))
    picked = [cell for cell in event.selection.cells if cell[0] < len(averaged) and cell[1] in headings]
    places = [row * len(headings) + headings.index(column) for row, column in picked]
    link.remember("cell", [ids[place] for place in places])
    for row, column in picked:
        _behind(str(averaged["series"].iloc[row]), quantities.get(column, ""), asked)


def _columns(headings: list[str], quantities: dict[str, str]) -> list[str]:
    """What each column is called in the URL, whatever the language."""
    return [quantities.get(heading, str(place)) for place, heading in enumerate(headings)]


def _behind(series: str, quantity: str, asked: Question) -> None:
    """The runs of one cell; of a verdict or a count those of both sides in the metric that is asked for."""
    values = asked.values
    metric, _, length = quantity.rpartition("_")
    if not length.isdigit():
        metric, length = quantity, ""
    sides = [series]
    if not quantity:
        metric, length, sides = asked.metric, str(asked.length or ""), [series, asked.baseline]
    mine = values[values["series"].isin(sides) & (values["metric"] == metric)]
    if length:
        mine = mine[(mine["eval_length"] == int(length)).fillna(False)]
    with st.container(border=True):
        behind(mine, "cell", asked.chosen.runs)
