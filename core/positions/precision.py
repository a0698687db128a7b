"""What half precision makes of a position and of an angle."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from core.positions.configs.findings import Finding, Findings
from core.positions.rope import inv_freq

Half = Literal["float16", "bfloat16"]
NOTICED = 0.01  # rad; a smaller error blurs no distance
SIGNIFICANT_BITS = {"float16": 11, "bfloat16": 8}


@dataclass(frozen=True, kw_only=True)
class Probe:
    """One pair's angle at one position in rad, exact to float64 and as half precision computes it."""

    held: float  # the position itself in that precision
    exact: float
    rounded: float  # position, frequency and product each rounded
    of_held: float  # the exact angle of the position as held
    findings: tuple[Finding, ...]


def probe(rotary_dim: int, base: float, position: int, pair: int, dtype: Half) -> Probe:
    """What becomes of a pair's angle at a position in half precision; a finding where it is off.

    Raises ValueError for a pair that there is not and for a rotary_dim or base that RoPE cannot have.
    """
    frequencies = inv_freq(rotary_dim, base)
    if not 0 <= pair < len(frequencies):
        raise ValueError(
            f"there is no pair {pair}; the pairs of rotary_dim {rotary_dim} are 0 to {len(frequencies) - 1}."
        )
    place, speed = np.array([position], dtype=np.float64), frequencies[pair : pair + 1]
    held = half(place, dtype)
    rounded = half(held * half(speed, dtype), dtype)
    exact = float(position * speed[0])
    findings, error = Findings(), abs(float(rounded[0]) - exact)
    if error > NOTICED:
        limit = first_inexact_integer(dtype) - 1
        findings.add("LOW_PRECISION", position=position, pair=pair, error=error, dtype=dtype, exact=limit)
    return Probe(
        held=float(held[0]),
        exact=exact,
        rounded=float(rounded[0]),
        of_held=float(held[0] * speed[0]),
        findings=findings.all(),
    )


def half(values: Float[np.ndarray, "n"], dtype: Half) -> Float[np.ndarray, "n"]:
    """The values rounded to the nearest that the precision holds, ties to even, as float64 again, shape (n,)."""
    if dtype == "float16":
        with np.errstate(over="ignore"):
            return values.astype(np.float16).astype(np.float64)
    bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    kept = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return kept.astype(np.uint32).view(np.float32).astype(np.float64)


def first_inexact_integer(dtype: Half) -> int:
    """The least positive whole number that the precision does not hold."""
    return 2 ** SIGNIFICANT_BITS[dtype] + 1
