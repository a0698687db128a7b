"""A calculator that starts from a known model: the list sets the sliders, and shows the model that they stand at."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.positions.presets import rotations
from pages.ui.start import models

Open = Callable[..., AppTest]
# gpt-oss as its file says: a head of 64, base 150,000, 4,096 positions before YaRN.
GPT_OSS = {"rope_theta": "150000", "head_dim": "64", "length": "4096"}
# Of its 32 pairs those with 2 pi 150000 ** (i / 32) above 4,096 finish no turn: from i = 18 on.
HEADLINES = {
    "calculators/frequencies.py": "14 of 32 pairs never finish a turn in 4,096 tokens",
    "calculators/decay.py": "Base 150,000: first below zero at distance",
    "calculators/extension.py": "From 4,096 to 16,384 tokens",
}


@pytest.mark.parametrize("file", HEADLINES)
def test_a_chosen_model_sets_the_sliders_and_the_url(app: Open, file: str) -> None:
    at = app(file, "empty", rope_theta="20000", lang="en")
    assert at.selectbox(key="start").value is None
    at.selectbox(key="start").select("gpt-oss 20B").run()
    assert not at.exception and at.subheader[0].value.startswith(HEADLINES[file])
    assert all(at.query_params[key] in (value, [value]) for key, value in GPT_OSS.items())


@pytest.mark.parametrize("file", HEADLINES)
def test_the_list_shows_the_model_that_a_link_stands_for(app: Open, file: str) -> None:
    assert app(file, "empty", **GPT_OSS).selectbox(key="start").value == "gpt-oss 20B"
    assert app(file, "empty", **GPT_OSS | {"length": "8192"}).selectbox(key="start").value is None


def test_every_model_that_turns_is_there_by_layer_type() -> None:
    assert set(models()) == set(rotations())
    sliding, full = (models()[f"Gemma 3 4B · {kind}_attention"] for kind in ("sliding", "full"))
    assert (sliding["rope_theta"], sliding["length"]) == (1e4, 1024) and full["rope_theta"] == 1e6
