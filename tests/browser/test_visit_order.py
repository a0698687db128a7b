"""Lesson 1 in a real browser: the guess opens the picture, and another order and the mask change what is said."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_the_guess_is_made_and_the_order_and_the_mask_are_switched(
    page: Page, open_page: Callable[[str], None]
) -> None:
    open_page("/order")
    charts = page.get_by_test_id("stVegaLiteChart")
    expect(charts).to_have_count(0)
    page.locator(".st-key-radio_guess_order label:has(input[type=radio])").first.click()
    page.get_by_role("button", name="This is my guess").click()
    expect(page).to_have_url(re.compile("guess_order="))
    expect(charts.first.locator("svg, canvas").first).to_be_visible()
    expect(page.get_by_text(re.compile(r"Largest change: (0\.0e\+00|\d\.\de-1\d)")).first).to_be_visible()
    page.get_by_role("radio", name="first two swapped").click()
    expect(page).to_have_url(re.compile("order="))
    page.locator(".st-key-radio_guess_mask label:has(input[type=radio])").first.click()
    page.get_by_role("button", name="This is my guess").first.click()
    expect(page).to_have_url(re.compile("guess_mask="))
    moved = page.get_by_text(re.compile(r"Largest change: \d(\.\d+)?(?![\d.]*e)(?!\d)"))
    expect(moved.first).to_be_visible()
