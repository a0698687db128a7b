"""Choosing runs in a real browser: the filter is in the URL, survives a reload, and refuses in one sentence."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.results import Store
from core.results.marks import read_marks


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, roots: dict[str, Path]) -> Path:
    """A folder of runs that these tests may change."""
    return Path(shutil.copytree(roots["normal"], tmp_path_factory.mktemp("choosing") / "runs"))


@pytest.fixture(scope="module")
def address(serve: Callable[[Path], str], own: Path) -> str:
    return serve(own)


def test_a_typed_filter_is_in_the_url_survives_a_reload_and_goes_along(
    address: str, visit: Callable[..., Page]
) -> None:
    page = visit(f"{address}/runs", viewport={"width": 1400, "height": 900})
    box = page.get_by_role("textbox", name="Filter")
    box.fill('encoding == "rope" and seed == 1')
    box.press("Enter")
    expect(page).to_have_url(re.compile(r"where=encoding"))
    counted = page.get_by_text(re.compile(r"^\d+ of \d+ runs$"))
    expect(counted).not_to_have_text(re.compile(r"^(\d+) of \1 runs$"))
    shown = counted.inner_text()
    page.reload()
    expect(box).to_have_value('encoding == "rope" and seed == 1')
    expect(counted).to_have_text(shown)
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_text("runs are looked at, as chosen on the page Runs")).to_be_visible()
    expect(page).to_have_url(re.compile(r"where=encoding"))


@pytest.mark.parametrize(("lang", "said"), [("en", "Nothing can be called in a query"), ("zh", "不能调用函数")])
def test_a_refused_filter_is_one_sentence(address: str, visit: Callable[..., Page], lang: str, said: str) -> None:
    page = visit(f"{address}/runs?lang={lang}&where=seed.__class__() == 1")
    alert = page.get_by_test_id("stAlert").filter(has_text=said)
    expect(alert).to_have_count(1)
    assert page.get_by_test_id("stException").count() == 0


def test_a_run_is_archived_and_restored(address: str, visit: Callable[..., Page], own: Path) -> None:
    name = sorted(Store(own).index().runs["name"])[0]
    page = visit(f"{address}/runs?archived=1&run={name}")
    page.get_by_role("button", name="Archive", exact=True).click()
    expect(page.get_by_role("button", name="Restore", exact=True)).to_be_visible()
    assert read_marks(Store(own)).of(name).archived
    page.get_by_role("button", name="Restore", exact=True).click()
    expect(page.get_by_role("button", name="Archive", exact=True)).to_be_visible()
    assert not read_marks(Store(own)).of(name).archived


def test_a_view_is_kept_and_its_link_opens_it_again(address: str, visit: Callable[..., Page]) -> None:
    page = visit(f"{address}/runs?where=seed+%3D%3D+1&group=encoding")
    counted = page.get_by_text(re.compile(r"^\d+ of \d+ runs$"))
    shown = counted.inner_text()
    page.get_by_text("Saved views").click()
    page.get_by_role("textbox", name="Name of the present view").fill("seed *one* [x](y)")
    page.get_by_role("button", name="Keep").click()
    link = page.get_by_test_id("stMain").get_by_role("link", name="seed *one* [x](y)")
    expect(link).to_be_visible()
    box = page.get_by_role("textbox", name="Filter")
    box.fill("")
    box.press("Enter")
    expect(counted).not_to_have_text(shown)
    link.click()
    expect(box).to_have_value("seed == 1")
    expect(counted).to_have_text(shown)
    expect(page).to_have_url(re.compile(r"group=encoding"))
