"""The rope blocks of a config: rope_scaling and rope_parameters, flat or one for each kind of layer, to one form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.positions.configs.families import FULL, LINEAR, SLIDING, Family
from core.positions.configs.fields import Fields
from core.positions.configs.findings import Findings, Level, clean, found, said
from core.positions.configs.text import parsed
from core.positions.scaling import BY_ROPE_TYPE

ALL = "all"  # the layer type of a model with one rotation
MOST_KINDS = 16  # of layers with a rotation of their own; released models have two
ALIASES = {"su": "longrope", "mrope": "default", "deepseek_yarn": "yarn", "llama_3": "llama3"}
LABELS = {FULL, SLIDING, LINEAR, "chunked_attention", "main", "compress", "global", "local"}
COMPARED = ("rope_type", "factor", "original_max_position_embeddings", "rope_theta")


@dataclass(frozen=True, kw_only=True)
class Block:
    """One rotation as the file states it: for which layers, of which type, with which fields and base."""

    layer_type: str
    rope_type: str
    fields: Fields
    base: float
    name: str  # of the block in the file


@dataclass(frozen=True, kw_only=True)
class Blocks:
    """What was found: blocks to compute, those of no known type, layer types that rotate nothing, a block that lost."""

    used: tuple[Block, ...] = ()
    refused: tuple[Block, ...] = ()
    still: tuple[str, ...] = ()
    lost: Block | None = None
    other_type: str | None = None  # of the used block, where `type` and `rope_type` disagree


def blocks(fields: Fields, family: Family, model_type: str, doubtful: bool) -> Blocks:
    """Every rotation that the file states. `doubtful` says whether a base that is left out is likely a mistake."""
    modern, legacy = _object(fields, "rope_parameters"), _object(fields, "rope_scaling")
    if modern is None or legacy is None:
        return Blocks()
    name = "rope_parameters" if modern else "rope_scaling"
    lost = legacy if modern and legacy and _differ(modern, legacy) else None
    reader = _Reader(fields, family, model_type, doubtful)
    parts, still = _parts(modern or legacy, fields, family)
    used = [reader.block(label, part, name) for label, part in parts.items()]
    if lost is not None:
        kept = ", ".join(_brief(block.fields.data, block.rope_type) for block in used)
        fields.findings.add("BLOCK_CONFLICT", old=_brief(lost, _type(lost)), new=kept)
    return Blocks(
        used=tuple(block for block in used if block.rope_type),
        refused=tuple(block for block in used if not block.rope_type),
        still=still,
        lost=_Reader(_quiet(fields), family, model_type, False).block(ALL, lost, "rope_scaling") if lost else None,
        other_type=_other_type(modern or legacy),
    )


def _object(fields: Fields, key: str) -> Mapping[str, Any] | None:
    """The block under a key, empty where there is none; None where it is no object."""
    value = fields.data.get(key)
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return value
    fields.findings.add("ROPE_BLOCK_NOT_OBJECT", field=key, found=found(value))
    if isinstance(value, str) and len(value) < 10_000:
        meant = parsed(value, Findings())
        if isinstance(meant, Mapping):
            fields.findings.add("ROPE_BLOCK_AS_JSON", field=key, block=_brief(meant, _type(meant)))
    return None


def _parts(
    block: Mapping[str, Any], fields: Fields, family: Family
) -> tuple[dict[str, Mapping[str, Any]], tuple[str, ...]]:
    """The block for each kind of layer, and the kinds whose block is null, so that they rotate nothing."""
    written = fields.data.get("layer_types")
    labels = LABELS | {kind for kind in written if isinstance(kind, str)} if isinstance(written, list) else LABELS
    nested = {key: value for key, value in block.items() if key in labels and isinstance(value, Mapping)}
    still = tuple(key for key, value in block.items() if key in labels and value is None)
    if len(nested) > MOST_KINDS:
        fields.findings.add("TOO_MANY_KINDS", count=len(nested), most=MOST_KINDS)
        nested = dict(list(nested.items())[:MOST_KINDS])
    if family.split is None:
        return (nested or {ALL: block}) if nested or not still else {}, still
    scaled, plain = family.split.scaled, family.split.plain
    if not nested and not still:
        nested = {scaled: block}
    return {label: nested.get(label, {}) for label in (scaled, plain) if label not in still} | nested, still


class _Reader:
    """Reads the blocks of one file: type, base, old names."""

    def __init__(self, fields: Fields, family: Family, model_type: str, doubtful: bool) -> None:
        self.outer, self.family, self.model_type, self.doubtful = fields, family, model_type, doubtful

    def block(self, label: str, data: Mapping[str, Any], name: str) -> Block:
        """The block with its type and its base; the type is empty where it is unknown."""
        inner = Fields(data, self.outer.findings, name if label == ALL else f"{name}.{label}")
        rope_type = self._type(inner, label)
        return Block(layer_type=label, rope_type=rope_type, fields=inner, base=self._base(inner, label), name=name)

    def _type(self, inner: Fields, label: str) -> str:
        split = self.family.split
        if split and label == split.scaled and not inner.data:
            return split.scaled_type
        written = inner.key("rope_type", "type")
        if written is None:
            if "rope_type" in inner.data or "type" in inner.data:
                inner.findings.add("TYPE_NULL")
            return "default"
        value = inner.text(written)
        if value is None:
            return ""
        if written == "type":
            inner.findings.add("LEGACY_KEY_TYPE")
        elif _other_type(inner.data):
            inner.findings.add("TYPE_KEYS_CONFLICT", old=_other_type(inner.data), new=value)
        return self._known(inner, value)

    def _known(self, inner: Fields, value: str) -> str:
        lists = "short_factor" in inner.data or "long_factor" in inner.data
        rope_type = ALIASES.get(value, "longrope" if value == "yarn" and lists else value)
        if rope_type != value:
            inner.findings.add("TYPE_ALIAS", alias=value, rope_type=rope_type)
        if rope_type in BY_ROPE_TYPE:
            return rope_type
        if rope_type == "axial":
            inner.findings.add("ROPE_TYPE_NOT_COMPUTED", rope_type=value)
        else:
            inner.findings.add("UNKNOWN_ROPE_TYPE", rope_type=clean(value), known=", ".join([*BY_ROPE_TYPE, "axial"]))
        return ""

    def _base(self, inner: Fields, label: str) -> float:
        split = self.family.split
        keys: tuple[str, ...] = ("rope_theta", "rotary_emb_base", "rope_base")
        default, plain = self.family.base, split is not None and label == split.plain
        if split is not None:
            keys = split.plain_keys if plain else (*split.scaled_keys, "rope_theta")
            default = split.plain_base if plain else split.scaled_base
        own = inner.number("rope_theta", low=1.000001, high=1e100)
        outer = self.outer.number(*keys, low=1.000001, high=1e100)
        if own is not None and outer is not None and own != outer:
            inner.findings.add("THETA_CONFLICT", inner=own, outer=outer)
        if own is None and outer is None and self.family.writes_base:
            level: Level = "warning" if self.doubtful and not plain else "note"
            inner.findings.add("THETA_DEFAULTED", level, field=keys[0], base=default, model_type=self.model_type)
        return own or outer or default


def _type(block: Mapping[str, Any]) -> str:
    value = block.get("rope_type", block.get("type"))
    return ALIASES.get(value, value) if isinstance(value, str) else "default"


def _other_type(block: Mapping[str, Any]) -> str | None:
    """What `type` says where `rope_type` says something else."""
    old, new = block.get("type"), block.get("rope_type")
    differ = isinstance(old, str) and isinstance(new, str) and ALIASES.get(old, old) != ALIASES.get(new, new)
    return str(old) if differ else None


def _differ(modern: Mapping[str, Any], legacy: Mapping[str, Any]) -> bool:
    new, old = dict(modern, rope_type=_type(modern)), dict(legacy, rope_type=_type(legacy))
    return any(key in old and old[key] != new.get(key) for key in COMPARED)


def _brief(block: Mapping[str, Any], rope_type: str) -> str:
    factor = block.get("factor")
    return f"{clean(rope_type)} {said(factor)}" if isinstance(factor, int | float) else clean(rope_type)


def _quiet(fields: Fields) -> Fields:
    """The same fields, with findings that go nowhere: for another reading of the same file."""
    return Fields(fields.data, Findings(), fields.name)
