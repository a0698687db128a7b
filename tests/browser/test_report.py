"""The report in a browser without a network: what the page says, it says."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect


def cells(table: Locator) -> list[list[str]]:
    """The texts of a table's cells, row by row."""
    rows = table.locator("tbody tr")
    return [[text.strip() for text in rows.nth(at).locator("td").all_inner_texts()] for at in range(rows.count())]


def test_the_report_opens_from_disk_with_the_numbers_of_the_page(
    server: str, visit: Callable[..., Page], chromium: Browser, tmp_path: Path
) -> None:
    page = visit(server, viewport={"width": 1400, "height": 900})
    table = page.locator("[data-testid=stMarkdownContainer] table").first
    expect(table).to_be_visible()
    shown = cells(table)
    page.get_by_text("Take this view away").click()
    with page.expect_download() as started:
        page.get_by_role("button", name="Download the report").click()
    file = tmp_path / "report.html"
    started.value.save_as(file)

    for scheme in ("light", "dark"):
        context = chromium.new_context(offline=True, color_scheme=scheme, viewport={"width": 390, "height": 800})
        alone, wrong, asked = context.new_page(), [], []
        alone.on("console", lambda said, wrong=wrong: wrong.append(said.text))
        alone.on("request", lambda request, asked=asked: asked.append(request.url))
        alone.goto(file.as_uri())
        expect(alone.locator("svg").first).to_be_visible()
        assert cells(alone.locator("section:nth-of-type(2) table")) == shown
        assert wrong == [] and asked == [file.as_uri()]
        assert alone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        told = [alone.evaluate(f"getComputedStyle(document.body).{one}") for one in ("color", "backgroundColor")]
        ink, paper = (int(re.findall(r"\d+", colour)[0]) for colour in told)  # red, of 255
        assert (ink > paper) == (scheme == "dark")
        context.close()


def test_the_table_can_be_taken_away_as_latex(server: str, visit: Callable[..., Page]) -> None:
    page = visit(f"{server}/compare?lang=zh")
    page.get_by_text("带走本页").click()
    with page.expect_download() as started:
        page.get_by_role("button", name="LaTeX").click()
    text = Path(started.value.path()).read_text("utf-8")
    assert r"\toprule" in text and "位置编码" in text and r"\pm" in text
