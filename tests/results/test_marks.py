"""Notes, tags and views beside the runs, the trash, and which runs are looked at."""

import json
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.results import Store, StoreError
from core.results.choosing import chosen, fields, groups, measured
from core.results.marks import Mark, Marks, change_marks, may_write, read_marks, tags_in
from core.results.refusal import QueryError
from core.results.trash import in_trash, put_back, throw_away


def tag(store: Store, names: list[str], *tags: str) -> Marks:
    return change_marks(store, lambda marks: marks.changed(names, lambda mark: replace(mark, tags=tags)))


def test_marks_come_back_and_no_run_file_is_touched(store: Store, put) -> None:
    name = put("rope")
    before = Path(store.root, f"{name}.parquet").stat()
    change_marks(
        store, lambda marks: marks.changed([name], lambda mark: Mark(note="看 🙂", tags=("a", "b"), archived=True))
    )
    change_marks(store, lambda marks: replace(marks, views={"best": "where=seed+%3D%3D+0"}))
    assert read_marks(store) == Marks(
        runs={name: Mark(note="看 🙂", tags=("a", "b"), archived=True)}, views={"best": "where=seed+%3D%3D+0"}
    )
    after = Path(store.root, f"{name}.parquet").stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)
    assert change_marks(store, lambda marks: marks.changed([name], lambda mark: Mark())).runs == {}
    assert list(store.index().runs["name"]) == [name] and not store.index().broken


@pytest.mark.parametrize("text", ["", "{", "[]", '{"runs": {"a": {}}, "views": {}}', '{"runs": {"a": 1}, "views": {}}'])
def test_a_damaged_file_is_said_and_never_written_over(store: Store, put, text: str) -> None:
    put("rope")
    path = Path(store.root, "marks.json")
    path.write_text(text)
    with pytest.raises(StoreError, match=r"marks\.json beside the runs is damaged"):
        tag(store, ["rope-s0"], "x")
    assert path.read_text() == text


def test_a_reader_sees_the_old_marks_or_the_new_ones(store: Store, put) -> None:
    put("rope")
    tag(store, ["rope-s0"], "0")
    seen: set[tuple[str, ...]] = set()
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            seen.add(read_marks(store).of("rope-s0").tags)

    watcher = threading.Thread(target=watch)
    watcher.start()
    for number in range(1, 20):
        tag(store, ["rope-s0"], str(number))
    stop.set()
    watcher.join()
    assert seen <= {(str(number),) for number in range(20)}


def test_a_remote_root_may_not_be_marked(store: Store, put) -> None:
    put("rope")
    assert may_write(store)
    assert not may_write(Store("memory://runs"))


def test_tags_are_parted_by_commas() -> None:
    assert tags_in(" a, b，a,, c d ") == ("a", "b", "c d")


