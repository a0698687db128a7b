"""The footer of a run file: everything about a run that is not a row."""

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any

SCHEMA_VERSION = 1
FOOTER_KEY = b"position_lab"
STATUSES = ("running", "finished", "diverged", "interrupted")
INT64 = 2**63


class FooterError(ValueError):
    """The footer does not say what a run must say; the text names the field."""


@dataclass(frozen=True, kw_only=True)
class Footer:
    """What one run was: its config, what it ran on, and how far it came. Times are ISO-8601 in UTC."""

    run_id: str
    encoding: str
    seed: int
    config: dict[str, Any]
    name: str = ""
    status: str = "running"
    message: str = ""
    attempt: int = 1
    scaling: str = "none"
    extension: dict[str, Any] = field(default_factory=dict)  # the rule, what it was told, and the run it was tried on
    corpus: dict[str, Any] = field(default_factory=dict)  # name, sha256, bytes
    parameters: int = 0
    steps_done: int = 0
    versions: dict[str, Any] = field(default_factory=dict)  # python, torch, numpy
    threads: int = 0
    compiled: bool = False
    dtype: str = ""
    machine: str = ""
    commit: str = ""
    dirty: bool = False
    start: str = ""
    heartbeat: str = ""
    end: str | None = None  # null while the run goes on
    schema_version: int = SCHEMA_VERSION

    def to_json(self) -> bytes:
        """The footer as ASCII JSON, ready to be a parquet metadata value."""
        return json.dumps(asdict(self)).encode("ascii")

    @classmethod
    def from_json(cls, text: bytes | str) -> "Footer":
        """The footer in that JSON. Fields that this version does not know are left aside."""
        try:
            said = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise FooterError("its footer is not JSON") from error
        if not isinstance(said, dict):
            raise FooterError("its footer is not a JSON object")
        version = said.get("schema_version")
        if version != SCHEMA_VERSION or isinstance(version, bool):
            raise FooterError(f"it has run schema {_shown(version)}, and this version reads schema {SCHEMA_VERSION}")
        return cls(**{item.name: _checked(item.name, item.type, said) for item in fields(cls) if _said(item, said)})


def _said(item: Any, said: dict[str, Any]) -> bool:
    """Whether the JSON has this field (null is as good as absent); a required one that it lacks is an error."""
    if said.get(item.name) is not None:
        return True
    if item.name in ("run_id", "encoding", "seed", "config"):
        raise FooterError(f"its footer lacks the field '{item.name}'")
    return False


def _checked(name: str, kind: Any, said: dict[str, Any]) -> Any:
    """The value of one field, or a FooterError where its type is another than the dataclass declares."""
    value = said[name]
    plain = {bool: bool, int: int, dict[str, Any]: dict}.get(kind, str)
    fits = isinstance(value, plain) and isinstance(value, bool) == (plain is bool)
    if not fits or (plain is int and abs(value) >= INT64):
        raise FooterError(f"its footer has {_shown(value)} as '{name}'")
    if name == "status" and value not in STATUSES:
        raise FooterError(f"its footer has {_shown(value)} as 'status', which is none of {', '.join(STATUSES)}")
    # A lone surrogate is legal in JSON and illegal in UTF-8; arrow would refuse the whole index for it.
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else value


def _shown(value: Any) -> str:
    """A value of unknown kind and size, cut to fit in a sentence."""
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 40 else text[:37] + "..."
