"""A page made of one function, opened at a link."""

from collections.abc import Callable

from markdown_it import MarkdownIt
from streamlit.testing.v1 import AppTest


def opened(script: Callable[[], None], **query: str) -> AppTest:
    """The page after its first run, which must not have failed."""
    at = AppTest.from_function(script, default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    return at


def said(at: AppTest) -> str:
    """What a lesson says: its prose, and what it answers to guesses."""
    return " ".join(part.value for part in [*at.markdown, *at.success, *at.warning])


def shown(at: AppTest) -> str:
    """What a calculator says: headings, prose and captions."""
    return "\n".join(one.value for kind in ("subheader", "markdown", "caption") for one in getattr(at, kind))


def tables(at: AppTest) -> list[list[list[str]]]:
    """The tables that are written as text: for each its lines, the headings first, as the browser shows the cells."""
    found: list[list[list[str]]] = []
    for part in at.markdown:
        for token in MarkdownIt("commonmark").enable("table").parse(part.value):
            if token.type == "table_open":
                found.append([])
            elif token.type == "tr_open":
                found[-1].append([])
            elif token.type == "inline" and token.level > 3:  # inside a cell
                found[-1][-1].append("".join(one.content for one in token.children or ()))
    return found


def pictures(at: AppTest) -> int:
    """How many charts are on the page."""
    return len(at.get("vega_lite_chart"))
