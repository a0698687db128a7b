"""The slider that pictures follow: what the URL says of it, and what becomes of nonsense; dragging needs a browser."""

import pytest

from pages.ui import live
from tests.pages.opened import opened


def script() -> None:
    """A page of one slider."""
    import streamlit as st

    from pages.ui import live

    st.text(live.number("rope_theta", "rope_theta", (10.0, 100.0, 1000.0, 10000.0), 100.0))


def test_the_default_leaves_the_url_empty() -> None:
    at = opened(script)
    assert at.text[0].value == "100.0" and "rope_theta" not in at.query_params


@pytest.mark.parametrize("said", ["10", "10000", "1234.5", "1e3"])
def test_a_link_opens_its_value_between_the_stops_too(said: str) -> None:
    at = opened(script, rope_theta=said)
    assert float(at.text[0].value) == float(said)
    written = at.query_params["rope_theta"]
    assert ([written] if isinstance(written, str) else written) == [live.written(float(said))]


@pytest.mark.parametrize("said", ["", "x", "nan", "inf", "-1", "9", "10001", "1e400", "<b>"])
def test_what_is_no_value_is_dropped(said: str) -> None:
    at = opened(script, rope_theta=said)
    assert at.text[0].value == "100.0" and "rope_theta" not in at.query_params


def test_a_change_of_the_url_is_followed() -> None:
    at = opened(script, rope_theta="1000")
    at.query_params["rope_theta"] = "10"
    assert at.run().text[0].value == "10.0"
    del at.query_params["rope_theta"]  # a step back to before the choice
    assert at.run().text[0].value == "100.0"


@pytest.mark.parametrize(
    ("value", "said"), [(1e6, "1000000"), (0.25, "0.25"), (1234.5, "1234.5"), (1.5e-7, "1.5e-07"), (1e22, "1e+22")]
)
def test_a_number_is_written_with_every_digit(value: float, said: str) -> None:
    assert live.written(value) == said and float(said) == value


def test_ladders_rise_from_end_to_end() -> None:
    ladder = live.log_ladder(100, 1e8, 20)
    assert ladder[0] == 100 and ladder[-1] == 1e8 and len(ladder) == 121
    assert list(ladder) == sorted(set(ladder)) and {1e3, 1e4, 1e6} <= set(ladder)
    assert live.doublings(64, 1_048_576)[::7] == (64.0, 8192.0, 1048576.0)
