"""The replay's spec: signals, snapping and responsive layout, judged by Vega itself through vl-convert."""

import json
import re

import numpy as np
import pandas as pd
import pytest
import vl_convert

from core.charts import ReplayWords, SeriesWords, replay
from core.charts.chart import Chart
from tests.charts.conftest import SEVEN

from .conftest import LENGTHS, STEPS, Study


@pytest.fixture(scope="module")
def chart(study: Study) -> Chart:
    return replay(study.rows, 128, study.runs)


def at(chart: Chart, step: int, width: int = 1000) -> str:
    """The SVG that Vega draws with the slider at the step."""
    spec = json.loads(json.dumps(chart.spec)) | {"width": width}
    next(one for one in spec["signals"] if one["name"] == "replay_step")["value"] = step
    return vl_convert.vega_to_svg(spec)


def signal(chart: Chart, name: str) -> dict:
    return next(one for one in chart.spec["signals"] if one["name"] == name)


def marks(svg: str, name: str) -> int:
    """How many items the marks of that name have."""
    groups = re.findall(rf'class="mark-\w+ role-mark {name}"[^>]*[^/>]>(.*?)</g>', svg)
    return sum(group.count("<path") for group in groups)


def test_both_panels_move_with_the_step(chart: Chart) -> None:
    first, later = at(chart, 50), at(chart, 150)
    assert first.count("training step 50<") == later.count("training step 150<") == 2
    paths = [
        re.findall(rf'mark-line role-mark line_{name}".*?d="([^"]*)"', svg)
        for svg in (first, later)
        for name in ("curve", "lengths")
    ]
    assert paths[0] != paths[2] and paths[1] != paths[3]
    assert [path.count("L") for path in paths[0]] == [1] * 7 and [path.count("L") for path in paths[2]] == [3] * 7


def test_heads_and_points_are_complete(chart: Chart) -> None:
    svg = at(chart, 100)
    assert marks(svg, "head") == 7
    assert marks(svg, "point") == 6 * len(LENGTHS) + len(LENGTHS) + 1  # learned forced, and learned at 128


@pytest.mark.parametrize(
    ("asked", "shown"), [(0, "0"), (49, "0"), (50, "50"), (199, "150"), (200, "200"), (999, "200")]
)
def test_any_step_snaps_to_the_evaluation_before_it(chart: Chart, asked: int, shown: str) -> None:
    assert at(chart, asked).count(f"training step {shown}<") == 2


def test_axes_stay_put_over_the_whole_replay(chart: Chart) -> None:
    ticks = [re.findall(r"role-axis-label.*?</g>", at(chart, step)) for step in STEPS]
    assert all(other == ticks[0] for other in ticks)


def test_slider_reaches_every_evaluation_even_an_uneven_last_one(study: Study) -> None:
    rows = study.rows.assign(step=study.rows["step"].replace(200, 170))
    bind = signal(replay(rows, 128, study.runs), "replay_step")["bind"]
    assert (bind["min"], bind["max"], bind["step"]) == (0, 170, 10)


def test_play_stops_at_the_end_and_starts_again_from_the_first(chart: Chart) -> None:
    step, play = signal(chart, "replay_step"), signal(chart, "replay_play")
    assert play["value"] is False and play["bind"]["input"] == "checkbox"
    assert "replay_play && replay_step >= 200 ? 0" in step["on"][1]["update"]
    assert play["on"][0]["update"] == "replay_play && replay_step < 200"
    assert all("filter" not in on["events"] for one in (step, play) for on in one["on"])  # Streamlit cannot read one


def test_diverged_series_ends_with_crosses(chart: Chart) -> None:
    assert marks(at(chart, 150), "gap") == 0
    assert marks(at(chart, 200), "gap") == 1 + len(LENGTHS)


def test_panels_stand_side_by_side_or_below_each_other(chart: Chart) -> None:
    def size(svg: str) -> tuple[int, int]:
        return tuple(int(value) for value in re.search(r'<svg[^>]*width="(\d+)" height="(\d+)"', svg).groups())

    wide, narrow = size(at(chart, 0, 1200)), size(at(chart, 0, 360))
    assert wide[0] == 1200 and narrow[0] == 360
    assert narrow[1] > 1.5 * wide[1]


def test_colours_and_dashes_are_the_registrys(chart: Chart) -> None:
    scales = {scale["name"]: scale for scale in chart.spec["marks"][0]["scales"]}
    assert set(scales["colour"]["range"]) == {one.colour for one in SEVEN.values()}
    assert all((list(one.dash) or [1, 0]) in scales["dash"]["range"] for one in SEVEN.values())


def test_data_stand_where_streamlit_leaves_them(chart: Chart) -> None:
    assert "data" not in chart.spec and chart.for_streamlit() == chart.spec
    assert len(json.dumps(chart.spec)) < 80_000


def test_log_axis_needs_no_other_data(study: Study) -> None:
    rows = study.rows.reset_index(drop=True)
    rows.loc[rows["series"].eq("rope") & rows["step"].eq(100), "value"] = 0.0
    svg = at(replay(rows, 128, study.runs, log_y=True), 200)
    assert marks(svg, "head") == 6 and "NaN" not in "".join(re.findall(r' d="([^"]*)"', svg))


def test_words_and_hostile_names_are_only_text(study: Study) -> None:
    name = 'a\'b\\c "d" <script> 中文'
    rows = study.rows.query("encoding == 'rope'").astype({"encoding": object, "series": object})
    rows = rows.assign(encoding=name, series=name)
    words = ReplayWords(curve_title="l'entraînement \\", step='步数 "x"', series=SeriesWords(n="{n} 个"))
    svg = at(replay(rows, 128, None, words=words), 100)
    assert "<script>" not in svg and len(re.findall(r'步数 (?:"|&quot;)x(?:"|&quot;) 100<', svg)) == 2
    assert marks(svg, "head") == 1


def test_single_evaluation_is_a_still_picture(study: Study) -> None:
    svg = at(replay(study.rows[study.rows["step"] == 0], 128, study.runs), 0)
    assert marks(svg, "head") == 7


def test_nothing_to_replay_is_said(study: Study) -> None:
    with pytest.raises(ValueError, match="nothing to replay"):
        replay(study.rows.iloc[:0], 128)


def test_table_holds_what_is_drawn(chart: Chart) -> None:
    assert isinstance(chart.table, pd.DataFrame) and len(chart.table) == len(STEPS) * (7 + 50)
    assert np.isfinite(chart.table["mean"]).sum() == len(chart.table) - 8
