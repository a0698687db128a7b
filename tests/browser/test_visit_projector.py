"""The projector in a real browser: keys and a clicker turn the screens, the space bar plays the training."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

LINES = "() => document.querySelector('[data-testid=stVegaLiteChart] svg')?.innerHTML"


def test_keys_turn_the_screens(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/projector")
    expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    page.wait_for_selector(".st-key-screen_keys", state="attached")
    page.wait_for_timeout(2000)  # the listener is loaded after the page
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("screen=training"))
    expect(page.get_by_text("2 / 4")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.get_by_text("3 / 4")).to_be_visible()
    page.keyboard.press("PageUp")
    expect(page.get_by_text("2 / 4")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("1 / 4")).to_be_visible()
    expect(page).not_to_have_url(re.compile("screen="))


def test_the_space_bar_plays_and_pauses(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/projector")
    page.wait_for_selector("[data-testid=stVegaLiteChart] svg")
    page.wait_for_timeout(2000)  # the listener is loaded after the page
    finished = page.evaluate(LINES)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function(f"before => ({LINES})() !== before", arg=finished)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_keys_in_a_box_stay_there(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/projector")
    box = page.get_by_role("textbox", name="training step, typed")
    box.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_text("1 / 4")).to_be_visible()
    expect(page).not_to_have_url(re.compile("screen="))


def test_a_screen_fits_on_a_projector(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/projector?screen=training")
    page.wait_for_selector("[data-testid=stVegaLiteChart] svg")
    expect(page.get_by_role("button", name="Next")).to_be_in_viewport()
