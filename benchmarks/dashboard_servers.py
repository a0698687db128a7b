"""The servers of the three tools on one machine: starting, stopping, memory and processor time."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peer_data import PROJECT

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 120  # seconds that a server may take to answer


@dataclass(frozen=True, kw_only=True)
class Server:
    """A running server: its process and the address it answers on."""

    process: subprocess.Popen
    url: str

    def memory_mb(self) -> float | None:
        """Resident memory of the process and its children in MB; None where the system has no /proc."""
        found = [_field(pid, "VmRSS") for pid in _family(self.process.pid)]
        return sum(found) / 1000 if found else None

    def signal(self, number: int) -> None:
        """Send the signal to the process and its children."""
        for pid in _family(self.process.pid):
            os.kill(pid, number)

    def cpu_s(self) -> float | None:
        """Seconds of processor time of the process and its children so far; None where the system has no /proc."""
        found = [_cpu(pid) for pid in _family(self.process.pid)]
        return sum(found) if found else None


@contextmanager
def held(servers: Collection[Server]) -> Iterator[None]:
    """These servers stand still meanwhile: one that reads its files again by itself would slow the page of another."""
    for server in servers:
        server.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for server in servers:
            server.signal(signal.SIGCONT)


@contextmanager
def ours(runs: Path) -> Iterator[Server]:
    """Position Lab on a folder of runs."""
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", "dashboard.py", "--server.port", str(port)]
    command += ["--server.headless", "true", "--server.fileWatcherType", "none"]
    with _started(command, port, {"POSITION_LAB_RUNS": str(runs)}, "/_stcore/health") as server:
        yield server


@contextmanager
def tensorboard(events: Path, count: int) -> Iterator[Server]:
    """TensorBoard on a folder of that many event folders, once it has found them all."""
    port = _free_port()
    command = [sys.executable, "-m", "tensorboard.main", "--logdir", str(events), "--port", str(port)]
    with _started([*command, "--host", "127.0.0.1"], port, {}, "/") as server:
        for _ in range(PATIENCE):
            with urllib.request.urlopen(f"{server.url}/data/runs", timeout=PATIENCE) as answer:
                if len(json.load(answer)) == count:
                    break
            time.sleep(1)
        yield server


@contextmanager
def trackio(folder: Path, python: str) -> Iterator[Server]:
    """Trackio on a folder with one database, run by the Python that has it."""
    port = _free_port()
    show = f"import trackio; trackio.show({PROJECT!r}, open_browser=False, server_port={port})"
    env = {"TRACKIO_DIR": str(folder), "HF_HUB_OFFLINE": "1"}
    with _started([python, "-c", show], port, env, f"/?project={PROJECT}") as server:
        yield server


@contextmanager
def _started(command: Sequence[str], port: int, env: Mapping[str, str], path: str) -> Iterator[Server]:
    process = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait(process, url + path)
        yield Server(process=process, url=url)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def _wait(process: subprocess.Popen, url: str) -> None:
    for _ in range(10 * PATIENCE):
        if process.poll() is not None:
            raise RuntimeError(f"{' '.join(process.args)} ended with exit status {process.returncode}")  # type: ignore
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"nothing answered at {url} within {PATIENCE} s")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def _family(pid: int) -> list[int]:
    """The process and all below it that are still there."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []
    return [pid, *(one for child in children for one in _family(child))]


def _field(pid: int, name: str) -> float:
    """A field of /proc/PID/status in kB; 0 where the process is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((float(line.split()[1]) for line in lines if line.startswith(name + ":")), 0.0)


def _cpu(pid: int) -> float:
    """Seconds in user and system mode; fields 14 and 15 of /proc/PID/stat, counted after the name in brackets."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
