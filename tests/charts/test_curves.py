"""Loss while training: the frames, the spec, and that a renderer draws every series."""

import json
import re

import numpy as np
import pandas as pd
import pytest
import vl_convert

from core.charts import AXES, BANDS, CurveOptions, CurveWords, SeriesWords, curve_data, curves
from tests.charts.conftest import SEVEN

from .conftest import Study


def encodings_of(spec: dict) -> list[dict]:
    return [layer["encoding"] for layer in spec["layer"]]


def lines_drawn(svg: str) -> int:
    return len(re.findall(r'class="mark-line[^"]*"[^>]*aria-roledescription="line mark container"', svg))


def test_colour_and_dash_are_the_registrys(study: Study) -> None:
    chart = curves(study.val(), study.runs)
    colour = next(e["color"]["scale"] for e in encodings_of(chart.spec) if "color" in e)
    dash = next(e["strokeDash"]["scale"] for e in encodings_of(chart.spec) if "strokeDash" in e)
    assert colour["range"] == [one.colour for one in SEVEN.values()]
    assert dash["range"] == [list(one.dash) or [1, 0] for one in SEVEN.values()]
    assert [label.rsplit(" (n", 1)[0] for label in colour["domain"]] == [one.label for one in SEVEN.values()]


def test_data_is_named_and_no_field_is_a_name_from_a_run(study: Study) -> None:
    chart = curves(study.val(), study.runs)
    assert {layer["data"]["name"] for layer in chart.spec["layer"]} == set(chart.datasets)
    fields = set(re.findall(r'"field": "([^"]+)"', json.dumps(chart.spec)))
    ours = {"series", "seed", "attempt", "step", "what", "text", "x", "value", "mean", "lo", "hi", "smooth"}
    assert fields <= ours | {f"r{i}" for i in range(7)}


@pytest.mark.parametrize("log_y", [False, True])
def test_axes_stay_put_whatever_is_drawn(study: Study, log_y: bool) -> None:
    specs = [
        curves(study.val(), study.runs, CurveOptions(band=band, smoothing=amount, log_y=log_y)).spec
        for band in BANDS
        for amount in (0, 0.8)
    ]
    means = [e for spec in specs for e in encodings_of(spec) if e.get("y", {}).get("field") == "mean"]
    domains = {json.dumps([e[channel]["scale"]["domain"] for channel in "xy"]) for e in means}
    assert len(domains) == 1


@pytest.mark.parametrize("x", AXES)
@pytest.mark.parametrize("band", BANDS)
def test_a_renderer_draws_every_series(study: Study, x: str, band: str) -> None:
    options = CurveOptions(x=x, band=band, members=band == "t", log_y=band == "t", smoothing=0.5 * (x == "step"))
    chart = curves(study.val(), study.runs, options)
    svg = vl_convert.vegalite_to_svg(chart.standalone())
    expected = 7 * (1 + (x == "step")) + 21 * (band == "t")
    assert lines_drawn(svg) == expected
    assert svg.count("✕") == 1  # the seed that diverged


def test_smoothing_leaves_the_raw_curve_and_the_table(study: Study) -> None:
    plain = curves(study.val(), study.runs)
    smooth = curves(study.val(), study.runs, CurveOptions(smoothing=0.9))
    assert plain.datasets["means"]["mean"].equals(smooth.datasets["means"]["mean"])
    assert plain.table.equals(smooth.table)
    assert plain.datasets["means"]["smooth"].isna().all() and smooth.datasets["means"]["smooth"].notna().any()


def test_mean_stops_where_a_seed_diverged(study: Study) -> None:
    table = curves(study.val(), study.runs).table
    raw = table[table["series"].astype(str).str.startswith("Sinusoidal, unscaled")]
    assert raw["mean"].isna().tolist() == [False] * 4 + [True]
    assert raw["series"].iloc[0].endswith("(n=2 of 3)")


def test_t_band_is_wider_than_std_and_one_seed_has_none(study: Study) -> None:
    std, t = (curves(study.val(), study.runs, CurveOptions(band=b)).datasets["means"] for b in ("std", "t"))
    rope = std["series"].astype(str).str.startswith("RoPE (")
    wider = (t["hi"] - t["lo"])[rope] / (std["hi"] - std["lo"])[rope]
    assert wider.to_numpy() == pytest.approx(4.302653 / np.sqrt(3), rel=1e-3)
    single = study.val().query("seed == 0")
    assert curves(single, study.runs[study.runs["seed"] == 0]).datasets["means"]["lo"].isna().all()


def test_read_out_is_complete_and_sorted(study: Study) -> None:
    hover = curves(study.val(), study.runs).datasets["hover"]
    assert hover["step"].tolist() == [0, 50, 100, 150, 200]
    first = hover.iloc[0]
    values = [float(re.search(r": ([\d.]+)", first[f"r{i}"])[1]) for i in range(7)]
    assert values == sorted(values) and len({first[f"r{i}"] for i in range(7)}) == 7
    assert "NaN" in hover.iloc[-1]["r6"]


def test_zero_on_a_log_axis_is_a_gap_and_a_mark(study: Study) -> None:
    rows = study.val().reset_index(drop=True)
    rows.loc[(rows["series"] == "rope") & (rows["step"] == 100), "value"] = 0.0
    chart = curves(rows, study.runs, CurveOptions(log_y=True, members=True))
    assert (chart.datasets["means"]["mean"].dropna() > 0).all()
    assert (chart.datasets["lines"]["value"].dropna() > 0).all()
    zeros = chart.datasets["odd"].query("what == '0'")
    assert len(zeros) == 3
    y = next(e["y"]["scale"] for e in encodings_of(chart.spec) if e.get("y", {}).get("field") == "mean")
    assert y["type"] == "log" and y["domain"][0] > 1
    assert lines_drawn(vl_convert.vegalite_to_svg(chart.standalone())) == 7 + 21


def test_words_are_the_callers(study: Study) -> None:
    words = CurveWords(x="训练步数", y="损失", encoding="位置编码", series=SeriesWords(labels={"rope": "旋转"}))
    text = json.dumps(curves(study.val(), study.runs, None, words).spec, ensure_ascii=False)
    assert all(word in text for word in ("训练步数", "损失", "位置编码", "旋转")) and "validation" not in text


def test_hostile_names_are_only_data(study: Study) -> None:
    name = "<script>alert('x')</script> [0].y\" 中文"
    rows = study.val().query("encoding == 'rope'").astype({"encoding": object, "series": object})
    rows = rows.assign(encoding=name, series=name)
    svg = vl_convert.vegalite_to_svg(curves(rows).standalone())
    assert lines_drawn(svg) == 1 and "<script>" not in svg


def test_long_curves_are_thinned_on_screen_and_whole_in_the_table(study: Study) -> None:
    one = study.val().query("name == 'rope-s0' and step == 0")
    rows = pd.concat([one.assign(step=i, value=2 + np.sin(i)) for i in range(2000)])
    chart = curves(rows)
    assert len(chart.datasets["means"]) <= 2 * curve_data.MOST_POINTS and len(chart.table) == 2000


def test_nothing_to_draw_is_said(study: Study) -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        curves(study.val().iloc[:0])


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="band"):
        CurveOptions(band="iqr")
