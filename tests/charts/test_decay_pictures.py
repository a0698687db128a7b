"""The pictures of decay: nothing hidden by thinning, and specs that stay while numbers change."""

import json

import numpy as np
import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from core.charts import decay as charts
from core.charts import decay_data, decay_specs
from core.charts.chart import Chart
from core.charts.decay_data import REACH, Feasible
from core.charts.decay_specs import LIVE, PRESETS, DecayWords
from core.positions.base_bound import Least
from core.positions.decay import mean_cosine
from core.positions.rope import inv_freq

WORDS = DecayWords()


@given(st.integers(1, 5000), st.booleans(), st.integers(0, 2**32 - 1))
def test_thinning_keeps_every_distance_and_every_extreme(count: int, log: bool, seed: int) -> None:
    start = 1 if log else 0
    if count <= start:
        return
    values = np.random.default_rng(seed).normal(size=count)
    rows = decay_data.thinned(values, log)
    assert len(rows) <= 300
    covered = [at for first, last in zip(rows["first"], rows["last"], strict=True) for at in range(first, last + 1)]
    assert covered == list(range(start, count))
    for row in rows.itertuples():
        part = values[row.first : row.last + 1]
        assert (row.low, row.high) == (part.min(), part.max())
        assert row.mean == pytest.approx(part.mean(), abs=1e-12) and row.first <= row.x <= row.last


def test_a_million_distances_keep_their_minimum() -> None:
    found = decay_data.curve(128, 1e6, 32_768)
    assert len(found.rows) <= 300 and found.rows["last"].iloc[-1] == REACH - 1
    row = found.rows[(found.rows["first"] <= 28_259) & (found.rows["last"] >= 28_259)].iloc[0]
    assert row["low"] == pytest.approx(mean_cosine(inv_freq(128, 1e6), np.array([28_259]))[0], abs=1e-11)
    assert found.least.distance == found.fall.lowest_at == 28_259
    assert found.at_marks[500] == pytest.approx(mean_cosine(inv_freq(128, 1e6), np.array([500]))[0], abs=1e-11)


def test_the_facts_are_those_of_the_context_alone() -> None:
    assert decay_data.curve(128, 1e4, 1024).fall.first_negative is None
    assert decay_data.curve(128, 1e4, 2048).fall.first_negative == 1707
    assert decay_data.curve(128, 1e4, 2048, log=False).rows["last"].iloc[-1] == 2047


@pytest.mark.parametrize("dim", [16, 64, 96, 256])
@pytest.mark.parametrize("base", [10.0, 1e3, 1e6, 1e8])
def test_axes_hold_every_value(dim: int, base: float) -> None:
    found = decay_data.curve(dim, base, 64)
    assert decay_data.floor(dim) <= found.rows["low"].min()
    assert found.bound["value"].between(0.5, dim / 2).all()


def test_marks_stand_apart_on_a_linear_axis() -> None:
    assert decay_data.marks(REACH, log=True)["x"].tolist() == list(decay_data.MARKS)
    assert decay_data.marks(32_768, log=False)["x"].tolist() == [1, 8_000]


def test_feasible_by_hand() -> None:
    frame = decay_data.bases(128, 32_768)
    rows = frame.head(6).assign(low=[-3, -2, -1, 1, -1, 2], high=[-2, -1, 1, 2, 1, 3])
    bases = rows["base"].tolist()
    assert decay_data.feasible(rows) == Feasible(60, bases[2], bases[4])
    assert decay_data.feasible(rows.head(2)) == Feasible(20, None, bases[1])
    assert decay_data.feasible(rows.tail(1)) == Feasible(10, bases[5], None)


