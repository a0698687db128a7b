"""Exports carry the screen's numbers and counts, and a name stays a name in every format."""

import csv
import io
import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.results import final_values, frame_to_csv, table
from core.results.export import inert, shown
from core.results.formats import FORMATS, Sheet

EVIL = '=HYPERLINK("http://x")|a_b<script>alert(1)</script>&50%$#{}~^\\ [x](y) `z`\nnext'


@pytest.fixture
def seed_table(store, put):
    for seed, loss in enumerate([1.0, 1.01, 1.03]):
        put("rope", seed, {128: loss, 256: loss + 0.5})
    put("none", 0, {128: 2.0, 256: 2.5}), put("none", 1, {128: math.nan}, status="diverged")
    return table(store.values())


def to_csv(averaged):
    return FORMATS["csv"].write(Sheet(frame=shown(averaged)))


def to_markdown(averaged):
    return FORMATS["markdown"].write(Sheet(frame=shown(averaged)))


def to_latex(averaged, caption=""):
    return FORMATS["latex"].write(Sheet(frame=shown(averaged), caption=caption))


def records(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_mean_and_std_in_columns_of_their_own(seed_table):
    rows = {row["series"]: row for row in records(to_csv(seed_table))}
    rope, none = rows["rope"], rows["none"]
    assert (rope["val_loss"], rope["val_loss, std"], rope["n"]) == ("1.513", "0.015", "3")
    assert (none["val_loss"], none["val_loss, std"], none["n"]) == ("2.500", "", "1 of 2 finished")
    assert rope["rise_at_2x"] == "0.5000"


def test_csv_is_read_back_by_pandas_as_numbers(seed_table):
    read = pd.read_csv(io.StringIO(to_csv(seed_table))).set_index("series")
    assert read.at["rope", "val_loss"] == pytest.approx((1.5 + 1.51 + 1.53) / 3, abs=5e-4)
    assert read["val_loss, std"].dtype == float and math.isnan(read.at["none", "val_loss, std"])


def test_markdown(seed_table):
    lines = to_markdown(seed_table).splitlines()
    assert lines[0].startswith(r"| series | n | val\_loss | rise\_at\_2x |")
    assert {line.count(" | ") for line in lines} == {lines[0].count(" | ")}
    assert "| none | 1 of 2 finished | 2.500 |" in lines[2]
    assert "| rope | 3 | 1.513 ± 0.015 |" in lines[3]


def test_latex(seed_table):
    text = to_latex(seed_table, caption="Loss at 100%")
    for piece in (r"\toprule", r"\midrule", r"\bottomrule", r"\caption{Loss at 100\%}", r"\begin{tabular}{llrrr"):
        assert piece in text
    assert r"rope & 3 & $1.513 \pm 0.015$ & " in text
    assert r"series & n & val\_loss & " in text
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert len({line.count("&") for line in rows}) == 1


def test_one_seed_has_no_spread_in_any_format(store, put):
    put("rope", 0)
    result = table(store.values())
    assert "±" not in to_markdown(result)
    assert r"\pm" not in to_latex(result)
    assert "val_loss, std" not in records(to_csv(result))[0]


def test_a_cell_with_fewer_values_than_its_row_says_so(store, put, make_rows):
    put("rope", 0, {128: 1.0, 256: 2.0}), put("rope", 1, {128: 1.1, 256: math.inf})
    result = table(store.values())
    assert "(n=1)" in to_markdown(result)
    assert "($n=1$)" in to_latex(result)


def test_an_evil_name_stays_a_name(store, put):
    put(EVIL, 0, name="evil"), put("rope", 0)
    result = table(store.values())
    assert records(to_csv(result))[1]["series"] == "'" + EVIL  # unknown encodings come last
    markdown = to_markdown(result)
    assert len(markdown.splitlines()) == 4
    assert "<script" not in markdown and r"\[x\](y)" in markdown and "&lt;script&gt;" in markdown
    latex = to_latex(result)
    line = next(line for line in latex.splitlines() if "HYPERLINK" in line)
    for piece in (r"a\_b", r"\textless{}script", r"\&50\%\$\#\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}"):
        assert piece in line


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-cmd|x", "@sum", "\t=1", "\r=1", "-1+cmd"])
def test_formulas_are_made_inert(text):
    assert inert(text) == "'" + text


@pytest.mark.parametrize("text", ["", "rope", "-1.5", "+2", "1e-4", "-Inf", "a=b", "1.2.3"])
def test_other_text_is_left_as_it_is(text):
    assert inert(text) == text


@given(st.lists(st.floats(allow_nan=False), min_size=1))
def test_a_full_csv_loses_no_digit(numbers):
    frame = pd.DataFrame({"value": numbers})
    assert [float(row["value"]) for row in records(frame_to_csv(frame))] == numbers


def test_nan_and_absence_differ_in_a_full_csv():
    frame = pd.DataFrame({"value": [math.nan, 1.0], "eval_length": pd.array([None, 128], "Int64"), "=x": ["=y", "z"]})
    assert frame_to_csv(frame) == "value,eval_length,'=x\nNaN,,'=y\n1.0,128,z\n"


def test_nothing_exports_as_headings(store):
    empty = table(final_values(store.index().runs, store.rows([])))
    assert len(to_markdown(empty).splitlines()) == 2
    assert r"\bottomrule" in to_latex(empty)
    assert records(to_csv(empty)) == []


def test_experiments_are_named_where_there_are_two(store, put):
    put("rope", 0), put("rope", 1, config={"steps": 9})
    assert to_markdown(table(store.values())).startswith("| experiment | series | n |")
