"""What only a browser can show: first visits by link, the URL, what leaves the machine, and narrow screens."""

import re
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.ui.language import LANGUAGES
from pages.ui.menu import MENU, Entry

Visit = Callable[..., Page]


def menu(page: Page) -> list[str]:
    """The titles in the menu."""
    page.wait_for_selector("[data-testid=stSidebarNavLink]")
    return page.get_by_test_id("stSidebarNavLink").all_inner_texts()


def test_the_first_visit_of_a_fresh_server_may_be_a_deep_link(
    serve: Callable[[Path], str], roots: dict[str, Path], visit: Visit
) -> None:
    page = visit(serve(roots["normal"]) + "/curves?lang=zh&x=tokens")
    expect(page.get_by_role("heading", level=1)).to_have_text("训练曲线")
    assert len(menu(page)) == len(MENU)
    assert re.search(r"/curves\?(lang=zh&x=tokens|x=tokens&lang=zh)$", page.url)
    expect(page.get_by_role("radio", name="训练 token 数")).to_be_checked()
    time.sleep(1)  # the notice would come late
    assert "not found" not in page.inner_text("body").lower()
    assert page.get_by_role("dialog").count() == 0


# In one language each, taken in turn: AppTest opens every page in both, at a tenth of the time.
@pytest.mark.parametrize(
    ("entry", "lang"), list(zip(MENU, cycle(LANGUAGES), strict=False)), ids=lambda one: getattr(one, "url_path", one)
)
def test_every_page_settles_on_a_narrow_screen_and_on_a_wide_one(
    server: str, visit: Visit, entry: Entry, lang: str
) -> None:
    page = visit(f"{server}/{entry.url_path}?lang={lang}", viewport={"width": 390, "height": 844})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(500)
        drawn(page)
        assert sideways(page) <= 2
    page.set_viewport_size({"width": 1400, "height": 900})
    page.wait_for_timeout(300)
    drawn(page)
    assert sideways(page) <= 2


def drawn(page: Page) -> None:
    """Wait until the page has its heading and every chart is drawn; nothing on it may have failed."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.get_by_test_id("stException").count() == 0
    charts = page.get_by_test_id("stVegaLiteChart")
    for place in range(charts.count()):
        charts.nth(place).locator("svg, canvas").first.wait_for()


def sideways(page: Page) -> int:
    """By how many pixels the page can be scrolled to the side."""
    return page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")


def test_the_language_switch_writes_the_url_and_goes_along(server: str, visit: Visit) -> None:
    page = visit(server)
    assert "lang" not in page.url
    page.get_by_text("中文", exact=True).click()
    expect(page).to_have_url(re.compile("lang=zh"))
    expect(page.get_by_test_id("stSidebarNavLink").first).to_have_text("总览")
    page.get_by_test_id("stSidebarNavLink").nth(1).click()
    expect(page).to_have_url(re.compile(r"/curves\?.*lang=zh"))
    expect(page.get_by_role("heading", level=1)).to_have_text("训练曲线")
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Curves")
    expect(page).not_to_have_url(re.compile("lang"))


def test_a_chinese_browser_is_given_chinese(server: str, visit: Visit) -> None:
    page = visit(server, locale="zh-CN")
    expect(page).to_have_url(re.compile("lang=zh"))
    expect(page.get_by_test_id("stSidebarNavLink").first).to_have_text("总览")


def test_the_step_back_returns_to_the_page_before(server: str, visit: Visit) -> None:
    page = visit(server)
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Runs").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Runs")
    page.go_back()
    expect(page).not_to_have_url(re.compile("runs"))
    expect(page.get_by_test_id("stSidebarNavLink").first).to_have_attribute("aria-current", "page")


def test_a_picture_can_be_taken_away(server: str, visit: Visit) -> None:
    page = visit(server)
    page.get_by_text("The numbers of this picture").click()
    with page.expect_download() as started:
        page.get_by_text("Download CSV").click()
    assert started.value.suggested_filename == "overview_lengths.csv"
    assert "series" in Path(started.value.path()).read_text("utf-8").splitlines()[0]
