"""docs/add-an-encoding.md does what it says, as it is written there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from core.results import Store

ROOT = Path(__file__).resolve().parents[2]
SMALL = "--train-length 16 --batch-size 4 --layers 1 --d-model 32 --heads 2 --eval-lengths 16 32 --eval-windows 3"


def test_the_page_as_written(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "add-an-encoding.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (path,) = re.findall(r"Put this into `(.*?)`", page)
    (commands,) = re.findall(r"```bash\n(.*?)```", page, re.DOTALL)
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / path).write_text(code)
    trained, swept, judged = (line.split() for line in commands.splitlines())
    short = [*SMALL.split(), "--corpus", "pydoc", "--no-compile", "--threads", "1", "--runs", "runs"]
    run(tmp_path, [*trained, *short])
    for encoding in ("root", "rope"):  # the reference runs have another size; these pairs stand for them
        command = [word if word != "root" else encoding for word in swept]
        run(tmp_path, [*command, *short, "--steps", "5", "--jobs", "1"])
    runs = Store(tmp_path / "runs").index().runs
    assert sorted(runs["encoding"]) == ["root"] * 4 + ["rope"] * 3 and (runs["status"] == "finished").all()
    said = run(tmp_path, [*judged, "--runs", "runs"])
    assert re.search(r"^ *root +3 +3", said, re.MULTILINE)


def run(folder: Path, command: list[str]) -> str:
    done = subprocess.run([sys.executable, *command[1:]], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout
