"""Who is lowest and who is highest at the end: the numbers behind a chart's alt text."""

import numpy as np
import pandas as pd

from core.charts import Extremes, extremes


def test_extremes_are_those_of_the_last_x_that_has_a_mean() -> None:
    rows = [("a", 0, 9.0), ("b", 0, 8.0), ("a", 1, 2.0), ("b", 1, 3.0), ("a", 2, np.nan)]
    table = pd.DataFrame(rows, columns=["series", "step", "mean"])
    assert extremes(table, "step") == Extremes(1.0, 2, "a", 2.0, "b", 3.0)


def test_nothing_finite_has_no_extremes() -> None:
    assert extremes(pd.DataFrame({"series": ["a"], "step": [1], "mean": [np.nan]}), "step") is None
