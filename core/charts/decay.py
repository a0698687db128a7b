"""Decay by distance, RoFormer's bound and the least base: numbers into the specs of decay_specs."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from core.charts.chart import Chart
from core.charts.decay_data import MARKS, REACH, Curve, marks
from core.charts.decay_specs import MOST_PAIRS, DecayWords
from core.charts.series import Series
from core.positions import base_bound
from core.positions.base_bound import Least

Curves = Mapping[str, Curve]  # by the names of decay_specs.looks
Looks = Mapping[str, Series]


def decay(spec: dict[str, Any], curves: Curves, looks: Looks, length: int, log: bool, words: DecayWords) -> Chart:
    """The mean cosine by distance of every base; its table has the lowest, mean and highest value of each row.

    `spec` is that of decay_spec. The dragged base comes last, on top of the others.
    """
    rows = _labelled({name: one.rows for name, one in curves.items()}, looks)
    real = marks(length, log)
    negatives = [(looks[name].label, one.fall.first_negative, 0.0) for name, one in reversed(list(curves.items()))]
    datasets = {
        "rows": _small(rows[["series", "x", "low", "mean", "high"]]),
        "marks": real.assign(text=[words.marks[mark] for mark in real["mark"]])[["x", "text"]],
        "context": _context(length, log, words),
        "negatives": pd.DataFrame(negatives, columns=["series", "x", "zero"]).dropna(),
        "hover": _read_out(curves, looks),
    }
    table = _labelled({name: one.rows.assign(base=one.base) for name, one in curves.items()}, looks)
    columns = ["base", "first", "last", "low", "mean", "high"]
    names = {"first": "from_distance", "last": "to_distance", "low": "lowest", "high": "highest"}
    return Chart(spec, table[columns].rename(columns=names), datasets)


def at_marks(curves: Curves, words: DecayWords) -> pd.DataFrame:
    """The mean cosine of every base at the distances that are marked: base as text, and a column for each of them."""
    rows = {}
    for one in curves.values():
        values = {f"{words.marks[MARKS[mark]]} ({mark:,})": value for mark, value in one.at_marks.items()}
        rows[one.base] = {"base": f"{one.base:,.0f}"} | values
    return pd.DataFrame(list(rows.values()))


def bound(spec: dict[str, Any], curves: Curves, looks: Looks, length: int, words: DecayWords) -> Chart:
    """RoFormer's bound by distance for every base; `spec` is that of bound_spec."""
    rows = _labelled({name: one.bound.assign(base=one.base) for name, one in curves.items()}, looks)
    datasets = {"rows": _small(rows[["series", "x", "value"]]), "context": _context(length, True, words)}
    return Chart(
        spec, rows.rename(columns={"x": "distance", "value": "bound"})[["base", "distance", "bound"]], datasets
    )


def bases(
    spec: dict[str, Any], frame: pd.DataFrame, base: float, least: Least, named: pd.DataFrame, words: DecayWords
) -> Chart:
    """The least cosine sum by base, from decay_data.bases, with the base at hand; `spec` is that of base_spec.

    `named` has the bases that get a rule and a label: x, text and line (0 or 1).
    """
    told = [f"{row.low:.2f}" if row.tried == 1 else f"{row.low:.2f} … {row.high:.2f}" for row in frame.itertuples()]
    sides = [(-MOST_PAIRS, 0.0, -1.2, words.infeasible), (0.0, MOST_PAIRS, 1.2, words.feasible)]
    datasets = {
        "spans": _small(frame[["x", "base", "low", "high"]]).assign(told=told),
        "sides": pd.DataFrame(sides, columns=["y", "y2", "at", "text"]),
        "chosen": pd.DataFrame({"x": [base], "sum": [least.sum]}),
        "named": named,
    }
    table = frame.rename(columns={"low": "least_low", "high": "least_high"})
    return Chart(spec, table[["base", "up_to", "tried", "least_low", "least_high"]], datasets)


def named_bases(rotary_dim: int, length: int, published: str, ours: str) -> pd.DataFrame:
    """The published least base of this context and ours, as `bases` marks them; no row for what was not published."""
    rows = []
    if rotary_dim == base_bound.PUBLISHED_DIM and length in base_bound.PUBLISHED:
        rows = [(base_bound.PUBLISHED[length], published, 0), (float(base_bound.OURS[length]), ours, 1)]
    return pd.DataFrame(rows, columns=["x", "text", "line"]).astype({"x": "float64", "line": "int64"})


def _labelled(frames: dict[str, pd.DataFrame], looks: Looks) -> pd.DataFrame:
    """The frames under one another, the dragged base last, with the legend's labels as a category."""
    order = list(reversed(frames))
    labels = [looks[name].label for name in looks]
    codes = np.repeat([list(looks).index(name) for name in order], [len(frames[name]) for name in order])
    joined = pd.concat([frames[name] for name in order], ignore_index=True)
    return joined.assign(series=pd.Categorical.from_codes(codes, labels))


def _context(length: int, log: bool, words: DecayWords) -> pd.DataFrame:
    """Where the context ends, and where the axis does."""
    return pd.DataFrame({"x": [length], "end": [REACH if log else length], "text": [f"{words.context} {length:,}"]})


def _read_out(curves: Curves, looks: Looks) -> pd.DataFrame:
    """One row for each bucket: x, distance as text, and r0, r1, ... in the order of the legend."""
    rows = next(iter(curves.values())).rows
    spans = zip(rows["first"], rows["last"], strict=True)
    made = {"x": rows["x"], "distance": [f"{a:,}" if a == b else f"{a:,} … {b:,}" for a, b in spans]}
    for at, name in enumerate(looks):
        if name in curves:
            mine = curves[name].rows
            values = zip(mine["low"], mine["mean"], mine["high"], strict=True)
            made[f"r{at}"] = [
                f"{mean:.3f}" if low == high else f"{mean:.3f} ({low:.3f} … {high:.3f})" for low, mean, high in values
            ]
    return pd.DataFrame(made)


def _small(frame: pd.DataFrame) -> pd.DataFrame:
    """Floats as float32, which is more than a screen shows."""
    floats = frame.select_dtypes("float64").columns
    return frame.astype(dict.fromkeys(floats, "float32"))
