"""Two processes at once, and a thousand runs."""

import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.results import Store

REPOSITORY = Path(__file__).parents[2]


WRITER = """
import sys, time
import pandas as pd
from core.results import Store
root, who = sys.argv[1:]
store = Store(root)
run = store.read("seed")
sys.stdin.readline()
for turn in range(4):
    store.write("shared", run.rows.assign(value=float(who)), run.footer)
    store.write(f"own/{who}-{turn}", run.rows, run.footer)
    found = store.index()
    assert found.broken == (), found.broken
    assert {"seed", "shared"} <= set(found.runs["name"]), found.runs["name"]
    assert set(store.read("shared").rows["value"]) in ({1.0}, {2.0})
print("done")
"""


def test_two_processes_write_runs_and_index_at_once(store, put, age):
    put(name="seed")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(store.root), who],
            cwd=REPOSITORY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for who in "12"
    ]
    try:
        outputs = [process.communicate("go\n", timeout=300) for process in started]
    finally:
        for process in started:
            process.kill()
    assert [out for out, _ in outputs] == ["done\n", "done\n"], outputs
    assert len(store.index().runs) == 2 + 8
    assert list(Path(store.root).rglob(".*.tmp")) == []
    age()
    store.index()
    assert len(pq.ParquetFile(Path(store.root) / ".index.parquet").read()) == 10


def test_a_thousand_runs_are_listed_without_being_opened_again(store, put, age, monkeypatch):
    put(name="r0")
    root = Path(store.root)
    for number in range(1, 1000):
        os.link(root / "r0.parquet", root / f"r{number}.parquet")
    age()
    assert len(store.index().runs) == 1000
    monkeypatch.setattr(Store, "open", lambda self, name, *_: pytest.fail(f"{name} was opened again"))
    assert len(Store(root).index().runs) == 1000
