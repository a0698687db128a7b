"""The app opened on a folder of runs: empty, normal, of one seed, or spoiled."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.menu import MENU
from tests.pages import sample

ADDRESSES = {entry.file: entry.url_path for entry in MENU}
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def roots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder of runs of each kind."""
    return sample.roots(tmp_path_factory.mktemp("roots"))


@pytest.fixture
def app(roots: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Open a page of the dashboard on one of the roots: app("results/curves.py", "normal", lang="zh")."""

    def open_page(file: str = "results/overview.py", kind: str = "normal", **query: str | list[str]) -> AppTest:
        monkeypatch.setenv("POSITION_LAB_RUNS", str(roots[kind]))
        at = AppTest.from_file(ROOT / "dashboard.py", default_timeout=120)
        for key, value in query.items():
            at.query_params[key] = value
        if file == "results/overview.py":
            return at.run()
        if Path(file).stem != ADDRESSES[file]:  # before its first run AppTest knows a page by its file's name alone
            at.run()
        return at.switch_page(f"pages/{file}").run()

    return open_page
