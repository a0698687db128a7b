"""Loss by length, by position and paired differences."""

import json
import re

import numpy as np
import pandas as pd
import pytest
import vl_convert

from core.charts import LengthWords, by_position, differences, length_data, lengths
from core.results import paired
from tests.charts.conftest import SEVEN

from .conftest import LENGTHS, Study, loss


def x_of(spec: dict) -> dict:
    return next(layer["encoding"]["x"] for layer in spec["layer"] if "x" in layer["encoding"])


def test_x_is_log_2_with_every_length_labelled(study: Study) -> None:
    x = x_of(lengths(study.values, 128).spec)
    assert (x["scale"]["type"], x["scale"]["base"]) == ("log", 2)
    assert x["axis"]["values"] == list(LENGTHS)


def test_means_by_hand(study: Study) -> None:
    table = lengths(study.values, 128).table.query("series == 'ALiBi (n=3)' and eval_length == 512")
    seeds = [loss("alibi", seed, 200, 512) for seed in range(3)]
    assert table["mean"].item() == pytest.approx(np.mean(seeds))
    assert table["std"].item() == pytest.approx(np.std(seeds, ddof=1))


def test_ratio_is_taken_run_by_run(study: Study) -> None:
    table = lengths(study.values, 128, "window_loss", ratio=True).table
    rope = table[table["series"].astype(str).str.startswith("RoPE (")].set_index("eval_length")
    ratios = [loss("rope", seed, 200, 1024) / loss("rope", seed, 200, 128) for seed in range(3)]
    assert rope["mean"][1024] == pytest.approx(np.mean(ratios)) and rope["mean"][128] == 1
    assert rope["std"][1024] == pytest.approx(np.std(ratios, ddof=1))


def test_diverged_seed_is_counted_and_not_averaged(study: Study) -> None:
    table = lengths(study.values, 128).table
    raw = table[table["series"].astype(str).str.startswith("Sinusoidal, unscaled")]
    assert (raw["n"] == 2).all() and (raw["asked"] == 3).all()


def test_learned_table_ends_with_a_mark_and_goes_on_forced(study: Study) -> None:
    chart = lengths(study.values, 128, words=LengthWords(table_ends="Ende"))
    ends = chart.datasets["table_ends"]
    assert ends["x"].tolist() == [128] and ends["text"].tolist() == ["Learned table: Ende"]
    means = chart.datasets["means"].astype({"series": str})
    assert means[means["series"] == "Learned table (n=3)"]["x"].max() == 128
    assert means[means["series"] == "Learned table, forced (n=3)"]["x"].max() == 1024


def test_training_length_is_marked_and_labelled(study: Study) -> None:
    svg = vl_convert.vegalite_to_svg(lengths(study.values, 128).standalone())
    assert ">training length 128<" in svg


@pytest.mark.parametrize("dots", [False, True])
def test_a_renderer_draws_every_mean_and_every_seed(study: Study, dots: bool) -> None:
    chart = lengths(study.values, 128, dots=dots)
    svg = vl_convert.vegalite_to_svg(chart.standalone())
    assert len(re.findall(r'aria-roledescription="circle"', svg)) == 6 * 7 + 1 + 7
    rings = 21 * 7 + 3 - 7  # all seeds of six encodings and learned forced, learned at 128, less the diverged run
    assert len(re.findall(r'aria-roledescription="point"', svg)) == (rings if dots else 0) + 1


def test_y_domain_does_not_depend_on_the_dots(study: Study) -> None:
    both = [
        json.dumps(lengths(study.values, 128, dots=dots).spec["layer"][2]["encoding"]["y"]) for dots in (False, True)
    ]
    assert both[0] == both[1]


def test_position_buckets_by_hand(study: Study) -> None:
    table = length_data.positions(study.rows, study.runs)
    rope = table[table["series"] == "rope"].set_index("position")
    by_hand = np.mean([[loss("rope", seed, 200, 128 + p) for p in range(32, 48)] for seed in range(3)])
    assert rope["mean"][32] == pytest.approx(by_hand) and rope["x"][32] == 39.5
    assert len(rope) == 1024 // 16


def test_bucket_with_a_nan_has_no_mean(study: Study) -> None:
    rows = study.rows.query("name == 'rope-s0' and metric == 'position_loss'").reset_index(drop=True)
    rows.loc[5, "value"] = np.nan
    assert length_data.positions(rows)["mean"].isna().tolist() == [True] + [False] * 63


def test_by_position_draws_and_says_its_buckets(study: Study) -> None:
    chart = by_position(study.rows, 128, study.runs)
    svg = vl_convert.vegalite_to_svg(chart.standalone())
    assert "means of 16 positions" in svg
    assert chart.datasets["table_ends"]["x"].tolist() == [119.5]
    assert len(chart.table) == 7 * 64


def test_nothing_to_draw_is_said(study: Study) -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        lengths(study.values, 128, metric="perplexity")
    with pytest.raises(ValueError, match="loss by position"):
        by_position(study.rows[study.rows["metric"] == "loss"], 128)


def test_differences_show_every_pair_the_interval_and_zero(study: Study) -> None:
    chart = differences(paired(study.values, "rope", "val_loss"))
    assert len(chart.datasets["seeds"]) == 5 * 3 + 2
    svg = vl_convert.vegalite_to_svg(chart.standalone())
    assert len(re.findall(r'aria-roledescription="circle"', svg)) == 17
    domain = chart.spec["layer"][1]["encoding"]["x"]["scale"]["domain"]
    assert domain[0] < 0 < domain[1]
    colours = chart.spec["layer"][1]["encoding"]["color"]["scale"]["range"]
    assert colours == [one.colour for name, one in SEVEN.items() if name != "rope"]


def test_differences_of_one_pair_have_no_interval(study: Study) -> None:
    values = study.values[study.values["seed"] == 0]
    chart = differences(paired(values, "rope", "val_loss"))
    assert chart.datasets["means"]["lo"].isna().all() and len(chart.datasets["seeds"]) == 6
    assert isinstance(chart.table, pd.DataFrame) and set(chart.table["verdict"]) == {"too few seeds"}
    vl_convert.vegalite_to_svg(chart.standalone())
