"""What `verdict` says of a comparison in whole sentences."""

from typing import Any

from core.results import number
from core.results.digits import decimals
from core.results.noise import recorded

UNITS = {"rise_ratio_at_2x": ""}  # every other metric is a loss


def amount(value: float, metric: str, places: int | None = None) -> str:
    """A gap in its unit."""
    return f"{number(value, places)} {UNITS.get(metric, 'nats/token')}".strip()


def power(row: dict[Any, Any]) -> str:
    """What the comparison could have seen; nothing where it has too few seeds for that."""
    if row["unseen_gap"] != row["unseen_gap"]:
        return ""
    places = decimals(row["std"])
    return (
        f"with {row['pairs']} seeds a gap under {amount(row['unseen_gap'], row['metric'], places)} could not have been "
        f"seen, and a true one of {amount(row['found_gap'], row['metric'], places)} would have been found about four "
        "times in five"
    )


def compared(row: dict[Any, Any]) -> str:
    """In what a series differs from the one it is compared with: "differs in rope_theta alone"."""
    if len(row["compared"]) != 1:
        return "differs in " + " and ".join(row["compared"]) if row["compared"] else "has the same settings"
    return f"differs in {row['compared'][0]} alone"


def floor(row: dict[Any, Any], stated: float | None) -> str:
    """The noise floor that a comparison had to pass, and where it comes from."""
    if stated is not None:
        return f"Noise floor: {amount(stated, row['metric'])}, as stated by --noise-floor."
    if row["floor"] != row["floor"]:
        return "Noise floor: none was measured at these settings; the seeds' standard deviation alone is the bar."
    record = recorded()
    return (
        f"Noise floor: {amount(row['floor'], row['metric'])}, the root mean square difference of {record.series} "
        f"between {' and '.join(record.between)}, same seed, n={len(record.seeds)}, taken to hold for the others."
    )
