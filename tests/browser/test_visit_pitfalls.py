"""The pitfalls in a real browser: a button makes one happen, and the link keeps it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_button_makes_a_pitfall_happen_and_its_symptom_stays_in_the_link(
    visit: Callable[..., Page], server: str
) -> None:
    page = visit(f"{server}/pitfalls", viewport={"width": 390, "height": 800})
    buttons = page.get_by_role("button", name="Make it happen")
    expect(buttons).to_have_count(11)
    expect(page.get_by_text("Symptom:")).to_have_count(0)
    page.locator(".st-key-happen_table button").click()
    expect(page.get_by_text("Position 128 has no row")).to_be_visible()
    expect(buttons).to_have_count(10)
    page.locator(".st-key-happen_native button").click()
    expect(page.get_by_text("65,536 × 16 = 1,048,576")).to_be_visible()
    expect(page).to_have_url(re.compile("happened=table&happened=native"))
    assert page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth") <= 390
    again = visit(page.url)
    expect(again.get_by_text("Position 128 has no row")).to_be_visible()


def test_the_reading_list_sends_each_question_to_its_lesson(visit: Callable[..., Page], server: str) -> None:
    page = visit(f"{server}/reading")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_test_id("stPageLink-NavLink").filter(has_text="4. Rotation")).to_have_count(4)
    main.get_by_test_id("stPageLink-NavLink").filter(has_text="5b. Longer windows").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("5b. Longer windows")
