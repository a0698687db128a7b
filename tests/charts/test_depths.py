"""The needle's maps and the picture of loss against accuracy."""

import pandas as pd
import pytest

from core.charts import against, by_depth, depth_maps, depth_maps_together, lengths
from core.positions.encodings import ENCODINGS

SHARES = {"rope": 0.4, "alibi": 0.9}


def rows() -> pd.DataFrame:
    """Rows of a Store: three seeds of two encodings, two lengths and depths, and the totals without a depth."""
    made = []
    for encoding, share in SHARES.items():
        for seed in range(3):
            for length in (64, 128):
                for depth in (None, 0, 100):
                    value = share + 0.01 * seed - (0.2 if depth == 100 else 0.0)
                    made.append((f"{encoding}-{seed}", encoding, seed, length, depth, value))
    frame = pd.DataFrame(made, columns=["name", "encoding", "seed", "eval_length", "position", "value"])
    same = {"scaling": "none", "experiment": "e", "status": "finished", "split": "val", "metric": "exact_match"}
    return frame.assign(series=frame["encoding"], step=10, start="", end="", **same).astype({"position": "Int64"})


def test_depths_are_averaged_over_seeds_and_totals_left_out() -> None:
    table = by_depth(rows())
    assert len(table) == 2 * 2 * 2 and set(table["position"]) == {0, 100} and set(table["n"]) == {3}
    one = table[(table["series"] == "rope") & (table["eval_length"] == 128) & (table["position"] == 100)].iloc[0]
    assert one["mean"] == pytest.approx(0.21) and one["std"] == pytest.approx(0.01)


def test_all_maps_have_the_same_axes_and_colours() -> None:
    table = by_depth(rows())
    short = table[(table["series"] != "rope") | (table["eval_length"] == 64)]
    made = depth_maps(short)
    assert list(made) == ["rope", "alibi"]
    first, second = (chart.spec["encoding"] for _, chart in made.values())
    assert first["x"]["scale"] == second["x"]["scale"] == {"domain": [64, 128]}
    assert first["color"]["scale"] == second["color"]["scale"] and first["color"]["scale"]["domain"] == [0, 1]
    assert set(made["rope"][1].datasets["cells"]["length"]) == {64}, "what was not measured stays blank"
    whole = depth_maps_together(list(made.values()))
    assert len(whole.spec["concat"]) == 2 and set(whole.datasets) == {"cells_rope", "cells_alibi"}
    assert len(whole.table) == len(short)


def test_an_axis_that_is_given_stays() -> None:
    values = rows().assign(used=True, replaces=[()] * len(rows()))
    values = values[values["position"].isna()]
    chart = lengths(values, 64, "exact_match", y_domain=[-0.03, 1.03])
    domains = [
        layer["encoding"]["y"]["scale"]["domain"]
        for layer in chart.spec["layer"]
        if layer["encoding"].get("y", {}).get("scale")
    ]
    assert domains and all(domain == [-0.03, 1.03] for domain in domains)


def test_loss_against_accuracy_has_a_point_and_a_shape_for_each_encoding() -> None:
    both = pd.DataFrame(
        {
            "series": ["rope", "alibi"], "encoding": ["rope", "alibi"], "loss": [1.6, 1.7], "loss_std": [0.01, 0.02],
            "loss_n": [5, 5], "accuracy": [0.2, 0.9], "accuracy_std": [0.1, 0.0], "accuracy_n": [3, 2],
        }
    )  # fmt: skip
    chart = against(both, [-0.03, 1.03])
    points = chart.datasets["points"]
    assert list(points["loss_lo"]) == pytest.approx([1.59, 1.68]) and list(points["accuracy_hi"]) == pytest.approx(
        [0.3, 0.9]
    )
    shape = chart.spec["layer"][-1]["encoding"]["shape"]["scale"]
    assert shape["domain"] == ["RoPE (n=3)", "ALiBi (n=2)"] and len(set(shape["range"])) == 2
    colours = chart.spec["layer"][-1]["encoding"]["color"]["scale"]["range"]
    assert colours == [ENCODINGS[name].colour for name in ("rope", "alibi")]
