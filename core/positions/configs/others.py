"""Encodings without a rotation: ALiBi's slopes, learned tables and T5's buckets."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from core.positions.bias import alibi_slopes
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


def buckets(fields: Fields) -> Buckets:
    """T5's buckets as the file has them."""
    count, farthest = "relative_attention_num_buckets", "relative_attention_max_distance"
    absent = [key for key in (count, farthest) if fields.key(key) is None]
    if absent:
        fields.findings.add("RELATIVE_DEFAULTED", fields=", ".join(absent))
    made = Buckets(
        count=fields.whole(count, size=(4, DIM[1])) or 32,
        farthest=fields.whole(farthest, size=(4, 10**9)) or 128,
        bidirectional=not fields.flag("is_decoder"),
    )
    fields.findings.add("RELATIVE_SATURATES", distance=made.farthest)
    return made


def bucket(distances: Int[np.ndarray, "n"], chosen: Buckets, bidirectional: bool) -> Int[np.ndarray, "n"]:
    """The bucket of each distance key_pos - query_pos, shape (n,); T5 (arXiv 1910.10683), section 2.1.

    Near distances have a bucket each, far ones share them by their logarithm. With `bidirectional` the second half of
    the buckets is for keys ahead; without it a key ahead counts as distance 0.
    """
    count = chosen.count // 2 if bidirectional else chosen.count
    back = np.abs(distances) if bidirectional else np.maximum(-distances, 0)
    exact = count // 2
    span = np.log(max(chosen.farthest, exact + 1) / exact)
    far = exact + (np.log(np.maximum(back, 1) / exact) / span * (count - exact)).astype(np.int64)
    own = np.where(back < exact, back, np.minimum(far, count - 1))
    return own + np.where(distances > 0, count, 0) if bidirectional else own
