"""Lesson 0 in a browser: its guess is answered, its stages are clicked through, and the map knows of it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_reader_guesses_clicks_through_the_stages_and_finds_it_on_the_map(
    page: Page, open_page: Callable[[str], None]
) -> None:
    open_page("/vectors")
    page.get_by_role("spinbutton").fill("6")
    page.get_by_role("spinbutton").press("Enter")
    page.get_by_role("button", name="This is my guess").first.click()
    expect(page.get_by_text("Your guess holds: 6")).to_be_visible()
    expect(page.get_by_role("link", name="Next: 1. Order")).to_be_visible()
    for stage, shown in (("layer", "787,456"), ("vector", "32,768"), ("text", "12 characters")):
        page.get_by_role("radio", name=stage, exact=True).click()
        expect(page.get_by_test_id("stMetricValue").filter(has_text=shown).first).to_be_visible()
        expect(page).to_have_url(re.compile(f"stage={stage}" if stage != "vector" else r"/vectors\?guess_bytes=6"))
    page.get_by_role("link", name="Map of the course").first.click()
    expect(page.get_by_text("Guesses made: 1.")).to_be_visible()
    expect(
        page.get_by_role("link", name=re.compile("0. From text to vectors: read to the end, guesses made: 1"))
    ).to_be_visible()
