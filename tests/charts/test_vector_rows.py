"""The cells of vectors: a row for each token even where tokens repeat, and colours that stay put."""

import numpy as np
import pytest

from core.charts import vector_rows


def test_a_cell_for_each_number_and_a_row_for_each_token() -> None:
    vectors = np.arange(12.0).reshape(3, 4)
    chart = vector_rows(["a", "b", "a"], vectors, 2)
    assert len(chart.table) == 6 and chart.table["token"].nunique() == 3
    assert chart.table["value"].tolist() == [0, 1, 4, 5, 8, 9]
    pytest.importorskip("vl_convert").vegalite_to_svg(chart.standalone() | {"width": 300})


def test_another_text_changes_data_and_height_alone() -> None:
    one, other = (
        vector_rows(list(text), np.ones((len(text), 4)) * size, 4).spec for text, size in (("ab", 1), ("abc", 9))
    )
    assert one.pop("height") < other.pop("height")
    assert one == other
