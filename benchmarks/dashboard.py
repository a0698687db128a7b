"""How long a reader of many runs waits, beside TensorBoard and trackio on the same data in the same run."""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from benchmarks import dashboard_servers as servers
from benchmarks import dashboard_views as views
from benchmarks.machine import machine
from benchmarks.made_runs import touch, write_runs
from benchmarks.peer_data import write_events, write_trackio
from benchmarks.report import show, table

OURS, TENSORBOARD, TRACKIO = "Position Lab", "TensorBoard", "trackio"
TICKED = 500  # runs up to which TensorBoard shows all by itself (tensorboard/webapp/runs/store/runs_types.ts)
HEADS = ("tool", "page", "runs", "first chart s", "after a change s", "switch s", "server CPU s", "memory MB")


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """A page of a tool on a number of runs, and what was measured of it so far."""

    tool: str
    server: servers.Server
    view: views.View
    runs: int
    seconds: dict[str, list[float]] = field(default_factory=lambda: {"first": [], "switch": [], "changed": []})
    cpu: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    died: list[str] = field(default_factory=list)  # what the browser said when it gave the page up

    def opened(self, browser: Any, what: str, turn: int) -> None:
        """Open the page as a new reader and, where sets of runs can be switched, switch."""
        with _page(browser) as page:
            before = self.server.cpu_s()
            self.seconds[what].append(views.first_chart(page, self.server.url, self.view))
            after = self.server.cpu_s()
            if what == "first" and self.view.switch:
                self.seconds["switch"].append(views.switch(page, self.view, turn))
        if what == "first" and before is not None and after is not None:
            self.cpu.append(after - before)
        if (memory := self.server.memory_mb()) is not None:
            self.memory.append(memory)

    def dies(self, browser: Any) -> bool:
        """Open the page once for practice, and say whether the browser gave up on it or nothing was drawn."""
        try:
            with _page(browser) as page:
                views.first_chart(page, self.server.url, self.view)
        except (PlaywrightError, TimeoutError) as error:
            self.died.append(str(error).splitlines()[0])
        return bool(self.died)

    def row(self) -> dict[str, Any]:
        """Medians in seconds, the largest memory, and every measurement."""
        first, switch, changed = (_median(self.seconds[key]) for key in ("first", "switch", "changed"))
        return {
            "tool": self.tool, "page": self.view.name, "runs": self.runs, "first_chart_s": first,
            "after_change_s": changed, "switch_s": switch, "server_cpu_s": _median(self.cpu),
            "memory_mb": max(self.memory, default=None), "lines": self.view.lines, "all_s": self.seconds,
            "died": self.died,
        }  # fmt: skip


def dashboard(
    runs: tuple[int, ...] = (100, 1000), listed: int = 10_000, repetitions: int = 5,
    peers: bool = True, trackio: str = sys.executable, json: str | None = None,
) -> int:  # fmt: skip
    """Print seconds to the first chart, to that after every file changed, and to another set of runs; server memory.

    Args:
        runs: Sizes of the study, in runs of 1,154 rows.
        listed: Runs of 14 rows behind the page Runs; 0 leaves that out.
        repetitions: Times that each thing is measured.
        peers: Whether to measure TensorBoard and trackio too.
        trackio: The Python that has trackio, where this one has not.
        json: File for the same figures.
    """
    missing = [*_missing(trackio)] if peers else [TENSORBOARD, TRACKIO]
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, _browser() as browser:
        for count in runs:
            rows += _measured(browser, Path(folder) / f"study-{count}", count, repetitions, missing, trackio)
        if listed:
            rows += _listed(browser, Path(folder) / "listed", listed, repetitions)
    print(table(HEADS, [_cells(row) for row in rows]))
    for row in rows:
        for said in row["died"]:
            print(f"{row['tool']}, {row['page']}, {row['runs']:,} runs: no chart came ({said}).")
    for tool in missing if peers else []:
        print(f"{tool} is not measured: it is not installed here; see benchmarks/requirements.txt.")
    return show({"machine": machine(), "repetitions": repetitions, "missing": missing, "rows": rows}, json)


def _missing(python: str) -> Iterator[str]:
    """The tools that are not installed."""
    if find_spec("tensorboard") is None:
        yield TENSORBOARD
    if subprocess.run([python, "-c", "import trackio"], capture_output=True, check=False).returncode:
        yield TRACKIO


def _measured(
    browser: Any, folder: Path, count: int, repetitions: int, missing: list[str], python: str
) -> list[dict[str, Any]]:
    """The rows of every tool on this many runs; the tools take turns."""
    with ExitStack() as stack:
        write_runs(folder / "runs", count)
        server = stack.enter_context(servers.ours(folder / "runs"))
        pages = (views.OVERVIEW, views.CURVES, views.COMPARE, views.RUNS)
        mine = [Entrant(tool=OURS, server=server, view=view, runs=count) for view in pages]
        others = []
        if TENSORBOARD not in missing:
            write_events(folder / "events", count)
            server = stack.enter_context(servers.tensorboard(folder / "events", count))
            view = views.TENSORBOARD if count <= TICKED else views.TENSORBOARD_EMPTY
            others.append(Entrant(tool=TENSORBOARD, server=server, view=view, runs=count))
        if TRACKIO not in missing:
            write_trackio(folder / "trackio", count, python)
            server = stack.enter_context(servers.trackio(folder / "trackio", python))
            others.append(Entrant(tool=TRACKIO, server=server, view=views.TRACKIO, runs=count))
        _in_turn(browser, [*mine, *others], repetitions)
        with servers.held([entrant.server for entrant in others]):
            for turn in range(repetitions):
                for entrant in mine:
                    touch(folder / "runs", turn)
                    entrant.opened(browser, "changed", turn)
        return [entrant.row() for entrant in [*mine, *others]]


def _listed(browser: Any, folder: Path, count: int, repetitions: int) -> list[dict[str, Any]]:
    """The row of the page Runs on this many small runs."""
    write_runs(folder, count, small=True)
    with servers.ours(folder) as server:
        entrant = Entrant(tool=OURS, server=server, view=views.RUNS, runs=count)
        _in_turn(browser, [entrant], repetitions)
        return [entrant.row()]


def _in_turn(browser: Any, entrants: list[Entrant], repetitions: int) -> None:
    """Measure each once in every turn, after a first turn that is not counted; one whose page dies is left out."""
    alive = [entrant for entrant in entrants if not _alone(entrant, entrants, entrant.dies, browser)]
    for turn in range(repetitions):
        for entrant in alive:
            _alone(entrant, entrants, entrant.opened, browser, "first", turn)


def _alone(entrant: Entrant, among: list[Entrant], measure: Callable[..., Any], *args: Any) -> Any:
    """What the measurement gives while the servers of the other tools stand still."""
    with servers.held([one.server for one in among if one.server is not entrant.server]):
        return measure(*args)


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    from tests.browser.install import installed

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=installed(), args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def _page(browser: Any) -> Iterator[Any]:
    """A page of a fresh profile."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(1000 * views.PATIENCE)
    yield context.new_page()
    context.close()


def _median(values: list[float]) -> float | None:
    return statistics.median(values) if values else None


def _cells(row: dict[str, Any]) -> list[str]:
    times = (row[f"{key}_s"] for key in ("first_chart", "after_change", "switch", "server_cpu"))
    told = ["–" if seconds is None else f"{seconds:.2f}" for seconds in times]
    memory = "–" if row["memory_mb"] is None else f"{row['memory_mb']:,.0f}"
    return [row["tool"], row["page"], f"{row['runs']:,}", *told, memory]
