"""Files that a browser sends: named without the folder that was chosen, and never put outside of their own."""

from pathlib import Path

import pytest
from torch.utils import tensorboard as writer

from core.results.imports import Answers, read_uploads

FILE = "events.out.tfevents.1"


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An event file with one validation loss."""
    folder = tmp_path_factory.mktemp("events")
    made = writer.SummaryWriter(folder)
    made.add_scalar("val/loss", 2.5, 10)
    made.close()
    (path,) = folder.iterdir()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        (["logs/a-s0", "logs/a-s1"], ["a-s0", "a-s1"]),  # the folder that was chosen says nothing of the runs in it
        (["logs/one/a-s0", "logs/two/a-s1"], ["one/a-s0", "two/a-s1"]),
        (["a-s0", "b-s0"], ["a-s0", "b-s0"]),
        (["a-s0"], ["a-s0"]),
        (["run/train", "run/validation"], ["run"]),  # two writers of one run
        (["../../a-s0", "/etc/b-s0"], ["a-s0", "etc/b-s0"]),
        (["one\\a-s0", "one\\a-s1"], ["a-s0", "a-s1"]),
    ],
)
def test_names_of_what_was_sent(sent: list[str], named: list[str], events: bytes) -> None:
    found = read_uploads([(f"{folder}/{FILE}", events) for folder in sent], Answers())
    assert sorted(run.name for run in found.runs) == named and not found.broken


def test_a_broken_file_is_named_as_it_was_sent(events: bytes) -> None:
    sent = [(f"logs/a/{FILE}", events), (f"logs/b/{FILE}", events), ("logs/b/table.csv", b"")]
    found = read_uploads(sent, Answers())
    assert [Path(file.name).name for file in found.broken] == ["table.csv"]
    assert len(found.runs) == 2
