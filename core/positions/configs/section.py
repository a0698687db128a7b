"""The part of a config that describes the text model, its family, and which kind of encoding it has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.positions.configs.families import FAMILIES, Family, Kind, by_architecture, named
from core.positions.configs.fields import Fields
from core.positions.configs.findings import Findings, clean

INNER = ("text_config", "llm_config", "language_config", "thinker_config")
MOVED = ("rope_scaling", "rope_parameters", "rope_theta", "max_position_embeddings", "partial_rotary_factor")
ROPE_FIELDS = (
    "rope_theta", "rope_scaling", "rope_parameters", "rotary_emb_base", "rotary_dim", "rotary_pct",
    "partial_rotary_factor", "global_rope_theta", "rope_ratio", "rope_local_base_freq",
)  # fmt: skip
BY_NAME: dict[str, Kind] = {
    "rope": "rope",
    "rotary": "rope",
    "alibi": "alibi",
    "learned_absolute": "learned",
    "absolute": "learned",
    "nope": "none",
}


@dataclass(frozen=True, kw_only=True)
class Section:
    """The fields of the text model and what its family adds. `known` says whether the family is in the table."""

    fields: Fields
    model_type: str
    name: str  # in FAMILIES; empty where it is not known
    family: Family

    @property
    def interleaved(self) -> bool:
        """Whether neighbouring channels are a pair; a file may say so itself."""
        for key in ("rope_interleave", "rotary_emb_interleaved"):
            if isinstance(self.fields.data.get(key), bool):
                return bool(self.fields.data[key])
        return self.family.interleaved


def section(data: Mapping[str, Any], findings: Findings) -> Section:
    """The text model's part of a config, at most three objects deep."""
    outer_type, inner, at = _text(data), data, ""
    for _ in range(3):
        key = next((key for key in INNER if isinstance(inner.get(key), Mapping)), None)
        if key is None:
            break
        _left_outside(inner, inner[key], key, findings)
        inner, at = inner[key], key
    fields = Fields(inner, findings, at)
    own = fields.text("model_type") or ""
    architectures = next((made["architectures"] for made in (inner, data) if made.get("architectures")), None)
    listed = list(architectures) if isinstance(architectures, list) else None
    name = named(own) or by_architecture(listed) or named(outer_type) or ""
    return Section(fields=fields, model_type=own or outer_type or name, name=name, family=FAMILIES.get(name, Family()))


def _text(data: Mapping[str, Any]) -> str:
    value = data.get("model_type")
    return value if isinstance(value, str) else ""


def _left_outside(outer: Mapping[str, Any], inner: Mapping[str, Any], key: str, findings: Findings) -> None:
    ignored = [one for one in MOVED if outer.get(one) is not None and outer[one] != inner.get(one)]
    if ignored:
        findings.add("OUTER_FIELDS_IGNORED", fields=ignored, inner=key)


def kind_of(part: Section) -> Kind | Literal["unknown"]:
    """Which kind of encoding the file describes; "unknown" where nothing in it says."""
    data, fields = part.fields.data, part.fields
    attention = data.get("attn_config")
    if part.name == "mpt":
        flags = Fields(attention if isinstance(attention, Mapping) else {}, fields.findings, "attn_config")
        return "alibi" if flags.flag("alibi", True) else "learned"
    if fields.flag("alibi"):
        return "alibi"
    written = data.get("position_embedding_type")
    if isinstance(written, str) and written in BY_NAME and not (written == "absolute" and part.name):
        return BY_NAME[written]
    if data.get("qk_rope_head_dim") == 0 or data.get("mla_use_nope") is True:
        return "none"
    return part.family.kind if part.name else _unknown(part)


def _unknown(part: Section) -> Kind | Literal["unknown"]:
    data, findings = part.fields.data, part.fields.findings
    shown = clean(part.model_type)
    if any(data.get(key) not in (None, {}) for key in ROPE_FIELDS):
        findings.add("FAMILY_UNKNOWN", model_type=shown)
        return "rope"
    if data.get("relative_attention_num_buckets") is not None:
        return "relative_bias"
    findings.add("NO_POSITION_FIELDS", model_type=shown)
    return "unknown"


def ignored_rope_fields(fields: Fields) -> None:
    """Note the fields of a rotation in a model that has none."""
    there = [key for key in ROPE_FIELDS if fields.data.get(key) not in (None, {})]
    if there:
        fields.findings.add("ROPE_FIELDS_IGNORED", fields=there)
