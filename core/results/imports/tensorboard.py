"""Folders of TensorBoard event files, read by TensorBoard's own reader."""

import importlib.util
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from core.results.errors import BrokenFile, os_reason
from core.results.imports.logged import Found, Logged, points

MARK = "tfevents"
PARTS = {"train", "training", "val", "valid", "validation", "eval", "test"}  # writers of one run, as Keras has them
RECORD_FRAME = 16  # bytes around a record: its length and two checksums
MISSING = (
    "it holds TensorBoard events, and they are read by TensorBoard's own reader, which is not installed; "
    "pip install tensorboard, then import again"
)


@dataclass
class _Events:
    """What one event file holds."""

    rows: list[tuple[int, str, float, float]] = field(default_factory=list)  # step, tag, value, time
    config: dict[str, Any] = field(default_factory=dict)
    whole: bool = True


def is_event_file(path: Path) -> bool:
    """Whether the name is one that TensorBoard's writers give."""
    return MARK in path.name


def read_events(files: list[Path], top: Path) -> Found:
    """The runs in these event files: one a folder below `top`, with the restarts as attempts."""
    if importlib.util.find_spec("tensorboard") is None:
        return Found(broken=tuple(BrokenFile(str(path), MISSING, "reader") for path in files))
    read: dict[Path, list[tuple[str, _Events]]] = defaultdict(list)
    broken: list[BrokenFile] = []
    for path in sorted(files):
        try:
            events = _events(path)
        except OSError as error:
            broken.append(BrokenFile(str(path), f"it cannot be read: {os_reason(error)}"))
            continue
        if not events.whole:
            kept = "what came before is kept" if events.rows else "nothing came before"
            broken.append(BrokenFile(str(path), f"it is cut off or damaged after {len(events.rows)} values; {kept}"))
        folder, prefix = _run_of(path.parent, top)
        read[folder].append((prefix, events))
    runs = [run for folder, parts in read.items() for run in _runs(folder, top, parts)]
    return Found(runs=tuple(runs), broken=tuple(broken))


def _run_of(folder: Path, top: Path) -> tuple[Path, str]:
    """The folder that stands for the run, and what its tags begin with.

    Keras writes train/ and validation/ below a run; torch's add_hparams a folder named by the time, whose values repeat
    those of the run.
    """
    if folder == top:
        return folder, ""
    if folder.name.lower() in PARTS:
        return folder.parent, folder.name + "/"
    return (folder.parent, "hparams") if re.fullmatch(r"\d{9,11}\.\d+", folder.name) else (folder, "")


def _runs(folder: Path, top: Path, parts: list[tuple[str, _Events]]) -> Iterator[Logged]:
    """The run of a folder; two where two writers logged other values at the same time, each with its own config."""
    config = {key: value for _, events in parts for key, value in events.config.items()}
    logged = [(prefix, events.rows) for prefix, events in parts if prefix != "hparams" and events.rows]
    logged.sort(key=lambda part: part[1][0][3])
    strands: list[list[tuple[int, str, float, float]]] = []
    for prefix, rows in logged:
        named = [(step, prefix + tag, value, time) for step, tag, value, time in rows]
        home = next((strand for strand in strands if not _fused(strand, named)), None)
        if home is None:
            strands.append(named)
        else:
            home.extend(named)
    name = folder.relative_to(top).as_posix() if folder != top else folder.name
    for number, strand in enumerate(strands):
        frame = pd.DataFrame(strand, columns=["step", "metric", "value", "time"])
        own = name if not number else f"{name} ({number + 1})"
        made = points(frame["step"], frame["metric"], frame["value"], frame["time"])
        yield Logged(name=own, source=str(folder), points=made, config=config)


def _fused(before: list[tuple[int, str, float, float]], after: list[tuple[int, str, float, float]]) -> bool:
    """Whether the second writer logged the same tags and steps while the first one still did: two runs, one folder."""
    ends: dict[str, float] = {}
    for _, tag, _, time in before:
        ends[tag] = max(ends.get(tag, time), time)
    seen = {(step, tag) for step, tag, _, _ in before}
    return any((step, tag) in seen and time < ends[tag] for step, tag, _, time in after)


def _events(path: Path) -> _Events:
    """The scalars and hyperparameters in one event file."""
    from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.data_compat import migrate_event

    found, size = _Events(), 0
    plugins: dict[str, Any] = {}  # told with the first value of a tag
    for record in RawEventFileLoader(str(path)).Load():
        size += len(record) + RECORD_FRAME
        event = migrate_event(Event.FromString(record))
        for value in event.summary.value:
            plugin = plugins.setdefault(value.tag, value.metadata.plugin_data)
            if plugin.plugin_name == "hparams":
                found.config |= _hparams(plugin.content)
            elif plugin.plugin_name == "scalars":
                found.rows.append((event.step, value.tag, _number(value.tensor), event.wall_time))
    found.whole = size == path.stat().st_size and size > 0
    return found


def _number(tensor: Any) -> float:
    """The one number of a scalar's tensor."""
    from tensorboard.util.tensor_util import make_ndarray

    return float(make_ndarray(tensor).reshape(-1)[0])


def _hparams(content: bytes) -> dict[str, Any]:
    """The hyperparameters that a session started with; whole numbers as such, for TensorBoard has only floats."""
    from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData

    said = {}
    for key, value in HParamsPluginData.FromString(content).session_start_info.hparams.items():
        kind = value.WhichOneof("kind")
        told: Any = getattr(value, kind) if kind else None
        whole = isinstance(told, float) and told.is_integer() and abs(told) < 2**53
        said[key] = int(told) if whole else told
    return said
