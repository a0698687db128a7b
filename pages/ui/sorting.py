"""The second half of the fork: eight claims, sorted by what stands behind them."""

import streamlit as st

from core.course import fork
from core.results.claims import CLAIMS
from core.results.errors import StoreError
from core.results.tried import OPPOSITE, PARTLY, REPRODUCED, measured_experiment
from pages.ui import data, predict
from pages.ui.claimed import judged
from pages.ui.language import mark, t
from pages.ui.lesson import say
from pages.ui.menu import page_file

LESSON = "fork"
KEY = "fork_sorted"
KINDS = {"maths": mark("maths"), "motive": mark("a motive"), "experiment": mark("an experiment")}
ASKED = {"far": "sinusoidal-beyond", "learned": "rope-learned", "behind": "none-rope"}  # of our runs, by claim
VERDICTS = {
    "reproduced": mark("the same here."),
    "reproduced in part": mark("the same here in part."),
    "not reproduced": mark("the opposite here."),
    "not separated": mark("not to be told apart here."),
    "not measured": mark("there are no such runs here."),
}


def sorting() -> None:
    """Eight claims, each put to a kind by the reader; then what stands behind each."""
    say(LESSON, "layers")
    answers = _sorted()
    if answers is None:
        return
    right = fork.sorted_right(answers)
    verdicts, counts = outcomes()
    count = t("{right} of {n} are where they belong.", right=sum(right.values()), n=len(right))
    (st.success if all(right.values()) else st.warning)(count)
    for name, good in right.items():
        with st.container(border=True):
            icon = ":green[:material/check:]" if good else ":orange[:material/undo:]"
            say(LESSON, f"claim-{name}")
            st.markdown(f"{icon} " + t("You said: {kind}", kind=t(KINDS[answers[name]])))
            say(LESSON, f"why-{name}", verdict=t(VERDICTS[verdicts.get(ASKED.get(name, ""), "not measured")]))
    if st.button(t("Sort again"), key="sort_again"):
        predict.take_back(KEY)
    st.page_link(page_file("claims"), label=t("Every published claim and what became of it here: Claims, tried"))
    if counts:
        same = counts[REPRODUCED]
        other = counts[PARTLY] + counts[OPPOSITE]
        say(LESSON, "small", n=len(CLAIMS), same=same, other=other)


def _sorted() -> dict[str, str] | None:
    """The kinds that the reader committed to, by claim; until then the claims with their choices."""
    told = predict.told(KEY).split(",")
    if len(told) == len(fork.TRUTH) and set(told) <= set(KINDS):
        predict.keep(KEY, ",".join(told))
        return dict(zip(fork.TRUTH, told, strict=True))
    answers: list[str | None] = []
    for name in fork.TRUTH:
        with st.container(border=True):
            say(LESSON, f"claim-{name}")
            label = t("What stands behind it?")
            answers.append(
                st.segmented_control(label, list(KINDS), format_func=lambda kind: t(KINDS[kind]), key=f"sort_{name}")
            )
    if st.button(t("This is how I sort them"), disabled=None in answers, key="commit_sorted", type="primary"):
        predict.keep(KEY, ",".join(map(str, answers)))
        st.rerun()
    predict.closed(KEY)
    return None


def outcomes() -> tuple[dict[str, str], dict[str, int]]:
    """By published claim its outcome in the runs, and by outcome how many had it; both empty without any runs."""
    try:
        runs = data.store().index().runs
        name = measured_experiment(runs)
    except (StoreError, ValueError):
        return {}, {}
    found = judged(runs, name).drop_duplicates("name").set_index("name")["outcome"]
    return dict(found), {outcome: int((found == outcome).sum()) for outcome in VERDICTS}
