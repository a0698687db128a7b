"""What the page of the tasks says, on runs whose numbers are known."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.positions.encodings import ENCODINGS
from pages.ui.data import ONE_OF_EACH_KIND
from pages.ui.menu import MENU

Open = Callable[..., AppTest]
PAGE = "results/beyond.py"


def text(at: AppTest) -> str:
    assert not at.exception
    return "\n".join(one.value for one in at.markdown)


def test_the_best_and_the_worst_beyond_the_training_length_are_named_with_n(app: Open) -> None:
    said = text(app(PAGE, task="copy"))
    # In the sample alibi loses 0.1 at twice 42 tokens and none 0.9; the seeds differ by 0.01.
    assert "At 82 tokens (40 symbols), beyond the training length of 42 tokens (20 symbols), **ALiBi**" in said
    assert "79.0 ± 1.0% (n=3)" in said and "**None \\(NoPE\\)** least often: 0%" in said


def test_pairs_in_opposite_order_are_told_with_both_differences(app: Open) -> None:
    said = text(app(PAGE, task="copy"))
    # By loss the sample's encodings stand in the registry's order, a tenth of a nat apart but for the seeds' 0.01.
    apart = 0.1 * (list(ENCODINGS).index("alibi") - list(ENCODINGS).index("none"))
    assert f"**None \\(NoPE\\)** has the lower loss than ALiBi, by {apart:.1f}" in said
    assert "is right less often, by 79" in said and "n=3)" in said
    assert "Loss and task disagree on " in said


def test_the_needle_has_a_map_an_encoding_and_says_where_it_is_lost(app: Open) -> None:
    at = app(PAGE, task="needle")
    said = text(at)
    assert "Where the needle is found" in [one.value for one in at.subheader]
    assert "found in 0% of the texts that have it at 50% of the text" in said
    assert len(at.get("vega_lite_chart")) == 1 + len(ONE_OF_EACH_KIND) + 1
    assert "Where the needle is found" not in [one.value for one in app(PAGE, task="copy").subheader]


def test_encodings_that_did_not_learn_the_task_are_left_out_of_the_claim(app: Open) -> None:
    assert "did not learn the task" not in text(app(PAGE, task="copy"))


def test_without_a_task_the_command_is_given(app: Open) -> None:
    at = app(PAGE, "one")
    assert at.code[0].value.startswith("python -m core sweep --corpus needle")


@pytest.mark.parametrize("file", [entry.file for entry in MENU if entry.file.startswith("results/")])
def test_pages_of_losses_offer_no_task(app: Open, file: str) -> None:
    at = app(file)
    assert not at.exception
    for box in at.selectbox:
        if box.key == "experiment":
            assert not any(option.startswith(("copy", "needle")) for option in box.options)
