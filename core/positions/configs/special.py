"""Families that state their rotation in fields of their own: ChatGLM's rope_ratio, and old names of common fields."""

from core.positions.configs.blocks import ALL, Block, Blocks
from core.positions.configs.fields import Fields
from core.positions.configs.section import Section

RENAMED = {
    "rotary_pct": "partial_rotary_factor",
    "rotary_emb_fraction": "partial_rotary_factor",
    "rotary_emb_base": "rope_theta",
    "rotary_dim": "partial_rotary_factor",
    "n_positions": "max_position_embeddings",
    "seq_length": "max_position_embeddings",
    "n_embd": "hidden_size",
    "n_head": "num_attention_heads",
    "kv_channels": "head_dim",
}


def special_blocks(part: Section) -> Blocks | None:
    """The rotation of a ChatGLM config; None for every other family."""
    ratio = part.fields.number("rope_ratio", low=1e-6, high=1e6)
    if part.name != "chatglm":
        return None
    base, find = part.family.base, part.fields.findings
    path = part.fields.data.get("_name_or_path")
    if ratio and isinstance(path, str) and "chatglm2" in path[:200].lower():
        find.add("ROPE_RATIO_AMBIGUOUS", ratio=ratio)
        return Blocks(used=(_block(part, "linear", {"factor": ratio}, base),))
    if ratio and ratio != 1:
        base *= ratio
        find.add("ROPE_RATIO_BASE", ratio=ratio, base=base)
    return Blocks(used=(_block(part, "default", {}, base),))


def _block(part: Section, rope_type: str, data: dict[str, float], base: float) -> Block:
    inner = Fields(data, part.fields.findings, "rope_ratio")
    return Block(layer_type=ALL, rope_type=rope_type, fields=inner, base=base, name="rope_ratio")


def old_names(fields: Fields) -> None:
    """Note the fields that carry an old name."""
    there = [f"{old} = {new}" for old, new in RENAMED.items() if fields.key(old) and not fields.key(new)]
    if there:
        fields.findings.add("LEGACY_NAME", names=there)
