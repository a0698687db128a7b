"""The width of a head and the part of it that is rotated."""

from dataclasses import dataclass

from core.positions.configs.families import Family
from core.positions.configs.fields import DIM, HEAD, Fields
from core.positions.configs.findings import found


@dataclass(frozen=True, kw_only=True)
class Heads:
    """Widths in channels; None where the file does not say enough."""

    count: int | None  # query heads
    head_dim: int | None  # of multi-head latent attention: the rotated part alone
    width: int | None = None  # of queries and keys, where it is more than head_dim
    hidden: int | None = None
    ratio: float | None = None  # hidden_size / num_attention_heads


def head_count(fields: Fields) -> int | None:
    """The number of query heads."""
    return fields.whole("num_attention_heads", "n_head", "n_heads", "num_heads", size=DIM)


def heads(fields: Fields, family: Family, model_type: str) -> Heads:
    """The heads of the model; a width that surprises readers is noted."""
    hidden = fields.whole("hidden_size", "n_embd", "d_model", size=(1, 10**9))
    count = head_count(fields)
    ratio = hidden / count if hidden and count else None
    if family.mla:
        return _latent(fields, count, ratio)
    written = fields.whole("head_dim", "kv_channels", size=HEAD)
    if written and ratio and written != ratio:
        fields.findings.add("HEAD_DIM_EXPLICIT", head_dim=written, ratio=ratio)
    if written is None and family.head_dim and ratio and family.head_dim != ratio:
        fields.findings.add("HEAD_DIM_FROM_FAMILY", head_dim=family.head_dim, model_type=model_type, ratio=ratio)
    whole = int(ratio) if ratio and ratio == int(ratio) and ratio <= HEAD[1] else None
    return Heads(count=count, head_dim=written or family.head_dim or whole, hidden=hidden, ratio=ratio)


def _latent(fields: Fields, count: int | None, ratio: float | None) -> Heads:
    rotated = fields.whole("qk_rope_head_dim", size=HEAD) or 64
    beside = fields.whole("qk_nope_head_dim", size=HEAD)
    if ratio and ratio != rotated:
        fields.findings.add("MLA_ROTARY_DIM", rotary_dim=rotated, ratio=ratio)
    return Heads(count=count, head_dim=rotated, width=beside + rotated if beside else None, ratio=ratio)


def missing_head_dim(fields: Fields) -> None:
    """Note that there is no head_dim to compute with."""
    hidden, count = (found(fields.data.get(key)) for key in ("hidden_size", "num_attention_heads"))
    fields.findings.add("HEAD_DIM_UNKNOWN", hidden=hidden, heads=count)


def rotated(fields: Fields, inner: Fields, family: Family, head_dim: int, model_type: str) -> float:
    """The share of the head that is rotated: the block's, the file's, that of rotary_dim, or the family's."""
    share = inner.number("partial_rotary_factor", low=0, high=1)
    if share is None:
        share = fields.number("partial_rotary_factor", "rotary_pct", "rotary_emb_fraction", "rope_pct", low=0, high=1)
    width = fields.whole("rotary_dim", size=HEAD)
    if share is None and width is not None:
        fields.findings.add("ROTARY_DIM_LEGACY", rotary_dim=width, head_dim=head_dim, share=width / head_dim)
        return width / head_dim
    if share is not None and width is not None and int(share * head_dim) != width:
        fields.findings.add("PARTIAL_CONFLICT", rotary_dim=width, share=share, head_dim=head_dim)
    if share is not None:
        return share
    if family.share != 1:
        rotary_dim = int(head_dim * family.share)
        fields.findings.add(
            "PARTIAL_FROM_FAMILY_DEFAULT",
            model_type=model_type, share=family.share, rotary_dim=rotary_dim, head_dim=head_dim,
        )  # fmt: skip
    return family.share
