"""Compare in a real browser: a view changes the address, a link opens it, points and lines tell their numbers."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"


def chart(page: Page):
    """The one picture of the view."""
    page.wait_for_selector(SETTLED)
    found = page.get_by_test_id("stVegaLiteChart")
    expect(found).to_have_count(1)
    return found


def test_a_view_is_a_link_and_its_seeds_tell_their_difference(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/compare")
    page.get_by_text("Seed by seed", exact=True).first.click()
    expect(page).to_have_url(re.compile("/compare.*part=slopes"))
    open_page("/compare?part=slopes&with=none&metric=tail_loss+128")
    expect(page.get_by_text(re.compile("the mean of 3 pairs; lower in 3 of 3"))).to_be_visible()
    seeds = chart(page).locator("g.mark-symbol.role-mark path")
    expect(seeds).to_have_count(8)  # three seeds and a mean on either side
    told, texts = page.locator("#vg-tooltip-element"), []
    for place in range(seeds.count()):
        seeds.nth(place).hover(force=True)
        expect(told).to_contain_text("difference")
        texts.append(told.inner_text())
    assert any(
        re.search(r"seed \d.*difference\s*-0\.4", text, re.DOTALL) for text in texts
    )  # seeds may lie on each other


def test_points_tell_their_run_and_the_axes_are_in_the_address(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/compare?part=points&x=encoding&encodings=rope&encodings=alibi")
    points = chart(page).locator("g.mark-symbol.role-mark path")
    expect(points).to_have_count(6 + 2)  # six runs, two means
    points.first.hover(force=True)
    expect(page.locator("#vg-tooltip-element")).to_contain_text("-0a1b2c3d")
    page.get_by_text("linear", exact=True).last.click()
    expect(page).to_have_url(re.compile("scale_y=linear"))
    expect(page).to_have_url(re.compile("x=encoding"))
    page.reload()
    chart(page)
    expect(page.get_by_text("Across", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("part=points.*x=encoding|x=encoding.*part=points"))


def test_a_cell_that_was_picked_stays_picked_when_the_table_changes(
    page: Page, open_page: Callable[[str], None]
) -> None:
    open_page("/compare?encodings=none&encodings=rope&encodings=alibi")
    tables = page.get_by_test_id("stDataFrame")
    expect(tables).to_have_count(1)
    chart(page)
    tables.first.locator("canvas").first.scroll_into_view_if_needed()
    box = tables.first.bounding_box()
    assert box
    page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 3.5 * 35)  # the third row below the headings
    expect(page).to_have_url(re.compile("cell=alibi~"))
    expect(tables).to_have_count(2)
    page.get_by_role("button", name="Remove None (NoPE)").first.click()
    expect(page).not_to_have_url(re.compile("encodings=none"))
    page.wait_for_selector(SETTLED)
    expect(tables).to_have_count(2)
    expect(page).to_have_url(re.compile("cell=alibi~"))
