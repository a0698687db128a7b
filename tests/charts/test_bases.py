"""Bases in pictures: an ordered sequence of colours, legible on both backgrounds, and no two alike."""

import itertools

import pandas as pd
import pytest

from core.charts.bases import base_look, base_of
from core.charts.series import SeriesWords, looks
from core.positions.encodings import ENCODINGS
from tests.charts.test_series import BACKGROUNDS, contrast, frame, linear_rgb

SWEEP = (20, 100, 1000, 10_000, 100_000)


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_every_base_stands_out_from_the_background(background):
    for tenths in range(0, 71):
        assert contrast(base_look(10 ** (tenths / 10))[0], background) >= 3


def test_a_larger_base_is_a_lighter_colour():
    luminance = [linear_rgb(base_look(base)[0]) @ [0.2126, 0.7152, 0.0722] for base in SWEEP]
    assert luminance == sorted(luminance) and len(set(luminance)) == len(SWEEP)


def test_no_two_bases_are_told_by_colour_alone_and_none_looks_like_an_encoding():
    for one, other in itertools.combinations(map(base_look, SWEEP), 2):
        assert one[0] != other[0] and one[1] != other[1]
    shown = {(record.colour, tuple(record.dash)) for record in ENCODINGS.values()}
    assert not shown & {base_look(base) for base in SWEEP}


def test_a_base_looks_the_same_whichever_others_are_shown_and_stands_in_its_order():
    names = [f"rope, rope_theta={base}" for base in (100_000, 20, 10_000, 100)]
    rows = [("rope", name, "val", 3, 3) for name in names]
    made = looks(frame(*rows, ("alibi", "alibi", "val", 5, 5)), SeriesWords(base="底数 {base}"))
    alone = looks(frame(rows[0]), SeriesWords())
    assert made[names[0]].colour == alone[names[0]].colour and made[names[0]].dash == alone[names[0]].dash
    titles = [one.title for one in made.values()]
    assert titles == ["RoPE, 底数 20", "RoPE, 底数 100", "RoPE, 底数 10,000", "RoPE, 底数 100,000", "ALiBi"]


@pytest.mark.parametrize("name", ["rope", "rope, yarn x4", "rope, rope_theta=many", "rope, rope_theta=-1", "a, x=1"])
def test_what_names_no_base_looks_like_its_encoding(name):
    assert base_of(name) is None
    encoding = name.partition(",")[0]
    made = looks(pd.DataFrame([(encoding, name, "val", 3, 3)], columns=["encoding", "series", "split", "n", "asked"]),
                 SeriesWords())  # fmt: skip
    assert made[name].label.endswith("(n=3)")
