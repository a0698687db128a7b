"""Lesson 2 in a browser: the guess opens the picture, and the picture follows the position."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

MARKS = "[data-testid=stVegaLiteChart] svg path[aria-roledescription=point]"


def test_a_guess_opens_the_lesson_and_the_position_moves_the_picture(
    page: Page, open_page: Callable[[str], None]
) -> None:
    open_page("/numbering")
    assert page.locator(MARKS).count() == 0
    box = page.get_by_label(re.compile("compared with the position"))
    box.fill("3")
    box.press("Enter")
    page.get_by_role("button", name="This is my guess").click()
    expect(page.get_by_text("Your guess holds")).to_be_visible()
    expect(page).to_have_url(re.compile("guess_index=3"))
    expect(page.locator(MARKS)).to_have_count(48)
    slider = page.get_by_role("slider", name="position")
    before = page.locator(MARKS).first.get_attribute("aria-label")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("Position 0: nothing is added")).to_be_visible()
    expect(page.locator(MARKS).first).not_to_have_attribute("aria-label", before)  # type: ignore[arg-type]
    page.get_by_role("button", name="One step on").first.click()
    expect(page.get_by_text("Position 1: content is")).to_be_visible()
