"""`inspect`: what a model's config.json says about positions, in a terminal and as JSON."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import tyro

from core.positions.config_report import report
from core.positions.configs.text import LIMIT
from core.positions.model_config import ModelPositions, read

AsJson = Annotated[bool, tyro.conf.arg(name="json")]
HEADING = {"error": "Error", "warning": "Warning", "note": "Note"}
HIDDEN = ("inv_freq", "warnings", "errors", "variants", "layer_type", "scaling")
DIGITS = 8


def inspect(file: tyro.conf.Positional[str], length: int | None = None, as_json: AsJson = False) -> int:
    """Print what a config.json says about positions; the exit status is 1 where something is wrong.

    Args:
        file: The config.json, or - for standard input.
        length: Tokens of a text, for rules that go by its length.
        as_json: Print one object with the whole list of frequencies.
    """
    described = read(sys.stdin.buffer.read(4 * LIMIT + 1) if file == "-" else Path(file))
    said = report(described, length)
    if as_json:
        print(json.dumps(said, indent=2, allow_nan=False))
    else:
        print("\n".join(lines(described, said)))
    return 1 if described.errors else 0


def lines(described: ModelPositions, said: dict[str, Any]) -> list[str]:
    """The report as lines: what holds for the model, each rotation, then the findings."""
    if described.position_encoding == "unknown":
        made = []
    else:
        repeated = set(HIDDEN) | {key for variant in said.get("variants", ())[:1] for key in variant}
        made = [line for key, value in said.items() if key not in repeated for line in _shown(key, value)]
    for number, variant in enumerate(said.get("variants", ()), 1):
        made += ["", f"rotation {number}, layers: {variant['layer_type']}"]
        made += [f"  {line}" for key, value in variant.items() if key not in HIDDEN for line in _shown(key, value)]
    if described.findings and made:
        made.append("")
    return made + [f"{HEADING[one.level]} {one.code}: {one.tell}" for one in described.findings]


def _shown(key: str, value: Any) -> list[str]:
    if value is None or value in ([], {}):
        return []
    if isinstance(value, dict):
        inner = ", ".join(
            f"{name} {_text(one)}" for name, one in value.items() if name not in HIDDEN and one is not None
        )
        return [f"{key}: {inner}"]
    return [f"{key}: {_text(value)}"]


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    if isinstance(value, list):
        return ", ".join(_text(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(one)}" for name, one in value.items())
    return str(value)
