"""Files below a root that may be a folder or a URL: listing, reading, and writing that leaves no half file."""

import contextlib
import os
import re
import uuid
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from pyarrow import fs

from core.results.errors import BrokenFile, StoreError, os_reason

SUFFIX = ".parquet"
MAX_DEPTH = 16  # a folder that links to its parent must not go on for ever


def open_root(root: str | Path) -> fs.SubTreeFileSystem:
    """A filesystem whose paths start at the root; the root need not exist yet."""
    text = str(root)
    if "://" not in text:
        return fs.SubTreeFileSystem(Path(text).expanduser().absolute().as_posix(), fs.LocalFileSystem())
    try:
        base, path = _from_uri(text)
    except (pa.ArrowException, OSError, ValueError, ImportError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else "no filesystem here opens such a URL"
        raise StoreError(f"The runs at {shown(root)} cannot be opened: {reason}.") from error
    return fs.SubTreeFileSystem(path, base)


def _from_uri(uri: str) -> tuple[fs.FileSystem, str]:
    """What pyarrow opens by itself, and otherwise what it opens by way of fsspec (memory://, sftp://, ...)."""
    try:
        return fs.FileSystem.from_uri(uri)
    except pa.ArrowInvalid:
        return fs.FileSystem.from_uri("fsspec+" + uri)


def shown(root: str | Path) -> str:
    """The root as text for a message, without the credentials that a URL may carry."""
    return re.sub(r"//[^/@]*@", "//", str(root)).split("?")[0] if "://" in str(root) else str(root)


def walk(store: fs.SubTreeFileSystem, folder: str = "", depth: int = 0) -> Iterator[fs.FileInfo | BrokenFile]:
    """Every run file below the folder; hidden names are skipped, and a folder that cannot be listed is said."""
    try:
        found, nameless = _listed(store, folder)
    except OSError as error:
        if not folder:
            raise
        yield BrokenFile(folder, f"this folder cannot be listed: {os_reason(error)}")
        return
    if nameless:
        yield BrokenFile(folder or ".", f"{nameless} of the names in this folder are not UTF-8; rename them", "name")
    for path, info in sorted(found.items()):
        if info.base_name.startswith("."):
            continue
        if info.type == fs.FileType.Directory and depth < MAX_DEPTH:
            yield from walk(store, path, depth + 1)
        elif info.type == fs.FileType.File and info.base_name.endswith(SUFFIX):
            yield info


def _listed(store: fs.SubTreeFileSystem, folder: str) -> tuple[dict[str, fs.FileInfo], int]:
    """What lies in a folder, by path, and how many names in it are no text; one of those must not hide the others."""
    if not folder and store.base_fs.get_file_info(store.base_path.rstrip("/") or "/").type == fs.FileType.File:
        raise NotADirectoryError  # pyarrow lists a file as if it were an empty folder
    infos = store.get_file_info(fs.FileSelector(folder, allow_not_found=True))
    found = {}
    for info in infos:
        try:
            found[info.path] = info
        except UnicodeDecodeError:
            continue
    return found, len(infos) - len(found)


def local_path(store: fs.SubTreeFileSystem, path: str) -> str | None:
    """The path on this machine's disk, or None where the root is elsewhere."""
    if not isinstance(store.base_fs, fs.LocalFileSystem):
        return None
    return store.base_path + path


def readers(store: fs.SubTreeFileSystem) -> int:
    """How many threads read at once: few where Python is what takes time, many where a bucket answers slowly."""
    return 2 if isinstance(store.base_fs, fs.LocalFileSystem) else 16


def write_atomic(store: fs.SubTreeFileSystem, path: str, content: pa.Buffer) -> None:
    """Put the bytes at the path so that a reader sees the old file or the new one, and a failure leaves the old."""
    folder = path.rpartition("/")[0]
    store.base_fs.create_dir((store.base_path + folder).rstrip("/"), recursive=True)
    temporary = f"{folder}/.{uuid.uuid4().hex}.tmp".lstrip("/")
    try:
        with store.open_output_stream(temporary) as stream:
            stream.write(content)
        _sync(local_path(store, temporary))
        store.move(temporary, path)
    except BaseException:
        _remove(store, temporary)
        raise
    _sync(local_path(store, folder), os.O_RDONLY)


def _sync(path: str | None, mode: int = os.O_RDWR) -> None:
    """Have the disk hold what was written, so that the rename cannot survive a power cut that the bytes did not."""
    if path is None or (mode == os.O_RDONLY and os.name == "nt"):  # Windows does not open folders
        return
    handle = os.open(path, mode)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(store: fs.SubTreeFileSystem, path: str) -> None:
    with contextlib.suppress(OSError):  # it was never made, or the disk refuses; it is hidden, so no reader minds
        store.delete_file(path)
