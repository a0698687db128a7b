"""Runs are filtered, marked, put aside and brought back on the page Runs, and the other pages follow."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.commands.main import main
from core.results import Store
from core.results.marks import read_marks
from core.results.trash import in_trash
from pages.ui.menu import ROOT
from tests.pages import sample
from tests.pages.opened import tables

NAMES = ["alibi-s0", "rope-s0", "rope-s1"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in NAMES:
        encoding, _, seed = name.partition("-s")
        Store(tmp_path).write(name, sample.rows(encoding, int(seed)), sample.footer(encoding, int(seed)))
    monkeypatch.setenv("POSITION_LAB_RUNS", str(tmp_path))
    return tmp_path


@pytest.fixture
def opened(root: Path) -> Callable[..., AppTest]:
    def open_page(file: str = "runs", **query: str | list[str]) -> AppTest:
        at = AppTest.from_file(ROOT / "dashboard.py", default_timeout=120)
        for key, value in query.items():
            at.query_params[key] = value
        at.run()
        at = at if file == "overview" else at.switch_page(f"pages/results/{file}.py").run()
        assert not at.exception
        return at

    return open_page


def press(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click().run()
    assert not at.exception
    return at


def said(at: AppTest) -> str:
    return " ".join(text.value for kind in (at.caption, at.error, at.info, at.warning, at.markdown) for text in kind)


def test_a_filter_narrows_the_list_and_the_pages(opened: Callable[..., AppTest]) -> None:
    at = opened(where="seed == 1")
    assert list(at.dataframe[0].value["run_id"]) == ["rope-s1-0a1b2c3d"] and "1 of 3 runs" in said(at)
    for page in ("overview", "curves", "compare"):
        assert "1 of 3 runs are looked at" in said(opened(page, where="seed == 1"))


def test_a_filter_that_is_typed_goes_along_to_the_next_page(opened: Callable[..., AppTest]) -> None:
    at = opened()
    at.text_input(key="where_text").set_value("seed == 1").run()
    assert at.query_params["where"] in ("seed == 1", ["seed == 1"])
    at.switch_page("pages/results/curves.py").run()
    assert "1 of 3 runs are looked at" in said(at)


@pytest.mark.parametrize(("lang", "reason"), [("en", "did you mean"), ("zh", "您想写的是")])
def test_a_filter_that_cannot_be_read_hides_nothing_and_says_where(
    opened: Callable[..., AppTest], lang, reason
) -> None:
    for page in ("runs", "overview", "claims"):
        at = opened(page, where="seed == 1 and sed > 0", lang=lang)
        (error,) = at.error
        assert reason in error.value and "15" in error.value and error.value.endswith(("\\)", "）"))
        assert page != "runs" or len(at.dataframe[0].value) == 3


def test_a_filter_reaches_metrics_that_only_the_run_files_have(opened: Callable[..., AppTest]) -> None:
    at = opened(where="tail_loss_256 < 99 and seed == 1")
    assert list(at.dataframe[0].value["run_id"]) == ["rope-s1-0a1b2c3d"]


def test_a_filter_that_nothing_fits(opened: Callable[..., AppTest]) -> None:
    assert "0 of 3 runs" in said(opened(where="seed > 9"))
    assert "No run fits" in said(opened("overview", where="seed > 9"))


def test_pinned_runs_come_first_and_hidden_ones_not_at_all(opened: Callable[..., AppTest]) -> None:
    at = opened(pin=["rope-s0"], hide=["alibi-s0"])
    table = at.dataframe[0].value
    assert list(table["run_id"].str[:7]) == ["rope-s0", "rope-s1"] and list(table["pin"]) == ["★", ""]
    at = press(opened(run=["rope-s1"]), "hide_button")
    assert at.query_params["hide"] in ("rope-s1", ["rope-s1"]) and len(at.dataframe[0].value) == 2


def test_groups_stand_above_the_list(opened: Callable[..., AppTest]) -> None:
    groups, runs = (frame.value for frame in opened(group="encoding").dataframe)
    assert dict(zip(groups["group"], groups["runs"], strict=True)) == {"rope": 2, "alibi": 1}
    assert list(runs["group"]) == ["alibi", "rope", "rope"]


def test_archived_runs_are_put_aside_and_restored(opened: Callable[..., AppTest], root: Path) -> None:
    at = press(opened(run=["alibi-s0"]), "archive")
    assert read_marks(Store(root)).of("alibi-s0").archived and len(at.dataframe[0].value) == 2
    at = opened(archived="1", run=["alibi-s0"])
    assert len(at.dataframe[0].value) == 3
    press(at, "archive")
    assert not read_marks(Store(root)).of("alibi-s0").archived


def test_a_deleted_run_comes_back(opened: Callable[..., AppTest], root: Path, monkeypatch) -> None:
    content = (root / "alibi-s0.parquet").read_bytes()
    monkeypatch.setattr("pages.ui.marking.folded", lambda label, key: nullcontext(True))  # AppTest opens no fold
    at = press(opened(run=["alibi-s0"]), "delete")
    (thrown,) = in_trash(Store(root))
    assert len(at.dataframe[0].value) == 2
    at = press(at, f"back_{thrown.at}_alibi-s0")
    assert (root / "alibi-s0.parquet").read_bytes() == content and len(at.dataframe[0].value) == 3


def test_tags_are_kept_and_found(opened: Callable[..., AppTest], root: Path) -> None:
    at = opened(run=["rope-s0"])
    next(box for box in at.text_input if box.label.startswith("Tags")).set_value("good, *bold*")
    next(button for button in at.button if button.label == "Save").click().run()
    assert read_marks(Store(root)).of("rope-s0").tags == ("good", "*bold*")
    assert len(opened(where='"good" in tags').dataframe[0].value) == 1


def test_damaged_marks_are_said_and_the_runs_still_listed(opened: Callable[..., AppTest], root: Path) -> None:
    (root / "marks.json").write_text("{")
    at = opened(run=["rope-s0"])
    assert "damaged" in said(at) and len(at.dataframe[0].value) == 3
    assert not [button for button in at.button if button.key in ("archive", "delete")]
    assert (root / "marks.json").read_text() == "{"


def test_a_root_that_cannot_be_written_offers_no_changes(opened: Callable[..., AppTest], monkeypatch) -> None:
    monkeypatch.setattr("pages.ui.marking.may_write", lambda store: False)
    at = opened(run=["rope-s0"])
    assert "can only be read" in said(at)
    assert {"archive", "delete", "import"}.isdisjoint(button.key for button in at.button)


def dialog() -> None:
    from pages.ui import importing

    importing._dialog()


def test_the_dialog_asks_what_the_file_leaves_open_and_imports(root: Path) -> None:
    at = AppTest.from_function(dialog, default_timeout=60).run()
    at.toggle(key="import_folder").set_value(False).run()
    table = b"run,step,val_loss\nmine-s0,1,2.5\nmine-s1,1,3.5\nmine-s1,x,3.5\n"
    at.file_uploader(key="import_files_False").upload("t.csv", table, "text/csv").run()
    assert not at.exception
    asked = {widget.key for widget in [*at.selectbox, *at.number_input]}
    assert "import_train_length" in asked and asked.isdisjoint({"import_val_loss", "import_seed", "import_step_column"})
    assert "**t\\.csv**: 1 of its 3 lines" in said(at)
    at.number_input(key="import_train_length").set_value(64).run()
    press(at, "import_now")
    mine = Store(root).index().runs
    assert sorted(mine.loc[mine["encoding"] == "mine", "val_loss"]) == [2.5, 3.5]


def test_the_dialog_names_a_file_that_is_no_table(root: Path) -> None:
    at = AppTest.from_function(dialog, default_timeout=60).run()
    at.toggle(key="import_folder").set_value(False).run()
    at.file_uploader(key="import_files_False").upload("<b>.csv", b"", "text/csv").run()
    assert not at.exception and "it is empty" in said(at) and "<b>" not in said(at)


def test_imported_runs_have_their_mean_and_std_on_the_other_pages(root: Path, opened: Callable[..., AppTest]) -> None:
    table = root / "t.csv"
    table.write_text(
        "run,step,val_loss\n" + "".join(f"mine-s{n},{step},{n + 2.5}\n" for n in (0, 1, 2) for step in (0, 9))
    )
    assert main(["import", str(table), "--runs", str(root), "--train-length", "64"]) == 0
    runs = Store(root).index().runs
    (mine,) = set(runs.loc[runs["encoding"] == "mine", "experiment"])
    for page in ("overview", "curves", "compare"):
        at = opened(page, experiment=mine)
        text = " ".join(frame.value.to_string() for frame in at.dataframe) + str(tables(at))
        assert page == "curves" or "3.5 ± 1.0" in text, text


def test_a_view_from_a_file_is_a_link_to_this_page_whatever_it_holds(
    opened: Callable[..., AppTest], root: Path, monkeypatch
) -> None:
    query = "where=x)[evil](javascript:alert(1)&<script>=1&lang=en"
    (root / "marks.json").write_text(json.dumps({"version": 1, "runs": {}, "views": {"[a](b)": query}}))
    monkeypatch.setattr("pages.ui.marking.folded", lambda label, key: nullcontext(True))
    at = opened()
    assert not [text for text in at.markdown if "evil" in text.value]
    (link,) = [one.proto for one in at.get("page_link") if "evil" in one.proto.query_string]
    assert link.page == "runs"
