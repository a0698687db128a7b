"""Files kept in memory: found while they are what they were, and never more than the room for them."""

import os
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.results import Store
from core.results.kept import Kept, Stamp
from tests.results.conftest import footer_of, rows_of


def table(rows: int) -> pa.Table:
    return pa.table({"value": pa.array([0.5] * rows, pa.float64())})


def test_a_file_is_found_while_it_is_what_it_was() -> None:
    kept, stamp = Kept(), Stamp(1, 10)
    kept.put("r", "a", stamp, footer_of(), table(3))
    assert kept.get("r", "a", stamp)[1].num_rows == 3
    for root, path, other in (("s", "a", stamp), ("r", "b", stamp), ("r", "a", Stamp(2, 10)), ("r", "a", Stamp(1, 11))):
        assert kept.get(root, path, other) is None


def test_a_changed_file_takes_the_place_of_what_it_was() -> None:
    kept = Kept(100)
    for place in range(50):  # 80 bytes each: were the old ones kept, "b" would have to go
        kept.put("r", "a", Stamp(place, 1), footer_of(), table(10))
    kept.put("r", "b", Stamp(1, 1), footer_of(), table(2))
    assert kept.get("r", "a", Stamp(49, 1)) and kept.get("r", "b", Stamp(1, 1))


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 8)), min_size=1))
def test_the_least_recently_read_go_first(reads: list[tuple[str, int]]) -> None:
    kept, order = Kept(160), {}
    for path, rows in reads:
        kept.put("r", path, Stamp(rows, 0), footer_of(), table(rows))
        order.pop(path, None)
        order[path] = rows
        while sum(order.values()) * 8 > 160 and len(order) > 1:
            del order[next(iter(order))]
        for known in "abcdef":
            there = any(kept.get("r", known, Stamp(size, 0)) for size in range(1, 9))
            assert there == (known in order)
        for known in list(order):  # asking moved every one to the end, in this order
            order[known] = order.pop(known)
        order = {known: order[known] for known in sorted(order)}


def test_a_file_that_was_kept_is_read_anew_when_it_changes(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.write("a", rows_of({128: 2.0}), footer_of())
    os.utime(tmp_path / "a.parquet", (1, 1))
    assert store.rows(["a"], "val", "tail_loss")["value"].iloc[0] == 2.0
    store.write("a", rows_of({128: 3.0}), footer_of())
    os.utime(tmp_path / "a.parquet", (2, 2))
    assert store.rows(["a"], "val", "tail_loss")["value"].iloc[0] == 3.0
    (tmp_path / "a.parquet").unlink()
    with pytest.raises(Exception, match="no run of this name"):
        store.rows(["a"])
