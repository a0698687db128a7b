"""Whatever lies at a path: event folders, tables, or both."""

from collections.abc import Iterable
from pathlib import Path

from core.results.errors import BrokenFile
from core.results.imports.answers import Answers
from core.results.imports.logged import Found
from core.results.imports.tables import SUFFIXES, read_table
from core.results.imports.tensorboard import is_event_file, read_events


def read(paths: Iterable[Path], answers: Answers) -> Found:
    """Every run below the paths; a file that is none is named with the reason, and the others are kept."""
    parts = [_one(Path(path), answers) for path in paths]
    return Found(
        runs=tuple(run for part in parts for run in part.runs),
        broken=tuple(file for part in parts for file in part.broken),
        unclear=tuple(dict.fromkeys(field for part in parts for field in part.unclear)),
    )


def _one(path: Path, answers: Answers) -> Found:
    """What is at one path, a file or a folder with everything below it."""
    if not path.exists():
        return Found(broken=(BrokenFile(str(path), "there is no such file or folder", "missing"),))
    top = path if path.is_dir() else path.parent
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    events = [file for file in files if is_event_file(file)]
    tables = [file for file in files if file.suffix.lower() in SUFFIXES and file not in events]
    if not events and not tables:
        reason = f"it holds neither TensorBoard events nor a table ({', '.join(SUFFIXES)})"
        return Found(broken=(BrokenFile(str(path), reason, "nothing"),))
    parts = [read_events(events, top)] if events else []
    parts += [read_table(file, answers) for file in tables]
    return Found(
        runs=tuple(run for part in parts for run in part.runs),
        broken=tuple(file for part in parts for file in part.broken),
        unclear=tuple(dict.fromkeys(field for part in parts for field in part.unclear)),
    )
