"""Every view of Compare by its link: in both languages, on every kind of folder, with each control at both ends."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.test_compared import text
from tests.pages.test_pages import turns

Open = Callable[..., AppTest]
FILE = "results/compare.py"
VIEWS = ("slopes", "dropped", "points", "lines", "settings")


@pytest.mark.parametrize(("kind", "lang"), [("empty", "en"), ("one", "en"), ("normal", "zh"), ("broken", "en")])
@pytest.mark.parametrize("part", VIEWS)
def test_each_view_opens(app: Open, part: str, kind: str, lang: str) -> None:
    at = app(FILE, kind, part=part, lang=lang)
    assert not at.exception
    if kind == "empty":
        assert "python -m core train" in at.code[0].value
    else:
        assert at.segmented_control(key="part").value == part
        for chart in at.get("vega_lite_chart"):
            assert chart.proto.alt


@pytest.mark.parametrize("part", VIEWS)
def test_each_control_at_both_ends(app: Open, part: str) -> None:
    at = app(FILE, part=part)
    for turn in turns(at, but="part"):
        if part in ("slopes", "dropped") and len(at.segmented_control) > 2:
            break  # what is compared was changed; its controls are tested on the table
        turn(at)
        at.run()
        assert not at.exception


def test_only_the_open_view_is_made(app: Open) -> None:
    assert len(app(FILE).get("vega_lite_chart")) == 1
    assert len(app(FILE, part="points").get("vega_lite_chart")) == 1
    assert len(app(FILE, part="settings").get("vega_lite_chart")) == 0


def test_slopes_tell_the_difference_its_interval_n_and_verdict(app: Open) -> None:
    said = text(app(FILE, part="slopes", **{"with": "none", "metric": "tail_loss 128"}))
    # in the sample none is four places ahead of RoPE at 128 tokens, 0.1 nats each
    assert "None (NoPE) minus RoPE in the loss of the last 64 tokens of 128: -0.40" in said.replace("**", "")
    assert "the mean of 3 pairs; lower in 3 of 3. 95% t interval: -0.4" in said and "Verdict: **better** (p" in said
    said = text(app(FILE, "one", part="slopes", **{"with": "alibi"}))
    assert "the mean of 1 pairs" in said and "nothing to judge its spread by" in said and "interval" not in said


def test_three_seeds_cannot_be_tried_without_one(app: Open) -> None:
    assert "With 3 seeds no verdict can be tried this way: without one of them there are 2 pairs" in text(
        app(FILE, part="dropped")
    )
    assert "只有 3 个种子，无法这样检验结论" in text(app(FILE, part="dropped", lang="zh"))


def test_the_committed_runs_say_which_verdicts_hang_on_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    from core.results import Store, paired
    from pages.ui.menu import ROOT

    monkeypatch.setenv("POSITION_LAB_RUNS", str(ROOT / "runs"))
    at = AppTest.from_file(ROOT / "dashboard.py", default_timeout=120)
    for key, value in {"part": "dropped", "encodings": ["rope", "alibi", "none"], "metric": "val_loss"}.items():
        at.query_params[key] = value
    at.run()
    said = text(at.switch_page("pages/results/compare.py").run())
    # by hand: the same comparisons once more without each of the five seeds
    store = Store(ROOT / "runs")
    runs = store.index().runs
    mine = runs[runs["name"].str.startswith("reference/") & runs["encoding"].isin(["rope", "alibi", "none"])]
    values = store.values(mine.loc[mine["scaling"] == "none", "name"])
    whole = verdicts(paired(values, "rope", "val_loss"))
    flips = {
        name
        for seed in range(5)
        for name, verdict in verdicts(paired(values[values["seed"] != seed], "rope", "val_loss")).items()
        if verdict != whole[name]
    }
    assert f"{len(flips)} of 2 verdicts against RoPE" in said


def verdicts(table) -> dict[str, str]:
    return dict(zip(table["series"], table["verdict"], strict=True))


def test_points_count_what_has_no_place(app: Open) -> None:
    said = text(app(FILE, part="points", encodings=["rope", "learned"]))
    assert "Crosses at the upper edge: 3 runs" in said  # a learned table has no loss at twice the length
    said = text(app(FILE, "broken", part="points", encodings=["rope", "alibi"]))
    assert "Crosses at the upper edge: 1 runs" in said  # the seed that diverged


def test_points_of_a_setting_group_all_runs_by_it(app: Open) -> None:
    at = app(FILE, part="points", of="all", x="rope_theta", y="rise_at_2x")
    means = at.dataframe[0].value
    assert {"20", "1,000", "10,000", "100,000"} <= set(means.iloc[:, 1])
    row = means[(means.iloc[:, 1] == "20") & (means.iloc[:, 0] == "RoPE")]
    assert list(row["n"]) == ["3"] and "±" in row.iloc[0, 2]


def test_lines_say_what_the_lowest_have_in_common(app: Open) -> None:
    said = text(app(FILE, part="lines", among="experiment", axes=["encoding"], y="rise_at_2x"))
    assert "runs with the lowest rise of the loss at 2× have: position encoding: ALiBi" in said
    assert "with the highest" in text(app(FILE, part="lines", lit="highest"))


def test_settings_show_only_what_differs_and_mark_the_seeds(app: Open) -> None:
    at = app(FILE, part="settings", among="experiment", encodings=["rope", "alibi"], by="seeds")
    table = at.dataframe[0].value.set_index("setting")
    assert sorted(table.index) == ["encoding", "seed"]
    assert table.loc["seed"].to_dict() == {"RoPE (n=3)": "0, 1, 2", "ALiBi (n=3)": "0, 1, 2"}
    at = app(FILE, part="settings", by="values")
    assert "rope_theta" in set(at.dataframe[0].value["setting"])


def test_a_cell_of_the_table_opens_its_runs_by_a_link(app: Open) -> None:
    at = app(FILE, cell="alibi~tail_loss_256")
    behind = at.dataframe[1].value
    assert list(behind["seed"]) == [0, 1, 2] and set(behind["evaluation length (tokens)"]) == {256}
    assert set(behind["git commit"]) == {"0123456"} and set(behind["training step"]) == {200}
    assert "mean loss over the same last 64 target tokens" in text(at)
    both = app(FILE, cell="alibi~2").dataframe[1].value  # the verdict: both sides
    assert len(both) == 6 and set(both["metric"]) == {"val_loss"}
    assert len(app(FILE, cell="nobody~2").dataframe) == 1


def test_a_row_of_means_opens_its_runs(app: Open) -> None:
    at = app(FILE, part="points")
    key = "means_" + at.dataframe[0].proto.id.partition("-means_")[2]
    at.session_state[key] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    at.run()
    behind = at.dataframe[1].value
    assert list(behind["seed"]) == [0, 1, 2] and "0123456" in set(behind["git commit"])


@pytest.mark.parametrize(("part", "key"), [("points", "mean"), ("settings", "setting")])
def test_the_row_that_a_link_names_opens_its_runs(app: Open, part: str, key: str) -> None:
    named = {"mean": "alibi~{}", "setting": "seed"}[key]
    if key == "mean":
        alone = app(FILE, part=part)
        named = named.format(alone.selectbox(key="experiment").value)
    at = app(FILE, part=part, **{key: named})
    assert len(at.dataframe) == 2 and at.query_params[key] in (named, [named])
    runs = at.dataframe[1].value
    assert sorted(map(int, runs["seed"])) == ([0, 1, 2] if key == "mean" else sorted(list(range(3)) * (len(runs) // 3)))
    gone = app(FILE, part=part, **{key: "nothing of this name"})
    assert len(gone.dataframe) == 1 and key not in gone.query_params
