"""Lesson 4 and the fork in a real browser: the prediction is typed, the arrows are played, the claims are sorted."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
# The outlines of the first picture, which say where its arrows point.
OUTLINES = """() => [...document.querySelector("[data-testid=stVegaLiteChart]").querySelectorAll("svg path")]
    .map((path) => path.getAttribute("d") + path.getAttribute("transform")).join()"""
GUESSED = "guess_angle=90&guess_shift=stays"


def test_a_typed_angle_opens_the_question_and_then_the_arrows(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/rotation")
    expect(page.locator("[data-testid=stVegaLiteChart]")).to_have_count(0)
    page.get_by_role("spinbutton").fill("90")
    page.get_by_role("spinbutton").press("Enter")
    page.get_by_role("button", name="This is my guess").click()
    page.get_by_text("The score stays as it is.").click()
    page.get_by_role("button", name="This is my guess").click()
    expect(page.get_by_text("150° − 60° = 90°.")).to_be_visible()
    expect(page.locator("[data-testid=stVegaLiteChart] svg").first).to_be_visible()
    expect(page).to_have_url(re.compile("guess_angle=90&guess_shift=stays"))


def test_both_arrows_move_on_and_the_angle_stays(page: Page, open_page: Callable[[str], None]) -> None:
    open_page(f"/rotation?{GUESSED}")
    heading = page.get_by_text("Query at 2, key at 5: angle between them 90.0°")
    expect(heading).to_be_visible()
    expect(page.locator("[data-testid=stVegaLiteChart] svg").first).to_be_visible()
    before = page.evaluate(OUTLINES)
    shift = page.get_by_role("slider", name="both moved on by").first
    shift.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Query at 3, key at 6: angle between them 90.0°")).to_be_visible()
    expect(page).to_have_url(re.compile("turn_shift=1"))
    page.wait_for_function(f"before => ({OUTLINES})() !== before", arg=before)
    page.get_by_role("button", name="One step on").first.click()
    expect(page.get_by_text("Query at 4, key at 6: angle between them 60.0°")).to_be_visible()


def test_the_claims_are_sorted_on_a_narrow_screen(visit: Callable[..., Page], server: str) -> None:
    page = visit(f"{server}/fork?guess_numbers=stay&guess_place=yes", viewport={"width": 390, "height": 800})
    button = page.get_by_role("button", name="This is how I sort them")
    expect(button).to_be_disabled()
    for choices in page.locator("[class*='st-key-sort_']").all():
        choices.get_by_role("radio", name="maths").click()
    button.click()
    expect(page.get_by_text("2 of 8 are where they belong.")).to_be_visible()
    wide = page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth")
    assert wide <= 390
