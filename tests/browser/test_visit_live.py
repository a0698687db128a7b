"""Curves of a run that grows underneath: they follow it, and nothing that the reader set is lost."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.results import Store
from tests.pages.sample import STEPS, footer, rows

SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
# How faint the lines of the last chart are, and how many points RoPE has in it.
OPACITIES = """() => [...document.querySelectorAll("[data-testid=stVegaLiteChart]")].at(-1)
    .querySelectorAll("g.mark-line path").values().map((line) => line.getAttribute("opacity") ?? "1").toArray()"""
POINTS = """() => [...document.querySelectorAll("[data-testid=stVegaLiteChart]")].at(-1)
    .querySelectorAll("g.mark-symbol path[aria-label*=RoPE]").length"""


def write(root: Path, upto: int, status: str = "running") -> None:
    """ALiBi, finished, and RoPE up to a step, with a heartbeat of now."""
    store, now = Store(root), datetime.now(UTC).isoformat(timespec="seconds")
    store.write("alibi-s0", rows("alibi", 0), footer("alibi", 0))
    more = {"status": status, "heartbeat": now, "steps_done": upto, "end": now if status == "finished" else None}
    store.write("rope-s0", rows("rope", 0, upto), footer("rope", 0, **more))


@pytest.fixture
def grown(tmp_path: Path, serve: Callable[[Path], str], visit: Callable[..., Page]) -> tuple[Path, Page]:
    """A folder with a run at step 100, and its curves on a page where the reader chose everything anew."""
    write(tmp_path, 100)
    page = visit(f"{serve(tmp_path)}/curves?band=t&x=tokens&members=true", viewport={"width": 1400, "height": 1000})
    chart = page.get_by_test_id("stVegaLiteChart").last
    chart.locator("svg").first.wait_for()
    chart.scroll_into_view_if_needed()
    return tmp_path, page


def test_fault_27_the_curves_follow_and_what_the_reader_set_stays(grown: tuple[Path, Page]) -> None:
    root, page = grown
    chart = page.get_by_test_id("stVegaLiteChart").last
    chart.locator("g.role-legend-label text", has_text="RoPE").click()
    page.wait_for_function(f"() => ({OPACITIES})().some((one) => Number(one) < 0.2)")
    url, before = page.url, page.evaluate(POINTS)
    assert re.search("band=t", url) and re.search("x=tokens", url) and re.search("members=true", url)
    write(root, 150)
    page.wait_for_function(f"before => ({POINTS})() > before", arg=before)  # by itself, with no click
    assert any(float(one) < 0.2 for one in page.evaluate(OPACITIES))
    assert page.url == url
    expect(page.get_by_role("radio", name="95% t interval")).to_be_checked()
    write(root, STEPS, "finished")
    expect(page.get_by_text("Follow the training")).to_have_count(0)
    assert page.url == url


def test_the_read_out_names_every_series_the_lowest_first(server: str, visit: Callable[..., Page]) -> None:
    page = visit(
        f"{server}/curves?encodings=none&encodings=rope&encodings=alibi", viewport={"width": 1400, "height": 1000}
    )
    chart = page.get_by_test_id("stVegaLiteChart").last
    chart.scroll_into_view_if_needed()
    box = chart.locator("svg").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2)
    tip = page.locator("#vg-tooltip-element")
    expect(tip).to_be_visible()
    told = [float(value) for value in re.findall(r": ([\d.]+) ±", tip.inner_text())]
    assert len(told) == 3 and told == sorted(told)
