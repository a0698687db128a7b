"""The look of a series: one colour, dash and label everywhere, legible on both backgrounds and without colour."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from core.charts.series import SeriesWords, looks
from core.positions.encodings import ENCODINGS
from core.positions.scaling import SCALINGS

BACKGROUNDS = ("#FFFFFF", "#0E1117")


def linear_rgb(colour: str) -> np.ndarray:
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    light, dark = sorted((linear_rgb(c) @ [0.2126, 0.7152, 0.0722] for c in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def frame(*rows: tuple) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["encoding", "series", "split", "n", "asked"])


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_colour_stands_out_from_the_background(name: str, background: str) -> None:
    assert contrast(ENCODINGS[name].colour, background) >= 3


@pytest.mark.parametrize("pair", list(combinations(ENCODINGS, 2)), ids="-".join)
def test_no_two_encodings_are_told_by_colour_alone(pair: tuple[str, str]) -> None:
    one, other = (ENCODINGS[name] for name in pair)
    assert one.colour != other.colour and one.dash != other.dash and one.label != other.label


def test_order_is_the_registrys_and_strangers_come_last() -> None:
    rows = [(name, name, "val", 3, 3) for name in ["zebra <b>", "rope", "none"]]
    assert list(looks(frame(*rows), SeriesWords())) == ["none", "rope", "zebra <b>"]


def test_label_tells_n_and_who_is_missing() -> None:
    made = looks(frame(("rope", "rope", "val", 3, 3), ("none", "none", "val", 2, 3)), SeriesWords())
    assert [one.label for one in made.values()] == ["None (NoPE) (n=2 of 3)", "RoPE (n=3)"]


def test_forced_has_the_same_colour_and_another_dash() -> None:
    rows = [("learned", "learned", "val", 3, 3), ("learned", "learned, forced", "forced", 3, 3)]
    plain, forced = looks(frame(*rows), SeriesWords(forced="gezwungen")).values()
    assert plain.colour == forced.colour and plain.dash != forced.dash and "gezwungen" in forced.label


def test_a_stretched_series_looks_like_its_rule_and_never_like_another_line() -> None:
    names = ("rope", "rope, yarn x4", "rope, yarn x4 beta_fast=16", "rope, linear x4", "rope, homemade x4")
    made = looks(frame(*[("rope", name, "val", 3, 3) for name in names]), SeriesWords(rules={"linear": "线性"}))
    assert made["rope, yarn x4"].colour == made["rope, yarn x4 beta_fast=16"].colour == SCALINGS["yarn"].colour
    assert made["rope, linear x4"].colour == SCALINGS["linear"].colour
    assert len({one.dash for one in made.values() if one.title != "RoPE, homemade x4"}) == 4
    assert made["rope, linear x4"].title == "RoPE, 线性 ×4"
    assert made["rope, yarn x4 beta_fast=16"].title == "RoPE, YaRN (released code) ×4 beta_fast=16"
    assert made["rope, homemade x4"].title == "RoPE, homemade x4"


def test_labels_can_be_translated() -> None:
    made = looks(frame(("none", "none", "val", 3, 3)), SeriesWords(labels={"none": "无位置"}, n="{n} 个种子"))
    assert made["none"].label == "无位置 (3 个种子)"
