"""Files that a browser sent: read as if they lay in a folder, and named as the browser named them."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from core.results.imports.answers import Answers
from core.results.imports.logged import Found
from core.results.imports.read import read
from core.results.imports.tensorboard import PARTS


def read_uploads(files: Sequence[tuple[str, bytes]], answers: Answers) -> Found:
    """The runs in these files, each a name, which may have folders, and its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder).resolve()
        for name, content in files:
            path = top / _safe(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        top = top / _common([_safe(name).parts for name, _ in files])
        found = read([top], answers)
    runs = tuple(replace(run, source=_shown(run.source, top), name=_shown(run.name, top)) for run in found.runs)
    broken = tuple(replace(file, name=_shown(file.name, top)) for file in found.broken)
    return replace(found, runs=runs, broken=broken)


def _common(paths: Sequence[tuple[str, ...]]) -> str:
    """The folder that a reader chose to send, which says nothing of the runs in it; "" where it may be a run itself."""
    folders = {path[1] for path in paths if len(path) > 2}
    alike = len({path[0] for path in paths}) == 1 and all(len(path) > 2 for path in paths)
    return paths[0][0] if alike and len(folders) > 1 and not folders <= PARTS else ""


def _safe(name: str) -> Path:
    """The name below the folder, without what could lead out of it."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    kept = [part.replace("\0", "") for part in parts if part not in ("/", "..", ".")]
    return Path(*kept) if kept else Path("file")


def _shown(name: str, top: Path) -> str:
    """The name without the folder that it was put into for reading."""
    if name in (str(top), top.name):
        return "upload"
    return name.removeprefix(f"{top}/")
