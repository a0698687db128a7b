"""The calculators: each slider at both ends by its link, in both languages, and what the pages say in figures."""

import json
from collections.abc import Callable
from itertools import product

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from core.positions.extension import COMPARED
from pages.ui import ladders, live
from tests.pages.opened import shown

Open = Callable[..., AppTest]
FREQUENCIES = "calculators/frequencies.py"
SLIDERS = {
    "rope_theta": ladders.ROPE_THETA,
    "head_dim": ladders.HEAD_DIM,
    "share": ladders.SHARE,
    "length": ladders.LENGTH,
}
EXTENSION = "calculators/extension.py"
SLIDERS |= {"factor": (2.0, 64.0), "target": (128.0, 67_108_864.0)}
ENDS = {
    FREQUENCIES: ("rope_theta", "head_dim", "share", "length"),
    EXTENSION: ("rope_theta", "head_dim", "length", "factor"),
}


def rows(at: AppTest, name: str) -> list[dict]:
    """The rows of a picture's named data."""
    for chart in at.get("vega_lite_chart"):
        for data in chart.proto.datasets:
            if data.name == name:
                return pa.ipc.open_stream(data.data.data).read_all().to_pylist()
    raise AssertionError(f"no picture has the data {name}")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("file", "key", "end"), [(file, key, end) for file, keys in ENDS.items() for key, end in product(keys, (0, -1))]
)
def test_each_slider_at_both_ends(app: Open, file: str, key: str, end: int, lang: str) -> None:
    at = app(file, "empty", lang=lang, **{key: live.written(SLIDERS[key][end])})
    assert not at.exception
    assert "NaN" not in shown(at) and "inf" not in shown(at).split()
    for chart in at.get("vega_lite_chart"):
        assert chart.proto.alt and json.loads(chart.proto.spec)


@pytest.mark.parametrize(
    ("rope_theta", "head_dim", "share", "length"),
    list(product(("10", "100000000"), ("16", "256"), ("0.125", "1"), ("64", "1048576"))),
)
def test_frequencies_in_every_corner(app: Open, rope_theta: str, head_dim: str, share: str, length: str) -> None:
    query = {"rope_theta": rope_theta, "head_dim": head_dim, "share": share, "length": length}
    for share_of in ("partial", "proportional"):
        at = app(FREQUENCIES, "empty", share_of=share_of, **query)
        assert not at.exception
        assert len(rows(at, "pairs")) == int(head_dim) * float(share) // 2


def test_frequencies_say_the_published_counts(app: Open) -> None:
    assert app(FREQUENCIES, "empty").subheader[0].value == "24 of 64 pairs never finish a turn in 32,768 tokens"
    qwen = {"rope_theta": "10000000", "head_dim": "256", "share": "0.25", "length": "262144"}
    assert app(FREQUENCIES, "empty", **qwen).subheader[0].value.startswith("10 of 32 pairs never finish")
    llama = {"rope_theta": "10000", "length": "4096"}
    assert "18" in app(FREQUENCIES, "empty", lang="zh", **llama).subheader[0].value


def test_frequencies_say_what_the_base_and_the_window_do(app: Open) -> None:
    words = shown(app(FREQUENCIES, "empty"))
    assert "93.1 times" in words
    assert "24 of 64 pairs stand at an angle that training never showed" in words
    small = shown(app(FREQUENCIES, "empty", rope_theta="20", head_dim="32", length="128"))
    assert "no angle beyond it is new" in small


def test_an_odd_head_counts_as_the_even_one_below_it(app: Open) -> None:
    assert len(rows(app(FREQUENCIES, "empty", head_dim="33"), "pairs")) == 16


def test_the_meaning_of_a_share_is_asked_only_where_it_matters(app: Open) -> None:
    assert [one.key for one in app(FREQUENCIES, "empty").segmented_control if one.key == "share_of"] == []
    at = app(FREQUENCIES, "empty", share="0.25")
    slow = at.subheader[0].value
    at.segmented_control(key="share_of").set_value(at.segmented_control(key="share_of").options[-1]).run()
    assert at.query_params["share_of"] in ("proportional", ["proportional"])
    assert at.subheader[0].value != slow and at.subheader[0].value.startswith("0 of 16")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("corner", list(product(("10", "100000000"), ("16", "256"), ("64", "1048576"), ("2", "64"))))
def test_extension_in_every_corner_with_every_rule(app: Open, corner: tuple[str, ...], lang: str) -> None:
    query = dict(zip(("rope_theta", "head_dim", "length", "factor"), corner, strict=True))
    at = app(EXTENSION, "empty", lang=lang, rules=list(COMPARED), **query)
    assert not at.exception
    assert "NaN" not in shown(at) and "nan" not in shown(at)
    ratios = [row["ratio"] for row in rows(at, "pairs")]
    assert len(ratios) == (len(COMPARED) - 1) * int(query["head_dim"]) // 2  # LongRoPE has no lists here
    assert all(0 < ratio <= 1 + 1e-9 for ratio in ratios)


@pytest.mark.parametrize("target", [128, 67_108_864])
def test_extension_to_a_target_length(app: Open, target: int) -> None:
    at = app(EXTENSION, "empty", by="target", target=str(target))
    assert not at.exception
    told = "\n".join(one.value for one in at.info) + shown(at)
    assert f"to {target:,} tokens" in told or "nothing needs to be stretched" in told


def test_extension_says_what_the_released_yarn_keeps(app: Open) -> None:
    at = app(EXTENSION, "empty")
    assert "YaRN (released code): 24 kept, 16 between, 24 divided" in shown(at)
    assert "No run here has rope_theta 1000000" in at.info[0].value
    assert json.loads(at.code[-1].value)["rope_parameters"]["rope_type"] == "yarn"


def test_extension_shows_measured_runs_where_they_fit(app: Open) -> None:
    at = app(EXTENSION, "normal")
    at.button(key="take_measured").click().run()
    assert not at.exception and not [one for one in at.info if "No run here" in one.value]
    assert {row["series"] for row in rows(at, "means")} >= {"RoPE (n=3)"}


@pytest.mark.parametrize("engine", ["v5", "v4", "vllm", "llama.cpp"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_extension_writes_settings_for_every_engine_and_rule(app: Open, engine: str, lang: str) -> None:
    for rule in (name for name in COMPARED if name != "longrope"):
        at = app(EXTENSION, "empty", lang=lang, engine=engine, paste=rule, rules=[rule])
        assert not at.exception and (at.code or at.info)
