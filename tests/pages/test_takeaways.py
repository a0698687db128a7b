"""What a reader takes away from a results page: its report says what the page says, in its language, with its runs."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import takeaway

Open = Callable[..., AppTest]
Files = dict[str, Callable[[], str]]
# By the view: its page, what else its link says, how many pictures and tables a report of the sample has.
VIEWS: dict[str, tuple[str, dict[str, str], int, int]] = {
    "overview": ("results/overview.py", {}, 1, 1),
    "curves": ("results/curves.py", {}, 2, 0),
    "lengths": ("results/lengths.py", {}, 1, 1),
    "compare": ("results/compare.py", {}, 1, 1),
    "slopes": ("results/compare.py", {"part": "slopes"}, 1, 1),
    "dropped": ("results/compare.py", {"part": "dropped"}, 1, 1),
    "points": ("results/compare.py", {"part": "points"}, 1, 1),
    "lines": ("results/compare.py", {"part": "lines"}, 1, 0),
    "settings": ("results/compare.py", {"part": "settings"}, 0, 1),
    "extended": ("results/extended.py", {}, 4, 1),
    "claims": ("results/claims.py", {}, 0, 1),
    "beyond": ("results/beyond.py", {}, 2, 1),
}


class Page(HTMLParser):
    """The elements of a page, and its texts but for those of pictures and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.tags.append(tag)
        if tag in ("svg", "style"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("svg", "style"):
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open and data.strip():
            self.texts.append(data.strip())


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    """The files that the open fold of a page offers, by name, each a function that makes it."""
    found: Files = {}

    @contextmanager
    def opened(label: str, key: str) -> Iterator[bool]:
        yield True

    def offered(label: str, name: str, make: Callable[[], Any], mime: str, possible: bool = True) -> None:
        assert possible
        found[name] = make

    monkeypatch.setattr(takeaway, "folded", opened)
    monkeypatch.setattr(takeaway, "download", offered)
    return found


def report_of(files: Files) -> str:
    """The report, made as on a click: in a thread without a session."""
    (name,) = (name for name in files if name.endswith("-report.html"))
    with ThreadPoolExecutor(1) as server:
        return server.submit(files[name]).result()


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_has_a_report_with_its_pictures_tables_and_runs(app: Open, files: Files, view: str) -> None:
    file, query, pictures, tables = VIEWS[view]
    at = app(file, **query)
    assert not at.exception
    page = Page(report_of(files))
    assert page.tags.count("svg") == pictures
    assert page.tags.count("figure") == pictures and page.tags.count("h1") == 1
    sheets = [name for name in files if name.endswith(".csv")]
    assert len(sheets) == tables
    assert any(re.fullmatch(r"rope\S*-s0-\w+", text) for text in page.texts), "the runs are named"
    assert not [text for text in page.texts if "\\" in text or "**" in text], "no mark of Markdown"


@pytest.mark.parametrize("view", VIEWS)
def test_a_chinese_report_is_chinese(app: Open, files: Files, view: str) -> None:
    file, query, _, _ = VIEWS[view]
    app(file, lang="zh", **query)
    page = Page(report_of(files))
    english = [text for text in page.texts if re.search(r"[A-Za-z]+(?: [a-z]+){2,}", text)]
    assert english == []
    assert not {"verdict", "series", "mean", "better", "left_out", "flipped", "difference"} & set(page.texts)


def test_the_table_of_a_view_is_read_back_with_the_numbers_of_the_page(app: Open, files: Files) -> None:
    import io

    at = app("results/compare.py", part="points")
    shown = at.dataframe[0].value
    read = pd.read_csv(io.StringIO(files["position-lab-points.csv"]()))
    assert len(read) == len(shown) > 1
    for said, numbers in zip(shown["n"], read["n"], strict=True):
        assert str(numbers) in said
