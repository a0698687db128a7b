"""The factor on queries that grows with the position, as Llama 4 and Ministral 3 have it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.positions.configs.fields import Fields


@dataclass(frozen=True, kw_only=True)
class QueryScale:
    """1 + beta ln(1 + floor((position + shift) / period))."""

    beta: float
    period: int
    shift: int  # 1 for Llama 4, which counts positions from 1 here
    on_nope_layers: bool

    @property
    def formula(self) -> str:
        """The factor as a formula in pos."""
        if self.shift:
            return f"1 + {self.beta:g}*ln(floor((pos+1)/{self.period}) + 1)"
        return f"1 + {self.beta:g}*ln(1 + floor(pos/{self.period}))"

    def at(self, position: int) -> float:
        """The factor on the query at a position, counted from 0."""
        return 1 + self.beta * math.log1p((position + self.shift) // self.period)


def query_scale(fields: Fields, name: str, block: Mapping[str, Any]) -> QueryScale | None:
    """The factor that a file states; None where it states none."""
    found = None
    if name == "llama4" and fields.flag("attn_temperature_tuning", True):
        beta = fields.number("attn_scale", low=0, high=1e3)
        period = fields.whole("floor_scale") or 8192
        found = QueryScale(beta=0.1 if beta is None else beta, period=period, shift=1, on_nope_layers=True)
    elif block.get("llama_4_scaling_beta") is not None:
        inner = Fields(block, fields.findings, "rope_parameters")
        given = inner.number("llama_4_scaling_beta", low=0, high=1e3)
        original = inner.whole("original_max_position_embeddings")
        if given and original:
            found = QueryScale(beta=given, period=original, shift=0, on_nope_layers=False)
    if found:
        fields.findings.add("QUERY_SCALE", formula=found.formula)
    return found
