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


def test_runs_that_went_on_are_compared_with_the_models_that_they_went_on_from(app: Open) -> None:
    at = app("results/extended.py", after="300")
    said = text(at)
    # In the sample every rule has healed by step 300 and gained 0.02; beyond 128 tokens the first models lose 0.5 a
    # doubling and the others nothing.
    assert "After 300 further steps on windows of 512 tokens **RoPE, " in said and "at that length: -1.02" in said
    assert (
        "On texts of 128 tokens it changes the loss by -0.0" in said and "Going on without any rule gives -1.02" in said
    )
    assert {"**Inside: 128 tokens**", "**Beyond: 512 tokens**", "**Beyond: 1,024 tokens**"} <= set(said.split("\n"))
    assert at.multiselect(key="continued").value == ["none", "linear x4", "drope"]


def test_harm_and_repair_are_told_from_step_to_step(app: Open) -> None:
    at = app("results/extended.py")
    pi = next(line for line in text(at).split("\n") if line.startswith("- **RoPE, PI"))
    assert "without training +0.8" in pi and "(worse, n=3); after 100 further steps +0.19" in pi
    assert "after 300 further steps -0.019" in pi and "(better, n=3)" in pi
    direct = next(line for line in text(at).split("\n") if line.startswith("- **RoPE, Direct"))
    assert "+0.8" not in direct
    opened = app("results/extended.py")
    opened.session_state["continued_losses"] = True
    table = next(one.value for one in opened.run().dataframe if "512 tokens, step 100" in one.value)
    assert list(table.columns[1:-1]) == [
        f"{n} tokens, step {m}" for n in ("128", "512", "1,024") for m in (0, 100, 300)
    ]
    assert len(table) == 4 and set(table["n"]) == {3}


def test_another_window_is_an_experiment_of_its_own(app: Open) -> None:
    at = app("results/extended.py", after="300", window="1")
    said = text(at)
    assert "on windows of 128 tokens" in said and "On texts of" not in said
    assert at.multiselect(key="continued").value == ["none", "drope"]
    assert app("results/extended.py", after="100").segmented_control(key="window").options == ["×4"]
    none = app("results/extended.py", after="300", continued="")
    assert not none.exception and none.info[0].value == "Choose at least one rule."


def test_other_pages_do_not_offer_runs_that_went_on(app: Open) -> None:
    options = app("results/curves.py").selectbox(key="experiment").options
    assert options and not any("start=" in one or "train_length=" in one for one in options)


def test_the_overview_speaks_of_further_training_where_there_is_some(app: Open) -> None:
    told = text(app())
    assert "After 300 further steps on windows of 512 tokens: lowest at that length with **" in told
    assert "with **DroPE**, 2.0" in told and "Going on without a rule gives 2.0" in told
    assert "further steps" not in text(app("results/overview.py", "one"))
