"""The made runs as TensorBoard and trackio keep them, value for value."""

import json
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.made_runs import EVALUATED, EVERY, LENGTHS, STEPS, MadeRun, made_runs

PROJECT = "made"
BEGAN = 1_767_225_600.0  # seconds since 1970: the made runs began with the year 2026


def scalars(run: MadeRun) -> Iterator[tuple[int, dict[str, float]]]:
    """By step what was logged there, the names as one would choose them in those tools."""
    for step in range(STEPS + 1):
        logged = {"train/loss": float(run.train[step - 1])} if step else {}
        if step % EVERY == 0:
            values = run.evaluated[step // EVERY]
            for place, metric in enumerate(EVALUATED):
                logged |= {
                    f"val/{metric}/{length}": float(value)
                    for length, value in zip(LENGTHS, values[:, place], strict=True)
                }
        yield step, logged


def write_events(root: Path, count: int) -> None:
    """One folder with one event file for each run.

    TensorBoard's own writer hands every event to a thread and takes seven times as long, so the records are framed
    here: length, its checksum, the event, its checksum (tensorboard/summary/writer/record_writer.py).
    """
    from tensorboard.compat.proto.event_pb2 import Event

    for run in made_runs(count):
        events = [Event(wall_time=BEGAN, file_version="brain.Event:2")]
        for step, logged in scalars(run):
            event = Event(wall_time=BEGAN + 0.1 * step, step=step)
            for tag, value in logged.items():
                event.summary.value.add(tag=tag, simple_value=value)
            events.append(event)
        folder = root / run.name
        folder.mkdir(parents=True)
        (folder / "events.out.tfevents.1767225600.made").write_bytes(
            b"".join(_record(event.SerializeToString()) for event in events)
        )


def _record(content: bytes) -> bytes:
    from tensorboard.compat.tensorflow_stub.pywrap_tensorflow import masked_crc32c

    length = struct.pack("<Q", len(content))
    sums = [struct.pack("<I", masked_crc32c(part)) for part in (length, content)]
    return length + sums[0] + content + sums[1]


def write_trackio(root: Path, count: int, python: str) -> None:
    """A database of one project, filled by the Python that has trackio."""
    script = Path(__file__).with_name("trackio_fill.py")
    with subprocess.Popen([python, str(script), str(root), PROJECT], stdin=subprocess.PIPE, text=True) as filling:
        assert filling.stdin
        for run in made_runs(count):
            steps, logged = zip(*scalars(run), strict=True)
            said = {"name": run.name, "config": run.footer().config, "steps": steps, "logged": logged}
            filling.stdin.write(json.dumps(said) + "\n")
        filling.stdin.close()
    if filling.returncode:
        raise RuntimeError(f"trackio could not be filled: exit status {filling.returncode}")
