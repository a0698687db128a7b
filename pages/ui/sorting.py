"""The second half of the fork: eight claims, sorted by what stands behind them."""

import pandas as pd
import streamlit as st

from core.course import fork
from core.results.claims import CLAIMS
from core.results.errors import StoreError
from core.results.tried import OPPOSITE, PARTLY, REPRODUCED, measured_experiment, tried
from pages.ui import data, link
from pages.ui.language import mark, t
from pages.ui.lesson import say
from pages.ui.menu import page_file

LESSON = "fork"
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
        st.session_state.get("guesses", {}).pop("fork_sorted", None)
        link.remember("fork_sorted", [])
        st.rerun()
    st.page_link(page_file("claims"), label=t("Every published claim and what became of it here: Claims, tried"))
    if counts:
        same = counts[REPRODUCED]
        other = counts[PARTLY] + counts[OPPOSITE]
        say(LESSON, "small", n=len(CLAIMS), same=same, other=other)


def _sorted() -> dict[str, str] | None:
    """The kinds that the reader committed to, by claim; until then the claims with their choices."""
    kept = st.session_state.setdefault("guesses", {})
    told = (st.query_params.get("fork_sorted") or kept.get("fork_sorted") or "").split(",")
    if len(told) == len(fork.TRUTH) and set(told) <= set(KINDS):
        kept["fork_sorted"] = ",".join(told)
        link.remember("fork_sorted", [kept["fork_sorted"]])
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
        kept["fork_sorted"] = ",".join(map(str, answers))
        link.remember("fork_sorted", [kept["fork_sorted"]])
        st.rerun()
    st.caption(":material/lock: " + t("What comes next opens once you have guessed."))
    return None


def outcomes() -> tuple[dict[str, str], dict[str, int]]:
    """By published claim its outcome in the runs, and by outcome how many had it; both empty without any runs."""
    try:
        runs = data.store().index().runs
        name = measured_experiment(runs)
    except (StoreError, ValueError):
        return {}, {}
    known = runs[runs["train_length"].notna()]
    whole = data.Experiment(name, known, data.fingerprint(known))
    table = _judged(whole.key, name, whole.values(), whole.runs)
    found = table.drop_duplicates("name").set_index("name")["outcome"]
    return dict(found), {outcome: int((found == outcome).sum()) for outcome in VERDICTS}


@st.cache_data(show_spinner=False, max_entries=8)
def _judged(key: str, experiment: str, _values: pd.DataFrame, _runs: pd.DataFrame) -> pd.DataFrame:
    return tried(_values, _runs, experiment)
