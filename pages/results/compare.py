"""Compare: the seed-averaged table, and every encoding against one of them, paired by seed."""

import streamlit as st

from core.charts import differences
from core.report import Picture, tables
from core.results import number
from core.results.digits import decimals
from pages.ui import judged, link, screens, words
from pages.ui.compared import comparison
from pages.ui.evidence import provenance
from pages.ui.language import t
from pages.ui.show import header, show
from pages.ui.takeaway import Taken, take_away


def metric_label(choice: str) -> str:
    """A metric in words, with the length that it was taken at."""
    metric, _, length = choice.partition(" ")
    return tables.metric_label(metric, int(length) if length else None, t)


def told(row: dict) -> str:
    """One comparison in words, for those who do not see the picture."""
    difference = number(row["mean_difference"], decimals(row["std"]))
    return f"{words.series(row['series'])} {difference} ({words.verdict(row['verdict'])})"


header(
    t("Compare"),
    t("Means over seeds with their standard deviation, and differences between runs that share a seed."),
)
shown = comparison()
chosen = shown.chosen
values = chosen.values()

lengths = sorted(int(length) for length in values["eval_length"].dropna().unique())
left, right = st.columns(2)
with left:
    series = list(dict.fromkeys(values["series"]))
    baseline = link.select("against", t("Compared with"), series, shown.baseline, words.series)
with right:
    metrics = ["val_loss", "rise_at_2x", *(f"tail_loss {length}" for length in lengths)]
    choice = link.select("metric", t("In"), metrics, "val_loss", metric_label)
metric, _, length = choice.partition(" ")
compared = chosen.paired(baseline, metric, int(length) if length else None)

averaged = chosen.table()
sheet = tables.compare(averaged, chosen.text(), compared, baseline, metric_label(choice), t)
st.subheader(t("The seed-averaged table"), anchor=False)
st.dataframe(
    sheet.frame, column_config={sheet.headings[0]: st.column_config.TextColumn(pinned=True)}, hide_index=True,
    width="stretch", key="averaged",
    alt=t("Mean and standard deviation over seeds of each series' losses, with the verdict."),
)  # fmt: skip
st.caption(tables.compare_caption(t))

pictures = []
st.subheader(t("Seed by seed against {baseline}", baseline=words.series(baseline)), anchor=False)
if compared.empty or not compared["pairs"].sum():
    st.info(t("There is nothing to pair: no other series shares a seed with this one here."))
else:
    st.markdown(judged.verdicts(compared, baseline, metric_label(choice)))
    rows = compared[compared["pairs"] > 0].to_dict("records")
    chart = differences(compared[compared["pairs"] > 0], words.for_differences())
    alt = t("Differences in the {metric}: {told}", metric=metric_label(choice), told=t("; ").join(map(told, rows)))
    note = tables.dots_caption(words.series(baseline), t)
    show(chart, "differences", alt=alt, note=note)
    screens.link_to("differences")
    against = t("Seed by seed against {baseline}", baseline=words.series(baseline))
    pictures = [Picture(title=against, chart=chart, alt=alt, note=note)]
    sentences = [*judged.reasons(compared), *judged.bars(compared, baseline)]
    st.caption("\n".join(f"- {sentence}" for sentence in sentences))

provenance(values, (metric,), "compare", chosen.runs)
heading = t("The seed-averaged table")
taken = Taken(
    title=t("Compare"), pictures=pictures, tables=[(heading, sheet)], metrics=[metric], values=values, runs=chosen.runs
)
take_away("compare", taken)
