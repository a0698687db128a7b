"""Run files kept in memory once they were read, for as long as path, mtime and size stay what they were.

A page reads the same files again for every choice of its reader, and of a growing study nearly all are as they were.
"""

import threading
from collections import OrderedDict
from typing import NamedTuple

import pyarrow as pa

from core.results.footer import Footer

MOST_BYTES = 200_000_000  # some four thousand runs of a thousand rows; the least recently read go first
RACY_NS = 2_000_000_000  # buckets and some disks count mtime in whole seconds; a file as young may change unseen


class Key(NamedTuple):
    """A file as it was when it was read."""

    root: str
    path: str
    mtime_ns: int
    size: int


class Kept:
    """What was read of run files, at most so many bytes of rows."""

    def __init__(self, most_bytes: int = MOST_BYTES):
        self._most_bytes, self._bytes = most_bytes, 0
        self._found: OrderedDict[Key, tuple[Footer, pa.Table]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> tuple[Footer, pa.Table] | None:
        """The footer and the rows of this file; None where they are not kept."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: Key, footer: Footer, table: pa.Table) -> None:
        """Keep a file, and let go of those that nobody asked for the longest."""
        with self._lock:
            if key in self._found:
                return
            self._found[key] = footer, table
            self._bytes += table.nbytes
            while self._bytes > self._most_bytes and len(self._found) > 1:
                _, (_, old) = self._found.popitem(last=False)
                self._bytes -= old.nbytes
