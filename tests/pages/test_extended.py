"""What the pages say of RoPE read under rules for longer texts, on runs whose numbers are known."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]


def text(at: AppTest) -> str:
    assert not at.exception
    return "\n".join(one.value for one in at.markdown)


def test_the_best_rule_and_its_cost_are_read_from_the_runs(app: Open) -> None:
    said = text(app("results/extended.py"))
    # In the sample NTK-aware costs 0.1 nats inside, and beyond 128 tokens it saves the three rises of 0.5 but for that.
    assert "At 1,024 tokens **RoPE, NTK\\-aware ×8** has the lowest mean loss: 1.38" in said
    assert "(better, n=3)" in said and "it changes the loss by 0.1" in said


def test_another_factor_is_another_length(app: Open) -> None:
    said = text(app("results/extended.py", factor="2"))
    assert "At 256 tokens **RoPE, NTK\\-aware ×2** has the lowest mean loss: 0.3" in said
    assert "no rule here lowers" in text(app("results/extended.py", factor="2", rules=["linear"]))


def test_without_a_rule_nothing_is_claimed(app: Open) -> None:
    at = app("results/extended.py", rules="")
    assert not at.exception and at.info[0].value == "Choose at least one rule."


def test_runs_without_evaluations_get_the_command(app: Open) -> None:
    at = app("results/extended.py", "one")
    assert not at.exception and at.code[0].value.startswith("python -m core evaluate RUN --scaling")


def test_the_overview_tells_the_same_and_other_pages_show_trained_runs_only(app: Open) -> None:
    said = text(app())
    assert "at 1,024 tokens: lowest with **NTK\\-aware ×8**" in said
    for file in ("results/compare.py", "results/lengths.py"):
        tables = app(file).dataframe
        assert not any("×" in str(cell) for table in tables for cell in table.value.to_numpy().ravel())
