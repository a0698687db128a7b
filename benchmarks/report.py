"""How a benchmark is told: a Markdown table on the screen, and everything as JSON."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, the first column to the left and figures to the right."""
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (heads, rule, *rows))


def show(report: dict[str, Any], path: str | None) -> int:
    """Print the machine, write the report to the path where one is given, and return the exit status."""
    machine = report["machine"]
    amx = "with AMX" if machine["amx"] else "without AMX"
    print(
        f"\n{machine['date']}, {machine['processor']}, {amx}, {machine['threads']} threads, "
        f"PyTorch {machine['torch']}, commit {machine['commit'][:10]}"
    )
    if path:
        Path(path).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0
