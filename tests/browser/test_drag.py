"""A dragged slider: the picture follows before it is let go, and then the URL holds the value."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
STEPS, MOST_SHARE = 20, 0.9  # of the slider's way to its upper end

# Every state of the first chart from now on: its marks, once an animation frame, while they differ from the last.
WATCH = """() => {
    const chart = document.querySelector("[data-testid=stVegaLiteChart]");
    window.chart_svg = chart.querySelector("svg");
    window.pictures = new Set();
    const look = () => {
        const marks = [...chart.querySelectorAll("svg path[aria-roledescription=point]")];
        window.pictures.add(marks.map((mark) => mark.getAttribute("transform")).join());
        requestAnimationFrame(look);
    };
    look();
}"""
# Marks are named for the value they show, so that one picture is known from another.
PAIRS = "[data-testid=stVegaLiteChart] svg path[aria-roledescription=point]"


def slider(page: Page) -> Locator:
    """The slider of rope_theta, on a page whose pictures are drawn."""
    expect(page.locator(PAIRS)).to_have_count(64)
    return page.get_by_role("slider", name="base (rope_theta)")


def slowest(page: Page) -> str:
    """What the mark of the slowest pair says."""
    return page.locator(PAIRS).last.get_attribute("aria-label") or ""


def test_the_picture_follows_a_drag_and_the_url_holds_its_end(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/frequencies")
    thumb = slider(page)
    box = thumb.bounding_box()
    assert box
    way, middle, radius = box["width"] - box["height"] / 2, box["y"] + box["height"] / 2, box["height"] / 4
    start = thumb.evaluate("slider => slider.value / slider.max")
    page.evaluate(WATCH)
    page.mouse.move(box["x"] + radius + start * way, middle)
    page.mouse.down()
    for step in range(1, STEPS + 1):
        drawn = page.evaluate("window.pictures.size")
        page.mouse.move(box["x"] + radius + (start + (MOST_SHARE - start) * step / STEPS) * way, middle)
        page.wait_for_function("drawn => window.pictures.size > drawn", arg=drawn)  # before the slider is let go
    assert "rope_theta" not in page.url
    assert page.evaluate("document.contains(window.chart_svg)"), "the browser swaps rows and builds no new picture"
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"/frequencies\?rope_theta=\d+$"))
    page.wait_for_selector(SETTLED)
    told, shown = thumb.get_attribute("aria-valuetext"), slowest(page)
    assert page.url.endswith(f"={told.replace(',', '')}")  # type: ignore[union-attr]
    page.reload()
    expect(slider(page)).to_have_attribute("aria-valuetext", told)  # type: ignore[arg-type]
    expect(page.locator(PAIRS).last).to_have_attribute("aria-label", shown)


def test_arrow_keys_move_the_slider_and_the_picture(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/frequencies")
    thumb = slider(page)
    before = slowest(page)
    thumb.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(PAIRS).last).not_to_have_attribute("aria-label", before)
    expect(page).to_have_url(re.compile("rope_theta=1120000$"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(PAIRS).last).to_have_attribute("aria-label", before)
    expect(page).to_have_url(re.compile("/frequencies$"))


def test_a_typed_base_may_lie_between_the_stops(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/frequencies")
    slider(page)
    box = page.get_by_role("textbox", name="base (rope_theta), typed")
    box.fill("10,000")
    box.press("Enter")
    expect(page).to_have_url(re.compile("rope_theta=10000$"))
    expect(page.get_by_role("heading", name="32 of 64")).to_have_count(0)
    box.fill("12345")
    box.press("Enter")
    expect(page).to_have_url(re.compile("rope_theta=12345$"))
    expect(box).to_have_value("12345")
