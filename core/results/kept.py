"""Run files kept in memory once they were read, for as long as path, mtime and size stay what they were.

A page reads the same files again for every choice of its reader, and of a growing study nearly all are as they were.
"""

import threading
from collections import OrderedDict
from typing import NamedTuple

import pyarrow as pa

from core.results.footer import Footer

MOST_BYTES = 128_000_000  # some 2,500 runs of a thousand rows; the least recently read go first
RACY_NS = 2_000_000_000  # buckets and some disks count mtime in whole seconds; a file as young may change unseen


class Stamp(NamedTuple):
    """How old and how large a file was when it was read."""

    mtime_ns: int
    size: int


class Kept:
    """What was read of run files, at most so many bytes of rows."""

    def __init__(self, most_bytes: int = MOST_BYTES):
        self._most_bytes, self._bytes = most_bytes, 0
        self._found: OrderedDict[tuple[str, str], tuple[Stamp, Footer, pa.Table]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, root: str, path: str, stamp: Stamp) -> tuple[Footer, pa.Table] | None:
        """The footer and the rows of this file; None where they are not kept as it is now."""
        with self._lock:
            known, *found = self._found.get((root, path), (None,))
            if known != stamp:
                return None
            self._found.move_to_end((root, path))
            return found[0], found[1]

    def put(self, root: str, path: str, stamp: Stamp, footer: Footer, table: pa.Table) -> None:
        """Keep a file in place of what it was before, and let go of those that nobody asked for the longest."""
        with self._lock:
            self._forget(root, path)
            self._found[root, path] = stamp, footer, table
            self._bytes += table.nbytes
            while self._bytes > self._most_bytes and len(self._found) > 1:
                self._forget(*next(iter(self._found)))

    def _forget(self, root: str, path: str) -> None:
        if (root, path) in self._found:
            self._bytes -= self._found.pop((root, path))[2].nbytes
