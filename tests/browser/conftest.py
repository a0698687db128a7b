"""A real server on a free port and a real browser that notes everything that should not be."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright import sync_api

from tests.browser.install import installed
from tests.pages import sample

ROOT = Path(__file__).resolve().parents[2]
SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
# Streamlit asks for these two below the page's path before it finds them at the root; Vega warns of an empty axis.
NOISE = re.compile(r"/_stcore/(health|host-config)|Infinite extent")
PATIENCE = 120_000  # ms; a busy machine is slow, not broken
sync_api.expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """A running Chromium."""
    with sync_api.sync_playwright() as play:
        # Without a path Playwright takes the one of its own that tests/browser/install.py may have fetched.
        browser = play.chromium.launch(executable_path=installed(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def roots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder of runs of each kind."""
    return sample.roots(tmp_path_factory.mktemp("roots"))


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Path], str]]:
    """Start `streamlit run dashboard.py` on a folder of runs, and return its address once it answers."""
    running: list[subprocess.Popen] = []

    def start(runs: Path) -> str:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "streamlit", "run", "dashboard.py"]
        command += ["--server.port", str(port), "--server.headless", "true", "--server.fileWatcherType", "none"]
        env = os.environ | {"POSITION_LAB_RUNS": str(runs)}
        running.append(
            subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )
        url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5):
                    return url
            except OSError:
                time.sleep(0.1)
        raise TimeoutError("the server did not start within a minute")

    yield start
    for process in running:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(scope="session")
def server(serve: Callable[[Path], str], roots: dict[str, Path]) -> str:
    """The address of a server with normal runs, shared by the tests."""
    return serve(roots["normal"])


@pytest.fixture
def new_page(chromium: "sync_api.Browser") -> Iterator[Callable[..., "sync_api.Page"]]:
    """A page of a fresh browser profile; when the test ends, nothing may have gone wrong in any of them."""
    contexts, wrong = [], []

    def make(**context: object) -> "sync_api.Page":
        contexts.append(chromium.new_context(reduced_motion="reduce", **context))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: wrong.append(said.text) if complains(said) else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: wrong.append(f"left the machine: {asked.url}") if leaves(asked.url) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def visit(new_page: Callable[..., "sync_api.Page"]) -> Callable[..., "sync_api.Page"]:
    """Open an address as a new visitor and wait until the page is settled."""

    def open_address(url: str, **context: object) -> "sync_api.Page":
        page = new_page(**context)
        page.goto(url)
        page.wait_for_selector(SETTLED)
        return page

    return open_address


@pytest.fixture
def page(new_page: Callable[..., "sync_api.Page"]) -> "sync_api.Page":
    """One visitor's page, on a wide screen."""
    return new_page(viewport={"width": 1400, "height": 900})


@pytest.fixture
def open_page(page: "sync_api.Page", server: str) -> Callable[[str], None]:
    """Go to a path of the shared server with `page`, and wait until it is settled."""

    def go(path: str) -> None:
        page.goto(server + path)
        page.wait_for_selector(SETTLED)

    return go


def complains(said: "sync_api.ConsoleMessage") -> bool:
    """Whether a message in the console is an error or a warning of ours."""
    return said.type in ("error", "warning") and not NOISE.search(said.text + said.location.get("url", ""))


def leaves(url: str) -> bool:
    """Whether a request goes anywhere but to this machine."""
    return not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:"))
