"""How long a reader waits: for the first chart of the Overview, and for a page to run again after a control."""

import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from benchmarks.machine import machine
from benchmarks.report import show

ROOT = Path(__file__).resolve().parents[1]
PORT = 8599
CHART = "[data-testid=stVegaLiteChart] svg, [data-testid=stVegaLiteChart] canvas"


def pages(repetitions: int = 7, json: str | None = None) -> int:
    """Print medians and ranges in ms, and the machine.

    Args:
        repetitions: Measurements of each.
        json: File for the same figures.
    """
    rows = {"first chart of the Overview, running server": _first_chart(repetitions)}
    rows |= {
        f"rerun of {page}": _rerun(page, repetitions) for page in ("overview", "curves", "lengths", "compare", "runs")
    }
    for name, values in rows.items():
        print(f"{name:45s} median {statistics.median(values):7.0f} ms   {min(values):.0f} to {max(values):.0f}")
    return show({"machine": machine(), "ms": rows}, json)


def _rerun(page: str, repetitions: int) -> list[float]:
    """Server-side ms of a page's script, as it runs again after any control."""
    from streamlit.testing.v1 import AppTest

    app = AppTest.from_file(str(ROOT / "dashboard.py"), default_timeout=120)
    app.run()
    app.switch_page(f"pages/results/{page}.py").run()
    times = []
    for _ in range(repetitions):
        began = time.perf_counter()
        app.run()
        times.append(1000 * (time.perf_counter() - began))
    return times


def _first_chart(repetitions: int) -> list[float]:
    """Browser ms from opening the Overview to its chart, in fresh browser contexts on a server that was warmed once."""
    from playwright.sync_api import sync_playwright

    from tests.browser.install import installed

    command = [sys.executable, "-m", "streamlit", "run", "dashboard.py", "--server.port", str(PORT)]
    server = subprocess.Popen([*command, "--server.headless", "true"], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        _wait_for_server()
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=installed(), args=["--no-sandbox"])
            times = [_open(browser.new_context().new_page()) for _ in range(1 + repetitions)]
            browser.close()
    finally:
        server.terminate()
    return times[1:]


def _open(page: object) -> float:
    began = time.perf_counter()
    page.goto(f"http://127.0.0.1:{PORT}/")  # type: ignore[attr-defined]
    page.wait_for_selector(CHART)  # type: ignore[attr-defined]
    return 1000 * (time.perf_counter() - began)


def _wait_for_server() -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/_stcore/health", timeout=1)
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server did not start within 30 s")
