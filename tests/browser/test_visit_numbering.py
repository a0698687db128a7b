"""Lesson 2 in a real browser: the share is guessed, the position is dragged and stepped."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

PLACE = re.compile("^position$")


def test_the_share_is_guessed_and_the_position_moved(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/numbering")
    expect(page.locator("[data-testid=stVegaLiteChart]")).to_have_count(0)
    page.get_by_role("spinbutton").fill("3")
    page.get_by_role("spinbutton").press("Enter")
    page.get_by_role("button", name="This is my guess").click()
    expect(page.get_by_text("Position 37: content is 2.703% of the position")).to_be_visible()
    expect(page).to_have_url(re.compile("guess_index=3"))
    slider = page.get_by_role("slider", name=PLACE)
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Position 38: content is 2.632% of the position")).to_be_visible()
    page.get_by_role("button", name="One step back").first.click()
    page.get_by_role("button", name="One step back").first.click()
    expect(page.get_by_text("Position 36: content is 2.778% of the position")).to_be_visible()
    expect(page).to_have_url(re.compile("place=36"))