@pytest.mark.parametrize("name", ["rope-s0", "reference/rope-s0"])
def test_a_run_goes_to_the_trash_with_its_weights_and_comes_back(store: Store, put, name: str) -> None:
    put("rope", name=name)
    other = put("alibi", 1)
    run, weights = Path(store.root, f"{name}.parquet"), Path(store.root, f"{name}.safetensors")
    weights.write_bytes(b"weights")
    content = run.read_bytes()
    (thrown,) = throw_away(store, [name], datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    assert list(store.index().runs["name"]) == [other] and not weights.exists() and not store.index().broken
    assert in_trash(store) == [thrown] and thrown.at == "20260102T030405000000"
    put_back(store, thrown)
    assert run.read_bytes() == content and weights.read_bytes() == b"weights" and in_trash(store) == []


def test_what_is_in_the_trash_writes_over_nothing(store: Store, put) -> None:
    name = put("rope")
    (first,) = throw_away(store, [name])
    put("rope")
    with pytest.raises(StoreError, match="again"):
        put_back(store, first)
    (second,) = throw_away(store, [name])
    assert {thrown.at for thrown in in_trash(store)} == {first.at, second.at}
    with pytest.raises(StoreError, match="no run rope-s0 any more"):
        throw_away(store, [name])


def test_of_several_runs_all_are_deleted_or_none(store: Store, put) -> None:
    names = [put("rope"), put("alibi", 1)]
    Path(store.root, f"{names[0]}.safetensors").write_bytes(b"weights")
    before = {path.name: path.read_bytes() for path in Path(store.root).glob("*-s*")}
    with pytest.raises(StoreError, match="no run gone any more"):
        throw_away(store, [*names, "gone"])
    assert {path.name: path.read_bytes() for path in Path(store.root).glob("*-s*")} == before and in_trash(store) == []
    assert [thrown.name for thrown in throw_away(store, names)] == names and store.index().runs.empty


def test_queries_reach_index_config_and_marks(store: Store, put) -> None:
    put("rope", 0, {128: 1.0, 256: 2.0})
    put("rope", 1, {128: 2.0, 256: 2.0}, config={"heads": 8})
    put("alibi", 0, {128: 3.0, 256: 2.0}, status="diverged")
    marks = tag(store, ["rope-s1"], "good", "old")
    runs = store.index().runs

    def found(where: str, **more: object) -> list[str]:
        return list(chosen(runs, marks, where=where, **more)["name"])

    assert found('encoding == "rope" and val_loss < 2') == ["rope-s0"]
    assert found("heads == 8") == ["rope-s1"] and found('"good" in tags') == ["rope-s1"]
    assert found('status != "finished"') == ["alibi-s0"]
    assert found("", hidden=["rope-s0"]) == ["alibi-s0", "rope-s1"]
    with pytest.raises(QueryError, match='did you mean "heads"'):
        found("head == 8")
    away = marks.changed(["rope-s0"], lambda mark: replace(mark, archived=True))
    assert list(chosen(runs, away)["name"]) == ["alibi-s0", "rope-s1"]
    assert list(chosen(runs, away, archived=True, where="archived")["name"]) == ["rope-s0"]


def test_queries_reach_any_metric_at_any_length(store: Store, put, make_rows) -> None:
    put("rope", 0, {128: 1.0, 256: 2.0})
    put("rope", 1, {128: 3.0, 512: 4.0})
    logged = make_rows({128: 2.0}).assign(metric="accuracy", eval_length=None)
    logged.loc[logged["step"] == 50, "value"] = 0.5
    logged.loc[logged["step"] == 100, "value"] = 0.75
    put("alibi", 0, rows=logged)
    runs = store.index().runs

    def found(where: str) -> list[str]:
        return list(chosen(runs, Marks(), where=where, measure=lambda name: measured(store, runs, name))["name"])

    assert found("tail_loss_256 == 2") == ["rope-s0"] and found("window_loss_512 > 4") == ["rope-s1"]
    assert found("tail_loss == 3") == ["rope-s1"]  # at the training length
    assert found("accuracy == 0.75") == ["alibi-s0"] and found("accuracy == 0.5") == []
    assert found("not tail_loss_256 == 2") == ["alibi-s0", "rope-s1"]
    with pytest.raises(QueryError, match='"tail_loss_1024"'):
        found("tail_loss_1024 < 2")


def test_groups_count_runs_and_name_those_without_the_field(store: Store, put) -> None:
    put("rope", 0, {128: 1.0})
    put("rope", 1, {128: 2.0}, config={"kind": "a"})
    put("alibi", 0, {128: 3.0}, status="interrupted")
    runs = store.index().runs
    known = fields(runs, Marks())
    table = groups(runs, known, "kind").set_index("group")
    assert table.loc["a"].to_dict() == {"runs": 1, "finished": 1, "lowest": 2.5, "highest": 2.5}
    assert table.loc["(unset)"].to_dict() == {"runs": 2, "finished": 1, "lowest": 1.5, "highest": 3.5}
    assert list(groups(runs, known, "no such field")["group"]) == ["(unset)"]


def test_the_file_is_ascii_json(store: Store, put) -> None:
    put("rope")
    tag(store, ["rope-s0"], "好")
    assert json.loads(Path(store.root, "marks.json").read_bytes().decode("ascii"))["runs"]["rope-s0"]["tags"] == ["好"]
