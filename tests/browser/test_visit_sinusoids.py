"""Lesson 3 in a browser: a guess opens the clock, and the clock follows its position."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

HANDS = "[data-testid=stVegaLiteChart] svg path[aria-label^='pair ']"


def test_a_guess_opens_the_clock_and_its_hands_turn(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/sinusoids")
    assert page.locator(HANDS).count() == 0
    page.get_by_text("It stands where it stood.").click()
    page.get_by_role("button", name="This is my guess").click()
    expect(page.get_by_text("Your guess holds")).to_be_visible()
    expect(page).to_have_url(re.compile("guess_clock=same"))
    expect(page.locator(HANDS)).to_have_count(8)
    expect(page.locator(HANDS).first).to_have_attribute("aria-label", "pair 0: sin 0.000")
    page.get_by_role("button", name="One step on").first.click()
    expect(page.locator(HANDS).first).to_have_attribute("aria-label", "pair 0: sin 0.841")
    box = page.get_by_role("textbox", name="position, typed")
    box.fill("44")
    box.press("Enter")
    expect(page.locator(HANDS).first).to_have_attribute("aria-label", "pair 0: sin 0.018")
    expect(page).to_have_url(re.compile("clock_place=44"))
