"""What a person noted of runs: notes, tags, archived, and saved views, in one small file beside the run files.

A run file is never written again for a note; `marks.json` is replaced whole, and each change starts from what it holds
at that moment.
"""

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace

import pyarrow as pa

from core.results import files
from core.results.errors import StoreError, os_reason
from core.results.runs import Store

PATH = "marks.json"
VERSION = 1


@dataclass(frozen=True, kw_only=True)
class Mark:
    """What was noted of one run."""

    note: str = ""
    tags: tuple[str, ...] = ()
    archived: bool = False


@dataclass(frozen=True, kw_only=True)
class Marks:
    """The marks by run name, and the saved views: by name the query string that opens them."""

    runs: dict[str, Mark] = field(default_factory=dict)
    views: dict[str, str] = field(default_factory=dict)

    def of(self, name: str) -> Mark:
        """The mark of a run; an empty one where nothing was noted."""
        return self.runs.get(name, Mark())

    def changed(self, names: Iterable[str], change: Callable[[Mark], Mark]) -> "Marks":
        """The marks with those of these runs changed; one that says nothing is not kept."""
        made = self.runs | {name: change(self.of(name)) for name in names}
        return replace(self, runs={name: mark for name, mark in made.items() if mark != Mark()})


def read_marks(store: Store) -> Marks:
    """The marks below the root; StoreError where the file is there and cannot be read, so that it is not lost."""
    try:
        with store.files.open_input_file(PATH) as source:
            said = json.loads(source.read().decode("utf-8"))
        return Marks(
            runs={name: _mark(told) for name, told in said["runs"].items()},
            views={str(name): str(query) for name, query in said["views"].items()},
        )
    except FileNotFoundError:
        return Marks()
    except OSError as error:
        raise StoreError(f"{PATH} beside the runs cannot be read: {os_reason(error)}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError(f"{PATH} beside the runs is damaged; mend it, or move it away to start anew.") from error


def change_marks(store: Store, change: Callable[[Marks], Marks]) -> Marks:
    """The marks after the change, which is written before this returns; StoreError where it cannot be."""
    made = change(read_marks(store))
    said = {"version": VERSION, "runs": {name: asdict(mark) for name, mark in made.runs.items()}, "views": made.views}
    try:
        files.write_atomic(store.files, PATH, pa.py_buffer(json.dumps(said, indent=1).encode("ascii")))
    except OSError as error:
        raise StoreError(f"{PATH} could not be written: {os_reason(error)}. What it held is intact.") from error
    return made


def may_write(store: Store) -> bool:
    """Whether runs here can be marked and moved: they are in a folder on this machine that may be written."""
    folder = files.local_path(store.files, "")
    return folder is not None and os.access(folder, os.W_OK)


def tags_in(text: str) -> tuple[str, ...]:
    """The tags in a text that parts them by commas, each once."""
    parts = (part.strip() for part in text.replace("，", ",").split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def _mark(told: dict) -> Mark:
    note, tags, archived = told["note"], told["tags"], told["archived"]
    if not (isinstance(note, str) and isinstance(archived, bool) and all(isinstance(tag, str) for tag in tags)):
        raise ValueError("a mark has a part of another type")
    return Mark(note=note, tags=tuple(tags), archived=archived)
