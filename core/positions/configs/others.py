"""Encodings without a rotation: ALiBi's slopes, learned tables and T5's buckets."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from core.positions.bias import alibi_slopes, t5_bucket
from core.positions.configs.families import Family
from core.positions.configs.fields import DIM, Fields
from core.positions.configs.lengths import LENGTHS

MOST_ROWS = (1, 10**9)


@dataclass(frozen=True, kw_only=True)
class Table:
    """A learned table: its rows, and how many positions a text can use."""

    rows: int
    usable: int


@dataclass(frozen=True, kw_only=True)
class Buckets:
    """T5's buckets: how many, the distance from which all share the last, and whether keys ahead have their own."""

    count: int = 32
    farthest: int = 128
    bidirectional: bool = True

    def exact(self, bidirectional: bool) -> int:
        """How many distances of a direction have a bucket each."""
        return self.count // (4 if bidirectional else 2)

    def of(self, ahead: Int[np.ndarray, "n"], bidirectional: bool) -> Int[np.ndarray, "n"] | None:
        """The bucket of each key that lies `ahead` = key_pos - query_pos, shape (n,); None where far ones have none."""
        if self.farthest <= self.exact(bidirectional):
            return None
        return t5_bucket(-ahead, self.count, self.farthest, causal=not bidirectional)


def slopes(fields: Fields, heads: int | None) -> Float[np.ndarray, "num_heads"] | None:
    """ALiBi's slopes in score units per position, shape (num_heads,); None where the heads are not known."""
    if heads is None:
        fields.findings.add("HEADS_UNKNOWN")
        return None
    lower = 2 ** (heads.bit_length() - 1)
    if lower != heads:
        fields.findings.add("ALIBI_NON_POWER_OF_2", heads=heads, lower=lower, upper=2 * lower)
    attention = fields.object("attn_config") or fields
    steepest = attention.number("alibi_bias_max", low=1e-3, high=1e3) or 8.0
    return alibi_slopes(heads) ** (steepest / 8)


def table(fields: Fields, family: Family) -> Table | None:
    """The learned table of positions; None where its length is not known."""
    written = fields.whole(*LENGTHS, size=MOST_ROWS) or family.max_position
    if written is None:
        fields.findings.add("TABLE_UNKNOWN")
        return None
    offset = family.offset
    if family.padded:
        pad = fields.whole("pad_token_id", size=(0, 10**9))
        offset = (1 if pad is None else pad) + 1
    rows = written if family.padded else written + offset
    usable = rows - offset
    if usable <= 0:
        fields.findings.add("TABLE_EMPTY", rows=rows, offset=offset)
        return None
    if offset:
        fields.findings.add("LEARNED_TABLE_OFFSET", rows=rows, positions=usable, offset=offset)
    fields.findings.add("LEARNED_HARD_LIMIT", positions=usable, rows=rows)
    return Table(rows=rows, usable=usable)


def buckets(fields: Fields) -> Buckets | None:
    """T5's buckets as the file has them; None where the far distances have no bucket left."""
    count, farthest = "relative_attention_num_buckets", "relative_attention_max_distance"
    absent = [key for key in (count, farthest) if fields.key(key) is None]
    if absent:
        fields.findings.add("RELATIVE_DEFAULTED", fields=", ".join(absent))
    made = Buckets(
        count=fields.whole(count, size=(4, DIM[1])) or 32,
        farthest=fields.whole(farthest, size=(4, 10**9)) or 128,
        bidirectional=not fields.flag("is_decoder"),
    )
    if made.farthest <= made.exact(made.bidirectional):
        fields.findings.add("RELATIVE_TOO_NEAR", distance=made.farthest, exact=made.exact(made.bidirectional))
        return None
    fields.findings.add("RELATIVE_SATURATES", distance=made.farthest)
    return made
