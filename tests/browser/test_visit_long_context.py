"""Lessons 5 and 5b in a real browser: the guess is typed, the map is folded by its slider."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_typed_number_opens_the_question_and_then_the_map(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/long-context")
    expect(page.locator("[data-testid=stVegaLiteChart]")).to_have_count(0)
    page.get_by_role("spinbutton").fill("24")
    page.get_by_role("spinbutton").press("Enter")
    page.get_by_role("button", name="This is my guess").click()
    page.get_by_text("The slow pairs: they come to angles that they never had.").click()
    page.get_by_role("button", name="This is my guess").click()
    expect(page.get_by_text("24 of 64 pairs never finish a turn")).to_be_visible()
    expect(page.locator("[data-testid=stVegaLiteChart] svg").first).to_be_visible()
    expect(page).to_have_url(re.compile("guess_slow=24&guess_culprit=slow"))


def test_the_factor_folds_the_map_on_a_narrow_screen(visit: Callable[..., Page], server: str) -> None:
    page = visit(f"{server}/longer-windows?guess_pi=other", viewport={"width": 390, "height": 800})
    page.get_by_role("radio", name="YaRN").first.click()
    expect(page.get_by_text("24 turn as in training, 24 are divided")).to_be_visible()
    expect(page.get_by_text("Solved. Fast pairs")).to_be_visible()
    factor = page.get_by_role("slider", name="factor").first
    factor.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("at ×5, up to 163,840 tokens")).to_be_visible()
    expect(page).to_have_url(re.compile("fold_factor=5"))
    wide = page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth")
    assert wide <= 390
