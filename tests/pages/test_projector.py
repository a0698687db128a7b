"""The projector: a screen for each link, in both languages, on runs of every kind."""

import json
import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.projected import SCREENS
from tests.pages.opened import tables

Open = Callable[..., AppTest]
FILE = "results/projector.py"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("screen", SCREENS)
def test_each_screen_opens_by_its_link(app: Open, screen: str, lang: str) -> None:
    at = app(FILE, screen=screen, lang=lang)
    assert not at.exception and len(at.title) == 1
    assert len(at.get("vega_lite_chart")) == (screen != "table") and len(tables(at)) == (screen == "table")
    place = list(SCREENS).index(screen) + 1
    assert any(one.value == f"**{place} / {len(SCREENS)}**" for one in at.markdown)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("kind", ["empty", "one", "broken"])
def test_other_runs_leave_no_traceback(app: Open, kind: str, screen: str) -> None:
    assert not app(FILE, kind, screen=screen).exception


def test_the_buttons_turn_the_screens_and_stop_at_the_ends(app: Open) -> None:
    at = app(FILE)
    assert at.button(key="screen_back").disabled
    for name in list(SCREENS)[1:]:
        at.button(key="screen_on").click().run()
        assert at.query_params["screen"] == name
    assert at.button(key="screen_on").disabled
    at.button(key="screen_back").click().run()
    assert at.query_params["screen"] == list(SCREENS)[-2]


def test_an_unknown_screen_is_the_first(app: Open) -> None:
    assert app(FILE, screen="<b>").title[0].value == app(FILE).title[0].value


def test_the_choice_of_encodings_holds_on_the_screen(app: Open) -> None:
    at = app(FILE, screen="training", encodings=["rope", "alibi"])
    spec = json.loads(at.get("vega_lite_chart")[0].proto.spec)
    domains = [layer["encoding"]["color"]["scale"]["domain"] for layer in spec["layer"] if "color" in layer["encoding"]]
    assert {tuple(domain) for domain in domains} == {("RoPE (n=3)", "ALiBi (n=3)")}


def test_the_table_is_that_of_the_overview(app: Open) -> None:
    (shown,), (told, *_) = tables(app(FILE, screen="table")), tables(app("results/overview.py"))
    assert len(shown) > 2 and shown == [line for line in told if line[0] in {cell for cell, *_ in shown}]


@pytest.mark.parametrize("page", ["overview", "lengths", "curves", "compare"])
def test_each_picture_has_a_link_to_its_screen(app: Open, page: str) -> None:
    links = [one.proto for one in app(f"results/{page}.py").get("page_link")]
    (found,) = [one for one in links if one.page == "projector"]
    assert re.search(rf"screen=({'|'.join(SCREENS)})$", found.query_string)
