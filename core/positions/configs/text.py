"""From a text, a file or a mapping to the object that a config.json is, or to the error that says why not."""

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.positions.configs.findings import Findings, found

LIMIT = 4_000_000  # characters; the largest config.json in use are label lists of about one million
LONGEST_NUMBER = 400  # digits; Python refuses more than 4300, and a float ends at 309
Source = str | bytes | Path | Mapping[str, Any]


def load(source: Source, findings: Findings) -> Mapping[str, Any] | None:
    """The object of a config: a str is JSON, a Path is a file, a mapping is itself; None where an error was noted."""
    if isinstance(source, Mapping):
        return source
    data = _read(source, findings) if isinstance(source, Path) else source
    text = _decode(data, findings) if isinstance(data, bytes) else data
    return None if text is None else _parse(text, findings)


def _read(path: Path, findings: Findings) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(4 * LIMIT + 1)  # a character has at most four bytes
    except FileNotFoundError:
        findings.add("FILE_MISSING", path=str(path))
    except IsADirectoryError:
        findings.add("FILE_IS_FOLDER", path=str(path))
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        findings.add("FILE_UNREADABLE", path=str(path), reason=getattr(error, "strerror", None) or str(error))
    return None


def _decode(data: bytes, findings: Findings) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if len(data) > 4 * LIMIT:
            findings.add("FILE_TOO_LARGE", limit=LIMIT)
        else:
            findings.add("NOT_UTF8", position=error.start)
    return None


def _parse(text: str, findings: Findings) -> Mapping[str, Any] | None:
    if text.startswith("\ufeff"):
        findings.add("BYTE_ORDER_MARK")
        text = text[1:]
    if len(text) > LIMIT:
        findings.add("FILE_TOO_LARGE", limit=LIMIT)
        return None
    if not text.strip():
        findings.add("EMPTY")
        return None
    value = parsed(text, findings)
    if isinstance(value, dict):
        return value
    if not findings.failed():
        findings.add("NOT_AN_OBJECT", found=found(value))
    return None


def parsed(text: str, findings: Findings) -> Any:
    """The JSON value, with a finding for what JSON readers disagree on; None and an error where it is no JSON."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_pairs(findings),
            parse_constant=_constant(findings),
            parse_int=_whole(findings),
            parse_float=_real(findings),
        )
    except json.JSONDecodeError as error:
        findings.add("NOT_JSON", reason=error.msg, line=error.lineno, column=error.colno)
    except RecursionError:
        findings.add("TOO_DEEP")
    return None


def _pairs(findings: Findings) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        built = dict(pairs)
        if len(built) < len(pairs):
            seen: set[str] = set()
            double = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            findings.add("DUPLICATE_KEY", key=double)
        return built

    return build


def _constant(findings: Findings) -> Callable[[str], None]:
    def refuse(name: str) -> None:
        findings.add("JSON_CONSTANT", value=name)

    return refuse


def _whole(findings: Findings) -> Callable[[str], int | None]:
    def read(digits: str) -> int | None:
        if len(digits) <= LONGEST_NUMBER:
            return int(digits)
        findings.add("NUMBER_TOO_LONG", digits=len(digits))
        return None

    return read


def _real(findings: Findings) -> Callable[[str], float | None]:
    def read(digits: str) -> float | None:
        if len(digits) > LONGEST_NUMBER:
            findings.add("NUMBER_TOO_LONG", digits=len(digits))
            return None
        value = float(digits)
        if math.isinf(value):
            findings.add("JSON_CONSTANT", value=digits)
            return None
        return value

    return read
