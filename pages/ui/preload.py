"""Tells the browser, with the page itself, which of Streamlit's scripts a picture is going to need.

Streamlit's page names the scripts that every app needs. Those of a picture are asked for only when its data has come
and the reader waits for nothing else. Named in a header (Link, RFC 8288, with rel=modulepreload of the HTML standard),
they are fetched and compiled while the first scripts run: 0.15 to 0.4 s of 2.6 to the first line, see docs/log.md.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import streamlit
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC = Path(streamlit.__file__).parent / "static"
WANTED = ("StreamlitMarkdown", "Selectbox", "ArrowVegaLiteChart")  # what stands at the top of most pages
_IMPORT = re.compile(r'(?:from|import)"\./([^"]+\.js)"')


class Preload:
    """ASGI middleware that adds the header to every HTML page that `app` answers with."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        # The others come first: a page without them is no page.
        how = "rel=modulepreload; fetchpriority=low"
        self._link = ", ".join(f"<./static/js/{name}>; {how}" for name in needed(STATIC)).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as `app` does."""

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_page(message["headers"]):
                message["headers"] = [*message["headers"], (b"link", self._link)]
            await send(message)

        await self._app(scope, receive, told if self._link else send)


def needed(static: Path) -> list[str]:
    """The files in static/js that the wanted scripts import and the page does not name itself.

    They are Streamlit's own matter: where another version has others, none is named, and the page is only slower.
    """
    folder = static / "static" / "js"
    try:
        page = (static / "index.html").read_text("utf-8")
        found = list(_with_imports(folder, [path.name for name in WANTED for path in folder.glob(f"{name}.*.js")]))
    except (OSError, UnicodeDecodeError):
        return []
    return [name for name in found if name not in page]


def _with_imports(folder: Path, names: Iterable[str]) -> Iterator[str]:
    """The scripts and all that they import, each once."""
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            waiting += _IMPORT.findall((folder / name).read_text("utf-8"))


def _is_page(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"content-type" and value.startswith(b"text/html") for name, value in headers)
