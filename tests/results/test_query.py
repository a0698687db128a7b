"""The filter of runs: a second evaluation by plain Python, row by row, and what it must refuse."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.results.query import matches, names_in
from core.results.refusal import QueryError

COLUMNS = {
    "loss": pd.Series([1.5, 2.0, math.nan, math.inf, -1.0]),
    "seed": pd.Series([0, 1, None, 3, 4], dtype="Int64"),
    "encoding": pd.Series(["rope", "alibi", None, "旋转", "rope, forced"], dtype=object),
    "dirty": pd.Series([True, False, None, False, True], dtype=object),
    "train.seed": pd.Series([1, 2, 3, 4, 5]),
}
ROWS = [dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]
NUMBERS = st.recursive(
    st.sampled_from(["loss", "seed", "`train.seed`", "0", "1.5", "2", "1e300"]),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*"), inner) | st.builds("(-{})".format, inner)
    ),
    max_leaves=4,
)
COMPARED = st.builds("{} {} {}".format, NUMBERS, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), NUMBERS)
TEXTS = st.builds(
    "encoding {} {}".format,
    st.sampled_from(["==", "!=", "in", "not in"]),
    st.sampled_from(["'rope'", "'旋转'", "'rope, x'"]),
).map(lambda text: text if "in" not in text.split()[1:3] else text.replace("in '", "in ['alibi', '") + "]")
CONDITIONS = st.recursive(
    COMPARED | TEXTS | st.just("dirty") | st.builds("seed in [0, 3, {}]".format, NUMBERS),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner)
        | st.builds("(not {})".format, inner)
    ),
    max_leaves=6,
)


class Cells(dict):
    """Cells by name, each a new object whenever it is asked for: Python finds a NaN in a list of that very object."""

    def __getitem__(self, name: str) -> object:
        cell = super().__getitem__(name)
        return cell * 1.0 if isinstance(cell, float) else cell


def plainly(text: str, row: dict) -> bool:
    """The query on one row, by Python itself, with every number a float and NaN for what is missing."""
    cells = Cells({name: math.nan if pd.isna(cell) else cell for name, cell in row.items()})
    cells |= {name: float(cells[name]) for name in ("loss", "seed", "train.seed")}
    cells |= {"dirty": row["dirty"] is True, "train_seed": cells["train.seed"]}
    return bool(eval(text.replace("`train.seed`", "train_seed"), {"__builtins__": {}}, cells))


@settings(deadline=None, max_examples=200)
@given(CONDITIONS)
def test_agrees_with_python_row_by_row(text: str) -> None:
    assert list(matches(text, COLUMNS)) == [plainly(text, row) for row in ROWS]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('encoding == "rope"', [0]),
        ('"rope" in encoding', [0, 4]),
        ("1 < loss <= 2", [0, 1]),
        ("loss != loss", [2]),
        ("not dirty", [1, 2, 3]),
        ("`train.seed` ** 2 == 16", [3]),
        ("loss / 0 > 1 and seed // 2 == 0", [0, 1]),
        ('encoding < "b"', [1]),
        ('encoding == 1 or encoding != "rope"', [1, 2, 3, 4]),
        ("'`train.seed`' in encoding", []),
        ("seed in []", []),
        ("True", [0, 1, 2, 3, 4]),
        ("  seed\n > 2", [3, 4]),
    ],
)
def test_what_a_query_finds(text: str, rows: list[int]) -> None:
    assert list(np.flatnonzero(matches(text, COLUMNS))) == rows


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("loss < 1 and __import__('os')", "Nothing can be called", 14),
        ("encoding.__class__ == 1", "A dot", 1),
        ("().__class__", "A dot", 1),
        ("__class__ == 1", 'No run has a field or metric "__class__"', 1),
        ("'旋转' == encoding and los > 1", 'did you mean "loss"?', 22),
        ("loss ** 9 ** 9 ** 9 > 1", "An exponent", 9),
        ("2 ** 99999999 > 1", "An exponent", 6),
        ("9" * 400 + " > 1", "too large", 1),
        ("loss", "This is a value", 1),
        ("encoding + 1 > 2", "no number", 1),
        ("loss <", "no complete expression", 6),
        ("loss = 1", "no complete expression", 6),
        ("seed in loss", "Write a list after in", 9),
        ("loss is None", "Write == in place of is", 9),
        ("(loss > 1) & (seed > 1)", "Write and in place of &", 1),
        ("[x for x in loss] == 1", "no place in a query", 1),
        ("(lambda: 1) == 1", "no place in a query", 2),
        ("f'{loss}' == 'x'", "no place in a query", 1),
        ("seed[0] == 1", "no place in a query", 1),
        ("1j == seed", "no place in a query", 1),
        ("a" * 501, "500 are the most", 501),
        ("not " * 60 + "dirty", "nested", None),
        ("(" * 300 + "dirty" + ")" * 150, "", None),
    ],
)
def test_what_a_query_may_not(text: str, said: str, place: int | None) -> None:
    with pytest.raises(QueryError) as refused:
        matches(text, COLUMNS)
    assert said in refused.value.sentence
    assert place is None or refused.value.place == place


def test_the_names_of_a_query_are_those_of_its_columns() -> None:
    asked = names_in("loss < 1 or `train.seed` in [seed, loss] and '`x`' == encoding")
    assert asked == {"loss", "train.seed", "seed", "encoding"}


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="lo s<>=()[]'\"`.,&|~+-*/%_0123eandotri:@{}旋", max_size=40))
def test_any_text_is_answered_or_refused(text: str) -> None:
    try:
        assert matches(text, COLUMNS).shape == (5,)
    except QueryError as error:
        assert 1 <= error.place <= len(text) + 1
