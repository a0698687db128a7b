"""`claims`: what papers have reported, and what the runs say of it."""

import json
import textwrap
from typing import Any

from core.commands.results import RUNS, AsJson, plain, values_below
from core.results import Store
from core.results.claims import CLAIMS
from core.results.tried import measured_experiment, tried


def claims(runs: str = RUNS, as_json: AsJson = False) -> int:
    """Print each published claim with its figures there and here.

    Args:
        runs: Folder or URL of the run files.
        as_json: Print a list of objects, one a comparison.
    """
    values, index = values_below(runs), Store(runs).index().runs
    table = tried(values, index, measured_experiment(index))
    if as_json:
        kept = table.drop(columns=["differences", "config", "family"], errors="ignore")
        print(json.dumps([plain(row) for row in kept.to_dict("records")], indent=2))
        return 0
    for claim in CLAIMS:
        rows = table[table["name"] == claim.name].to_dict("records")
        print(f"{rows[0]['outcome'].upper()}: {claim.statement}")
        for line in (f"Published: {claim.published}", *map(_said, rows)):
            print(textwrap.fill(line, 110, initial_indent="  ", subsequent_indent="    "))
        print()
    print("Differences in nats/token, 95% t interval, p after Holm within a claim; below 0 is better.")
    return 0


def _said(row: dict[Any, Any]) -> str:
    """One comparison in a line."""
    ours = f"{row['series']} after {row['after']:.0f} further steps" if row["after"] > 0 else row["series"]
    what = f"{ours} against {row['against'] or 'itself at the training length'}, {row['eval_length']} tokens"
    if not row["pairs"]:
        return f"{what}: not measured"
    figures = f"{row['mean_difference']:+.3f} [{row['lo']:+.3f}, {row['hi']:+.3f}], n={row['pairs']}"
    return f"{what}: {figures}, p={row['p_holm']:.2g}, {row['finding']}"
