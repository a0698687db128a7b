"""`export`: what the pages give away, without a browser."""

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Literal

from core.commands.results import RUNS
from core.report import KINDS, draw, speaker, standard, view
from core.report.pictures import CHARTS
from core.report.view import View
from core.results import Store
from core.results.formats import FORMATS

DEFAULTS = {"table": "markdown", "chart": "svg", "report": "html"}


def export(
    kind: Literal["table", "chart", "report"] = "table",
    format: str = "",
    out: str = "-",
    table: Literal["overview", "compare"] = "overview",
    chart: Literal["lengths", "curves", "replay", "differences"] = "lengths",
    lang: Literal["en", "zh"] = "en",
    encodings: tuple[str, ...] = (),
    against: str = "",
    experiment: str = "",
    runs: str = RUNS,
) -> int:
    """Write a table, a chart or a report of the trained runs, with the numbers, counts and captions of the pages.

    Args:
        kind: What to write.
        format: Of a table markdown, latex, csv or html; of a chart svg, png, pdf or json; by default what the ending
            of --out says, else markdown, svg and html.
        out: The file; - for standard output.
        table: Which table: the Overview's or Compare's.
        chart: Which chart.
        lang: Language of the words.
        encodings: Only these encodings; all by default.
        against: The series that the others are held against, rope by default.
        experiment: Its eight hex digits; by default the one with most finished runs.
        runs: Folder or URL of the run files.
    """
    format = format or _by_ending(kind, out)
    known = {"table": list(FORMATS), "chart": list(KINDS), "report": ["html"]}[kind]
    if format not in known:
        raise ValueError(f'A {kind} cannot be written as "{format}"; choose one of {", ".join(known)}.')
    if out == "-" and format in ("png", "pdf"):
        raise ValueError(f"A {format.upper()} is no text for a terminal; give a file, --out {chart}.{format}")
    shown = view(Store(runs), encodings, experiment, against)
    content = _made(shown, kind, format, {"table": table, "chart": chart}.get(kind, ""), lang)
    _write(out, content)
    return 0


def _by_ending(kind: str, out: str) -> str:
    """The format that the file's ending stands for, else the kind's default."""
    ending = Path(out).suffix.removeprefix(".").lower()
    if kind == "table":
        return next((name for name, one in FORMATS.items() if one.ending == ending), DEFAULTS[kind])
    return ending if kind == "chart" and ending in KINDS else DEFAULTS[kind]


def _made(shown: View, kind: str, format: str, name: str, lang: str) -> bytes:
    """What is written, as bytes."""
    say = speaker(lang)
    if kind == "table":
        return FORMATS[format].write(standard.sheet(shown, name, say)).encode()
    if kind == "chart":
        return draw(CHARTS[name](shown, say), format)
    return standard.report(shown, lang, say).to_html(say).encode()


def _write(out: str, content: bytes) -> None:
    """Write the whole file or leave the old one as it is; ValueError says why it could not be written."""
    if out == "-":
        sys.stdout.write(content.decode())
        return
    path, part = Path(out), None
    try:
        if path.exists() and not path.is_file():  # a pipe or a device is written to, never replaced
            path.write_bytes(content)
            return
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            part = Path(file.name)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o644)
        part.replace(path)
    except OSError as error:
        if part:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        raise ValueError(f"{out} was not written: {_reason(path, error)}.") from error
    print(f"Wrote {out} ({len(content):,} bytes).")


def _reason(path: Path, error: OSError) -> str:
    """What stands in the way, and how to mend it."""
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}; make it with: mkdir -p {path.parent}"
    if path.is_dir():
        return "it is a folder; name a file in it"
    return f"{error.strerror or error} ({path.parent}); free space there or choose another folder"
