"""The dialog that reads runs which other programs logged; it asks only what the files leave open."""

from dataclasses import replace
from typing import Any

import streamlit as st

from core.results import StoreError
from core.results.imports import Answers, Found, Question, fields, put, questions, read_uploads
from pages.ui.language import mark, t
from pages.ui.place import store
from pages.ui.plain import plain

ASKED = {
    "run_column": mark("Which column names the run?"),
    "step_column": mark("Which column holds the step?"),
    "metric_column": mark("Which column names the metric?"),
    "value_column": mark("Which column holds the value?"),
    "val_loss": mark("Which metric is the validation loss, in nats per token?"),
    "train_length": mark("How many tokens has a training window?"),
    "seed": mark("Where does the seed stand?"),
}
TITLE = mark("Import runs")
NAMES = {
    "name": mark("the run's name"),
    "order": mark("nowhere: number them as they come"),
    "none": mark("none of them"),
}


def button() -> None:
    """The button that opens the dialog."""
    if st.button(t(TITLE), icon=":material/upload_file:", key="import"):
        st.dialog(t(TITLE), width="large")(_dialog)()


def _dialog() -> None:
    """Files, what they leave open, and what will be imported."""
    told = t("A folder of TensorBoard events, or tables (CSV, parquet) as W&B, MLflow and trackio export them.")
    st.markdown(told)
    folder = st.toggle(t("A whole folder"), value=True, key="import_folder")
    many: Any = "directory" if folder else True
    sent = st.file_uploader(t("Files"), accept_multiple_files=many, key=f"import_files_{folder}")
    if not sent:
        return
    files = [(file.name, file.getvalue()) for file in sent]
    answers, found = _answered(files)
    for file in found.broken:
        st.warning(f"**{plain(file.name)}**: {plain(file.reason)}")
    if questions(found, answers) or not found.runs:
        return
    group = st.selectbox(
        t("What is compared?"), ["", "name", *fields(found.runs)], format_func=_group, key="import_group"
    )
    _ready(found, replace(answers, group=group or ""))


def _answered(files: list[tuple[str, bytes]]) -> tuple[Answers, Found]:
    """What the reader answered to the questions that are open, and the runs as far as that makes them clear."""
    answers, drawn = Answers(), set[str]()
    while True:
        found = read_uploads(files, answers)
        asked = [question for question in questions(found, answers) if question.field not in drawn]
        if not asked:
            return answers, found
        for question in asked:
            drawn.add(question.field)
            answers = replace(answers, **{question.field: _ask(question)})


def _ask(question: Question) -> Any:
    """The answer to one question; empty as long as there is none."""
    label, key = t(ASKED[question.field]), f"import_{question.field}"
    if question.field == "train_length":
        return int(st.number_input(label, min_value=0, value=0, step=1, key=key))
    return st.selectbox(label, question.options, index=None, format_func=_named, key=key) or ""


def _ready(found: Found, answers: Answers) -> None:
    """What will be imported, and the button that does it."""
    st.caption(t("{n} runs can be imported.", n=len(found.runs)))
    if st.button(t("Import {n} runs", n=len(found.runs)), type="primary", key="import_now"):
        try:
            put(store(), found, answers)
        except (ValueError, StoreError) as error:
            st.error(plain(str(error)))
            return
        st.rerun()


def _named(option: str) -> str:
    return t(NAMES[option]) if option in NAMES else option


def _group(option: str) -> str:
    return _named(option) if option else t("as the files tell")
