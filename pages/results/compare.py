"""Compare: the seed-averaged table, and every encoding against one of them, paired by seed."""

import pandas as pd
import streamlit as st

from core.charts import differences
from core.results import number
from core.results.digits import decimals
from core.results.export import quantities
from pages.ui import judged, link, words
from pages.ui.compared import comparison
from pages.ui.evidence import provenance
from pages.ui.language import mark, t
from pages.ui.show import header, show

DOTS = mark(
    "Dots: one seed each. Diamond and line: mean and 95% t interval. Better or worse is said only where the interval "
    "leaves out 0, the difference exceeds the seeds' standard deviation and the noise floor, and p stays below 0.05 "
    "after Holm's correction over all that is shown."
)


def metric_label(choice: str) -> str:
    """A metric in words, with the length that it was taken at."""
    metric, _, length = choice.partition(" ")
    if metric == "tail_loss":
        return t("loss of the last 64 tokens of {length}", length=length)
    return t("validation loss at the training length") if metric == "val_loss" else t("rise of the loss at 2×")


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
verdicts = compared.set_index("series")["verdict"]
text = chosen.text()
columns = [name for name in quantities(averaged) if not name.startswith(("window_loss", "rise_ratio"))]
counts = zip(averaged["n"], averaged["asked"], averaged["finished"], strict=True)
names = averaged["series"].map(words.series)
overview = pd.DataFrame({"series": names, "n": [words.count(*map(int, each)) for each in counts]}).assign(
    verdict=[words.verdict(verdicts.get(name, "")) or "–" for name in averaged["series"]], **text[columns]
)
headings = words.columns() | {
    "series": st.column_config.TextColumn(t("position encoding"), pinned=True),
    "n": t("seeds"),
    "verdict": t("against {baseline}", baseline=words.series(baseline)),
    "val_loss": t("val loss"),
    "rise_at_2x": t("rise at 2×"),
}
headings |= {name: t("loss at {length}", length=name.rpartition("_")[2]) for name in columns if "tail_loss" in name}
st.subheader(t("The seed-averaged table"), anchor=False)
st.dataframe(
    overview, column_config=headings, hide_index=True, width="stretch", key="averaged",
    alt=t("Mean and standard deviation over seeds of each series' losses, with the verdict."),
)  # fmt: skip
st.caption(
    t(
        "Losses in nats/token, mean ± standard deviation over seeds (ddof = 1). “Loss at” scores the last 64 tokens, "
        "the same targets at every length; the rise is the loss at twice the training length minus the loss at it."
    )
)

st.subheader(t("Seed by seed against {baseline}", baseline=words.series(baseline)), anchor=False)
if compared.empty or not compared["pairs"].sum():
    st.info(t("There is nothing to pair: no other series shares a seed with this one here."))
else:
    st.markdown(judged.verdicts(compared, baseline, metric_label(choice)))
    rows = compared[compared["pairs"] > 0].to_dict("records")
    show(
        differences(compared[compared["pairs"] > 0], words.for_differences()),
        "differences",
        alt=t("Differences in the {metric}: {told}", metric=metric_label(choice), told=t("; ").join(map(told, rows))),
        note=t("Left of 0 is better than {baseline}.", baseline=words.series(baseline)) + " " + t(DOTS),
    )
    sentences = [*judged.reasons(compared), *judged.bars(compared, baseline)]
    st.caption("\n".join(f"- {sentence}" for sentence in sentences))

provenance(values, (metric,), "compare")
