"""Long and wide tables of other programs, and whatever else a file may hold."""

import csv
import io
import math
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.results import Store, table
from core.results.imports import Answers, put, questions, read
from core.results.imports.cells import TableError, from_csv
from core.results.imports.tables import runs_of

ANSWERS = Answers(train_length=64)


def save(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_long_rows(tmp_path: Path, store: Store) -> None:
    path = save(
        tmp_path / "mlflow.csv",
        "run_id,key,value,timestamp,step\nrope-s0,val_loss,2.0,1700000000000,10\nrope-s1,val_loss,4.0,1700000001000,10\n",
    )
    put(store, read([path], ANSWERS), ANSWERS)
    runs = store.index().runs.sort_values("seed")
    assert list(runs["start"]) == ["2023-11-14T22:13:20+00:00", "2023-11-14T22:13:21+00:00"]
    row = table(store.values()).iloc[0]
    assert (row["val_loss_mean"], row["val_loss_n"]) == (3.0, 2)
    assert row["val_loss_std"] == pytest.approx(math.sqrt(2))


def test_wide_rows_with_empty_cells_and_a_config(tmp_path: Path, store: Store) -> None:
    path = save(
        tmp_path / "wandb.csv",
        "run,_step,_timestamp,train/loss,val/loss,config.seed,config.encoding\n"
        "a,0,1700000000,4,,7,rope\na,1,1700000005,3,2.5,7,rope\na,2,1700000010,NaN,inf,7,rope\n",
    )
    found = read([path], ANSWERS)
    put(store, found, ANSWERS)
    run = store.read(store.index().runs["name"].iloc[0])
    val = run.rows[run.rows["metric"] == "window_loss"]
    assert list(val["step"]) == [1, 2] and list(val["value"]) == [2.5, math.inf] and set(val["eval_length"]) == {64}
    train = run.rows[run.rows["metric"] == "loss"]
    assert list(train["value"])[:2] == [4.0, 3.0] and math.isnan(train["value"].iloc[2])
    assert list(train["seconds"]) == [0.0, 5.0, 10.0]
    assert (run.footer.encoding, run.footer.seed, run.footer.status) == ("rope", 7, "diverged")


def test_a_chart_that_wandb_saved(tmp_path: Path) -> None:
    names = '"Step","a - s0 - eval/loss","a - s0 - eval/loss__MIN","a - s0 - eval/loss__MAX","b-s1 - eval/loss"\n'
    found = read([save(tmp_path / "chart.csv", names + "1,2,1,3,5\n2,3,1,3,\n")], ANSWERS)
    assert {run.name: list(run.points["value"]) for run in found.runs} == {"a - s0": [2.0, 3.0], "b-s1": [5.0]}


def test_parquet_knows_nan_from_null(tmp_path: Path) -> None:
    frame = pd.DataFrame({"run_name": ["x-s0"] * 3, "step": [0, 1, 2]})
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = pa.Table.from_pandas(frame).append_column("val_loss", pa.array([1.0, None, math.nan]))
    pq.write_table(made, tmp_path / "trackio.parquet")
    (run,) = read([tmp_path / "trackio.parquet"], ANSWERS).runs
    assert list(run.points["step"]) == [0, 2] and math.isnan(run.points["value"].iloc[1])


def test_a_restart_and_a_line_that_is_there_twice(tmp_path: Path) -> None:
    steps = [(0, 3), (1, 2), (1, 2), (2, 9), (1, 1.5), (2, 1.25)]
    text = "step,metric,value\n" + "".join(f"{step},val_loss,{value}\n" for step, value in steps)
    (run,) = read([save(tmp_path / "a-s0.csv", text)], ANSWERS).runs
    told = list(zip(run.points["attempt"], run.points["step"], run.points["value"], strict=True))
    assert told == [(1, 0, 3.0), (1, 1, 2.0), (1, 2, 9.0), (2, 1, 1.5), (2, 2, 1.25)]


def test_rows_out_of_order_are_no_restart(tmp_path: Path) -> None:
    (run,) = read([save(tmp_path / "a.csv", "step,val_loss\n3,1\n1,3\n2,2\n")], ANSWERS).runs
    assert list(run.points["attempt"]) == [1, 1, 1] and list(run.points["value"]) == [3.0, 2.0, 1.0]


def test_groups_come_from_the_field_that_is_picked_and_missing_ones_are_unset(tmp_path: Path, store: Store) -> None:
    text = "run,step,val_loss,config.kind,config.seed\na,1,2,big,0\nb,1,3,,0\nc,1,4,big,1\n"
    answers = Answers(train_length=64, group="kind")
    put(store, read([save(tmp_path / "t.csv", text)], answers), answers)
    rows = table(store.values()).set_index("encoding")
    assert rows.loc["big", "val_loss_mean"] == 3.0 and rows.loc["(unset)", "val_loss_n"] == 1
    assert rows["experiment"].nunique() == 1


def test_only_what_cannot_be_inferred_is_asked(tmp_path: Path) -> None:
    path = save(tmp_path / "t.csv", "run,when,val_loss,eval/loss\na,1,2,3\nb,1,2,3\n")
    (asked,) = questions(read([path], Answers()), Answers())
    assert asked.field == "step_column" and "when" in asked.options
    answers = Answers(step_column="when")
    assert [q.field for q in questions(read([path], answers), answers)] == ["val_loss", "train_length", "seed"]
    answers = Answers(step_column="when", val_loss="val_loss", train_length=8, seed="order")
    assert not questions(read([path], answers), answers)


def test_what_is_open_is_said_with_its_flag(tmp_path: Path, store: Store) -> None:
    found = read([save(tmp_path / "a.csv", "step,val_loss\n1,2\n")], Answers())
    with pytest.raises(ValueError, match=r"(?s)--train-length.*--seed"):
        put(store, found, Answers())
    assert store.index().runs.empty


BROKEN = {
    "empty.csv": (b"", "it is empty"),
    "head.csv": (b"step,val_loss\n", "it has no rows"),
    "latin.csv": ("step,é\n1,2\n".encode("latin-1"), "it is not UTF-8"),
    "fake.parquet": (b"PAR1", "no parquet file"),
    "twice.csv": (b"step,a,a\n1,2,3\n", "two columns of the name 'a'"),
    "words.csv": (b"step,a\n1,x\n2,y\n", "no number in any metric"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_bad_file_is_named_and_the_good_one_kept(tmp_path: Path, name: str) -> None:
    content, reason = BROKEN[name]
    (tmp_path / name).write_bytes(content)
    save(tmp_path / "good-s0.csv", "step,val_loss\n1,2\n")
    found = read([tmp_path], ANSWERS)
    assert [run.name for run in found.runs] == ["good-s0"]
    (broken,) = found.broken
    assert broken.name.endswith(name) and reason in broken.reason


def test_bad_lines_are_counted_and_the_others_kept(tmp_path: Path) -> None:
    found = read([save(tmp_path / "a.csv", "step,val_loss\n1,2\n1.5,2\nx,2\n3\n4,5,6\n9999999999,1\n5,7\n")], ANSWERS)
    assert list(found.runs[0].points["step"]) == [1, 5]
    assert "5 of its 7 lines" in found.broken[0].reason


NAMES = st.sampled_from(["旋转/s1", "🙂=2.0", "a.b[0]:c", "x, y", 'quo"te', "line\nbreak", "p-s3", "=1+1"])
VALUES = st.floats(allow_nan=True, allow_infinity=True)


@settings(deadline=None, max_examples=30)
@given(
    st.dictionaries(st.tuples(NAMES, NAMES, st.integers(0, 2**31 - 1)), VALUES, min_size=1, max_size=30),
    st.sampled_from([",", ";", "\t"]),
)
def test_a_long_table_comes_back_as_it_was_written(points: dict, mark: str) -> None:
    text = io.StringIO(newline="")
    made = csv.writer(text, delimiter=mark)
    made.writerow(["run", "step", "metric", "value"])
    made.writerows([run, step, metric, repr(value)] for (run, metric, step), value in points.items())
    columns, dropped = from_csv(text.getvalue())
    assert not dropped
    found = runs_of(columns, "name", "source", Answers())
    back = {
        (run.name, row.metric, row.step): row.value for run in found.runs for row in run.points.itertuples(index=False)
    }
    assert back.keys() == points.keys() and not found.broken
    assert all(back[key] == value or (math.isnan(value) and math.isnan(back[key])) for key, value in points.items())


@settings(deadline=None, max_examples=30)
@given(st.text(max_size=80))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    try:
        columns, _ = from_csv(text)
        runs_of(columns, "name", "source", Answers())
    except (TableError, ValueError) as error:
        assert str(error)
