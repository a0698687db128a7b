"""Deleting that can be undone: a run's files go to .trash/ below the root, and come back from there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pyarrow import fs

from core.results import files
from core.results.errors import StoreError, os_reason
from core.results.runs import Store

FOLDER = ".trash"  # hidden, so that no list of runs has what is in it
SUFFIXES = (files.SUFFIX, ".safetensors")


@dataclass(frozen=True, kw_only=True)
class Thrown:
    """A run in the trash: its name, and when it was put there, as in 20260102T030405123456."""

    name: str
    at: str


def throw_away(store: Store, names: Sequence[str], now: datetime | None = None) -> list[Thrown]:
    """Move the files and weights of runs to the trash; StoreError where one cannot be moved, and then all stay."""
    at = (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%S%f")
    thrown: list[Thrown] = []
    try:
        for name in names:
            _move(store, name, f"{FOLDER}/{at}/{name}")
            thrown.append(Thrown(name=name, at=at))
    except StoreError:
        for one in reversed(thrown):
            put_back(store, one)
        raise
    return thrown


def put_back(store: Store, thrown: Thrown) -> None:
    """Move a run from the trash to where it was; StoreError where another run has its name by now."""
    if _there(store, thrown.name + files.SUFFIX):
        raise StoreError(f"There is a run {thrown.name} again; move it away first, nothing was overwritten.")
    _move(store, f"{FOLDER}/{thrown.at}/{thrown.name}", thrown.name)


def in_trash(store: Store) -> list[Thrown]:
    """The runs in the trash, the last one first."""
    return sorted(_listed(store), key=lambda thrown: (thrown.at, thrown.name), reverse=True)


def _listed(store: Store) -> Iterator[Thrown]:
    try:
        stamps = store.files.get_file_info(fs.FileSelector(FOLDER, allow_not_found=True))
        for stamp in (info.base_name for info in stamps if info.type == fs.FileType.Directory):
            for info in files.walk(store.files, f"{FOLDER}/{stamp}"):
                if isinstance(info, fs.FileInfo):
                    path = info.path.removeprefix(f"{FOLDER}/{stamp}/")
                    yield Thrown(name=path.removesuffix(files.SUFFIX), at=stamp)
    except OSError:
        return  # a trash that cannot be listed offers nothing to bring back


def _move(store: Store, before: str, after: str) -> None:
    """Move the run file last, so that a run is listed with its weights or not at all."""
    present = [suffix for suffix in reversed(SUFFIXES) if _there(store, before + suffix)]
    if files.SUFFIX not in present:
        raise StoreError(f"There is no run {before} any more.")
    moved: list[str] = []
    try:
        if "/" in after:
            store.files.create_dir(after.rpartition("/")[0], recursive=True)
        for suffix in present:
            store.files.move(before + suffix, after + suffix)
            moved.append(suffix)
    except OSError as error:
        for suffix in moved:
            store.files.move(after + suffix, before + suffix)
        raise StoreError(f"The run {before} could not be moved: {os_reason(error)}. It stays where it is.") from error


def _there(store: Store, path: str) -> bool:
    return store.files.get_file_info(path).type == fs.FileType.File
