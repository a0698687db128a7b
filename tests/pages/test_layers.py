"""Who may import whom, and what a visit must not load."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pages.ui.menu import MENU, ROOT

CORE = sorted((ROOT / "core").rglob("*.py"))
PAGES = [ROOT / "dashboard.py", *sorted((ROOT / "pages").rglob("*.py"))]
ALLOWED = {
    "positions": {"positions"},
    "tasks": {"tasks"},
    "results": {"positions", "tasks", "results"},
    "course": {"positions", "tasks", "results", "course"},
    "charts": {"positions", "results", "course", "charts"},
    "report": {"positions", "tasks", "results", "course", "charts", "report"},
    "training": {"positions", "tasks", "results", "training"},
}


def imported(path: Path, top_level: bool = False) -> set[str]:
    """The modules that a file imports; with `top_level`, only those imported when the file is."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = tree.body if top_level else list(ast.walk(tree))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def within(modules: set[str], package: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for module in modules)


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_core_knows_no_streamlit_no_page_and_only_what_lies_below(path: Path) -> None:
    modules = imported(path)
    assert not within(modules, "streamlit") and not within(modules, "pages")
    room = path.relative_to(ROOT / "core").parts[0]
    if room in ALLOWED:
        rooms = {module.split(".")[1] for module in modules if module.startswith("core.")}
        assert rooms & set(ALLOWED) <= ALLOWED[room]
    if room in ("positions", "tasks", "results", "course", "charts", "report"):
        assert not within(modules, "torch")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages_load_no_torch(path: Path) -> None:
    modules = imported(path, top_level=True)
    assert not within(modules, "torch") and not within(modules, "core.training")


VISIT = """
import sys
from streamlit.testing.v1 import AppTest
at = AppTest.from_file(sys.argv[1], default_timeout=120).run()
for file in sys.argv[2:]:
    at.switch_page(file).run()
    assert not at.exception, file
loaded = [name for name in ("torch", "core.training") if name in sys.modules]
sys.exit(f"loaded: {loaded}" if loaded else 0)
"""


def test_no_page_loads_torch_when_it_is_visited(roots: dict[str, Path]) -> None:
    files = [f"pages/{entry.file}" for entry in MENU]
    env = os.environ | {"POSITION_LAB_RUNS": str(roots["normal"])}
    done = subprocess.run(
        [sys.executable, "-c", VISIT, str(ROOT / "dashboard.py"), *files],
        env=env, cwd=ROOT, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]


def test_page_files_lie_a_folder_down() -> None:
    """Streamlit takes every pages/*.py for a page of its own."""
    assert [path.name for path in (ROOT / "pages").glob("*.py")] == ["__init__.py"]
    assert all((ROOT / "pages" / entry.file).exists() for entry in MENU)
    assert len({entry.url_path for entry in MENU}) == len(MENU)