def test_bases_of_the_file_and_of_another_length() -> None:
    held, computed = decay_data.bases(128, 1024), decay_data.bases(128, 1000)
    assert held["tried"].sum() == 1800 and computed["tried"].sum() == 180
    assert (held["x"].between(held["base"], held["up_to"])).all() and (computed["low"] == computed["high"]).all()
    found = decay_data.feasible(held)
    # The published least base at 1,024, and the last that was seen to fail, each within its row of the ladder.
    assert found.first / 1.13 <= 4294 <= found.first * 1.13 and found.last_refused <= 6018 <= found.last_refused * 1.13


def test_published_bases_beside_ours() -> None:
    table = decay_data.published().set_index("context")
    assert table.loc[4_096, "published_sum"] == pytest.approx(-0.48, abs=0.005)
    assert table.loc[1_024, "published_sum"] > 0 and table.loc[1_024, "our_base"] == 4_294


def drawn(base: float, log: bool = True, presets: tuple[str, ...] = tuple(PRESETS)) -> list[Chart]:
    """The three charts of the page for a head of 64 and 4,096 tokens."""
    looks = decay_specs.looks(presets, WORDS)
    curves = {name: decay_data.curve(64, base if name == LIVE else float(name), 4096, log) for name in looks}
    series = list(looks.values())
    named = charts.named_bases(128, 4096, "published", "ours")
    base_spec = decay_specs.base_spec(WORDS)
    least = curves[LIVE].least
    return [
        charts.decay(decay_specs.decay_spec(series, WORDS, -1, log), curves, looks, 4096, log, WORDS),
        charts.bases(base_spec, decay_data.bases(64, 4096), base, least, named, WORDS),
        charts.bound(decay_specs.bound_spec(series, WORDS), curves, looks, 4096, WORDS),
    ]


def test_specs_stay_while_the_base_moves() -> None:
    for one, other in zip(drawn(1e4), drawn(123_456.7), strict=True):
        assert json.dumps(one.spec) == json.dumps(other.spec)
        assert json.dumps(one.standalone()) != json.dumps(other.standalone())


@pytest.mark.parametrize("log", [True, False])
def test_a_renderer_draws_every_base(log: bool) -> None:
    fall, bases, bound = drawn(2e4, log)
    svg = vl_convert.vegalite_to_svg(fall.standalone())
    assert svg.count('aria-roledescription="line mark container"') >= 1
    for label in ("the dragged base", "10,000", "500,000", "1,000,000", "10,000,000", "context 4,096"):
        assert f">{label}<" in svg
    assert ">published<" in vl_convert.vegalite_to_svg(bases.standalone())
    assert vl_convert.vegalite_to_svg(bound.standalone())


def test_only_the_dragged_base_can_be_drawn() -> None:
    fall = drawn(2e4, presets=())[0]
    assert set(fall.datasets["rows"]["series"].astype(str)) == {"the dragged base"}
    assert set(fall.table["base"]) == {2e4}


def test_no_name_where_nothing_was_published() -> None:
    assert charts.named_bases(64, 4096, "p", "o").empty and charts.named_bases(128, 5000, "p", "o").empty
    assert (
        charts.bases(
            decay_specs.base_spec(WORDS),
            decay_data.bases(64, 4096),
            1e4,
            Least(1.0, 5),
            charts.named_bases(64, 1, "p", "o"),
            WORDS,
        )
        .table["tried"]
        .sum()
        == 1800
    )


def test_colours_are_told_apart_and_stand_out() -> None:
    from tests.pages.test_theme import contrast

    looks = decay_specs.looks(tuple(PRESETS), WORDS).values()
    assert len({one.colour for one in looks}) == len({one.dash for one in looks}) == len(looks)
    assert all(min(contrast(one.colour, "#FFFFFF"), contrast(one.colour, "#10161F")) >= 3 for one in looks)


def test_a_base_appears_once_at_real_distances() -> None:
    curves = {LIVE: decay_data.curve(64, 1e6, 4096), "1000000": decay_data.curve(64, 1e6, 4096)}
    table = charts.at_marks(curves, WORDS)
    assert table["base"].tolist() == ["1,000,000"] and len(table.columns) == 1 + len(decay_data.MARKS)
