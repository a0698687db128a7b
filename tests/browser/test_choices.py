"""A choice goes along from page to page."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"


def chosen(page: Page) -> list[str]:
    """The encodings in the multiselect, in order."""
    page.wait_for_selector(SETTLED)
    tags = page.get_by_test_id("stMultiSelect").locator(".react-aria-ComboBox [data-tag]")
    expect(tags.first).to_be_visible()
    return tags.all_inner_texts()


def test_encodings_survive_a_change_of_page(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/curves?encodings=rope&encodings=alibi")
    before = chosen(page)
    assert len(before) == 2
    for name in ("Lengths", "Compare", "Curves"):
        page.get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(f"/{name.lower()}.*encodings=rope&encodings=alibi"))
        assert chosen(page) == before


def test_all_encodings_stay_chosen(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/curves")
    before = chosen(page)
    assert len(before) >= 7
    page.get_by_role("link", name="Lengths").click()
    expect(page).to_have_url(re.compile("/lengths$"))
    assert chosen(page) == before
