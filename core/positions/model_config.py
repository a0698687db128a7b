"""What a config.json says about positions: one typed description, and findings on what is wrong or easily misread.

Nothing in a config is executed or fetched. Frequencies come from core.positions.rope and core.positions.scaling alone.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from jaxtyping import Float

from core.positions.configs.blocks import blocks
from core.positions.configs.checks import check, compare, softmax_multiplier
from core.positions.configs.families import LINEAR
from core.positions.configs.findings import Finding, Findings, clean, said
from core.positions.configs.heads import head_count, heads
from core.positions.configs.layer_rope import LayerRope, Reading
from core.positions.configs.layers import Kinds, every, layer_count, layer_kinds, nope_layers, without_attention
from core.positions.configs.lengths import max_position
from core.positions.configs.others import Buckets, Table, buckets, slopes, table
from core.positions.configs.query_scale import QueryScale, query_scale
from core.positions.configs.readings import readings
from core.positions.configs.ropes import Model, rotation
from core.positions.configs.section import Section, ignored_rope_fields, kind_of, section
from core.positions.configs.special import old_names, special_blocks
from core.positions.configs.text import Source, load
from core.positions.rope import DEFAULT_BASE

OLD_WINDOW = 4096  # tokens; no window longer than that was trained with the old base of 10000 alone

PositionEncoding = Literal["rope", "alibi", "learned", "relative_bias", "none", "mixed", "unknown"]


@dataclass(frozen=True, kw_only=True)
class SoftmaxScale:
    """The factor on the scores of multi-head latent attention: 1 / sqrt(width) times the multiplier."""

    multiplier: float
    width: int | None  # of queries and keys; None: not in the file

    @property
    def base(self) -> float | None:
        """1 / sqrt(width)."""
        return self.width**-0.5 if self.width else None


@dataclass(frozen=True, kw_only=True)
class ModelPositions:
    """How a model knows order. What a file does not say is None or empty; findings say what that means."""

    position_encoding: PositionEncoding = "unknown"
    model_type: str | None = None
    pairing: Literal["half", "interleaved"] | None = None
    head_dim: int | None = None
    n_heads: int | None = None
    n_layers: int | None = None
    max_position: int | None = None
    ropes: tuple[LayerRope, ...] = ()  # one for each kind of layer that rotates
    nope_layers: tuple[int, ...] = ()  # attention layers without rotation, where others rotate
    slopes: Float[np.ndarray, "num_heads"] | None = None  # ALiBi's
    table: Table | None = None
    buckets: Buckets | None = None
    softmax_scale: SoftmaxScale | None = None
    query_scale: QueryScale | None = None
    readings: tuple[Reading, ...] = ()  # other ways to read the same file
    findings: tuple[Finding, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that left something uncomputed."""
        return tuple(finding for finding in self.findings if finding.level == "error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The likely mistakes."""
        return tuple(finding for finding in self.findings if finding.level == "warning")

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What is worth knowing although nothing is wrong."""
        return tuple(finding for finding in self.findings if finding.level == "note")


def read(source: Source) -> ModelPositions:
    """The description of a config: a str is its JSON text, bytes are a file's content, a Path is a file.

    Never raises for what a file holds: what cannot be read or computed is an error among the findings.
    """
    findings = Findings()
    data = load(source, findings)
    described = ModelPositions() if data is None else _describe(section(data, findings))
    return replace(described, findings=findings.all())


def _describe(part: Section) -> ModelPositions:
    fields, family = part.fields, part.family
    kind = kind_of(part)
    count = head_count(fields)
    shared: dict[str, Any] = {
        "model_type": clean(part.model_type) if part.model_type else None,
        "n_heads": count,
        "n_layers": layer_count(fields),
    }
    if kind != "rope":
        ignored_rope_fields(fields)
    if kind == "alibi":
        return ModelPositions(position_encoding="alibi", slopes=slopes(fields, count), **shared)
    if kind == "learned":
        return ModelPositions(position_encoding="learned", table=table(fields, family), **shared)
    if kind == "relative_bias":
        return ModelPositions(position_encoding="relative_bias", buckets=buckets(fields), **shared)
    if kind == "none":
        fields.findings.add("NO_POSITION_ENCODING")
        return ModelPositions(position_encoding="none", **shared)
    if kind == "unknown":
        return ModelPositions(**shared)
    return _rotating(part, shared)


def _rotating(part: Section, shared: dict[str, Any]) -> ModelPositions:
    fields, family = part.fields, part.family
    kinds = layer_kinds(fields, family)
    nope = nope_layers(fields, family, kinds)
    model = _model(part, kinds, nope or ())
    found = special_blocks(part) or blocks(fields, family, part.model_type, _doubtful(part, model))
    made = tuple((block, rope) for block in found.used if (rope := rotation(model, block)) is not None)
    for block, rope in made:
        check(model, block, rope)
    ropes = tuple(rope for _, rope in made)
    compare(model, ropes)
    return ModelPositions(
        position_encoding="rope" if nope == () and not found.still else "mixed",
        pairing="interleaved" if part.interleaved else "half",
        head_dim=model.heads.head_dim,
        max_position=model.max_position,
        ropes=ropes,
        nope_layers=nope or (),
        softmax_scale=_softmax_scale(model, ropes),
        query_scale=query_scale(fields, part.name, found.used[0].fields.data if found.used else {}),
        readings=readings(model, found, made),
        **shared,
    )


def _model(part: Section, kinds: Kinds, nope: tuple[int, ...]) -> Model:
    """What all rotations of the model share; what readers get wrong about it is noted."""
    fields, count = part.fields, layer_count(part.fields)
    recurrent = without_attention(kinds)
    rotating = tuple(layer for layer in range(count) if layer not in {*nope, *recurrent}) if count else None
    if nope:
        fields.findings.add("NOPE_LAYERS", layers=nope)
    if recurrent or (part.family.others == LINEAR and part.family.period and not kinds):
        shown = said(rotating) if rotating else every(fields, part.family)
        fields.findings.add("SOME_LAYERS_NO_ATTENTION", layers=shown)
    if part.interleaved:
        fields.findings.add("INTERLEAVED_PAIRS")
    old_names(fields)
    return Model(
        fields=fields,
        family=part.family,
        model_type=part.model_type,
        heads=heads(fields, part.family, part.model_type),
        max_position=max_position(fields, part.family, part.model_type),
        kinds=kinds,
        rotating=rotating,
    )


def _doubtful(part: Section, model: Model) -> bool:
    """Whether a base that the file leaves out is likely a mistake: the family is unknown, or the window is long."""
    return not part.name or (part.family.base == DEFAULT_BASE and (model.max_position or 0) > OLD_WINDOW)


def _softmax_scale(model: Model, ropes: tuple[LayerRope, ...]) -> SoftmaxScale | None:
    multiplier = softmax_multiplier(model, ropes[0]) if ropes else None
    return None if multiplier is None else SoftmaxScale(multiplier=multiplier, width=model.heads.width)
