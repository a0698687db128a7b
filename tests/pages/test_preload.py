"""The scripts of a picture are named with the page, and only with the page."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message

from pages.ui import preload
from pages.ui.preload import STATIC, Preload, needed


def made(root: Path, scripts: dict[str, str], page: str) -> Path:
    """A folder as Streamlit's, with these scripts."""
    (root / "static" / "js").mkdir(parents=True)
    for name, text in scripts.items():
        (root / "static" / "js" / name).write_text(text)
    (root / "index.html").write_text(page)
    return root


def link_header(app: ASGIApp) -> str | None:
    """The Link header that the app answers with, as a server would see it."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/curves", "headers": []}
    with ThreadPoolExecutor() as another:  # browser tests keep a loop running in pytest's own thread
        another.submit(asyncio.run, app(scope, receive, send)).result()  # type: ignore[arg-type]
    headers = dict(sent[0]["headers"])
    assert len(headers) == len(sent[0]["headers"]), "no header twice"
    return headers[b"link"].decode() if b"link" in headers else None


def test_a_script_is_named_with_all_that_it_imports_and_the_page_does_not_name(tmp_path: Path) -> None:
    scripts = {
        "ArrowVegaLiteChart.a1.js": 'import{a}from"./embed.b2.js";import"./index.c3.js";const later=import(`./d4.js`)',
        "embed.b2.js": 'export{c}from"./time.e5.js";import{d}from"./ArrowVegaLiteChart.a1.js"',  # a circle
        "index.c3.js": "", "d4.js": "", "time.e5.js": "", "Slider.f6.js": "",
    }  # fmt: skip
    static = made(tmp_path, scripts, '<script src="./static/js/index.c3.js">')
    assert sorted(needed(static)) == ["ArrowVegaLiteChart.a1.js", "embed.b2.js", "time.e5.js"]


def test_where_streamlit_has_other_files_none_is_named(tmp_path: Path) -> None:
    assert needed(tmp_path / "nowhere") == []
    assert needed(made(tmp_path, {"Chart.a1.js": ""}, "<html>")) == []


def test_the_installed_streamlit_has_a_chart_to_name() -> None:
    found = needed(STATIC)
    assert any(name.startswith("ArrowVegaLiteChart.") for name in found) and len(found) == len(set(found))
    assert all((STATIC / "static" / "js" / name).is_file() for name in found)


@pytest.mark.parametrize("response", [HTMLResponse("<p>"), JSONResponse({}), Response(b"", 304)])
def test_only_a_page_has_the_header(response: Response) -> None:
    named = re.findall(r"<\./static/js/([^>]+)>; rel=modulepreload", link_header(Preload(response)) or "")
    assert named == (needed(STATIC) if isinstance(response, HTMLResponse) else [])


def test_without_scripts_to_name_the_page_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preload, "STATIC", Path("nowhere"))
    assert link_header(Preload(HTMLResponse("<p>"))) is None
