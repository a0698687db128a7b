"""Which layers of a model are of which kind, and which of them rotate nothing."""

from core.positions.configs.families import FULL, LINEAR, Family
from core.positions.configs.fields import DIM, Fields
from core.positions.configs.findings import found

Kinds = tuple[str, ...]


def layer_count(fields: Fields) -> int | None:
    """The number of layers."""
    return fields.whole("num_hidden_layers", "n_layer", "n_layers", "num_layers", size=DIM)


def layer_kinds(fields: Fields, family: Family) -> Kinds:
    """The kind of every layer, from layer_types, a pattern or the family's default; empty where it is not known."""
    written = fields.items("layer_types")
    if written is not None:
        return tuple(kind if isinstance(kind, str) else found(kind) for kind in written)
    count = layer_count(fields)
    if count is None:
        return ()
    pattern = fields.data.get("sliding_window_pattern")
    if isinstance(pattern, str) and 0 < len(pattern) <= 100 and set(pattern.upper()) <= {"L", "G"}:
        letters = [FULL if letter == "G" else family.others for letter in pattern.upper()]
        return tuple(letters[layer % len(letters)] for layer in range(count))
    period = _period(fields, family)
    if period is None:
        return ()
    full = 0 if family.full_first else period - 1
    return tuple(FULL if layer % period == full else family.others for layer in range(count))


def _period(fields: Fields, family: Family) -> int | None:
    keys: tuple[str, ...] = ("full_attention_interval",) if family.others == LINEAR else ("global_attn_every_n_layers",)
    if isinstance(fields.data.get("sliding_window_pattern"), int):
        keys = (*keys, "sliding_window_pattern")
    return fields.whole(*keys, size=DIM) or family.period


def every(fields: Fields, family: Family) -> str:
    """The first full layers by the period alone, where the number of layers is not known."""
    period = _period(fields, family) or 1
    first = 0 if family.full_first else period - 1
    return f"{first}, {first + period}, {first + 2 * period}, …"


def nope_layers(fields: Fields, family: Family, kinds: Kinds) -> tuple[int, ...] | None:
    """The layers without any rotation, counted from 0; None where there are some and the file does not say which."""
    if family.nope == "full":
        windowed = "sliding_window" not in fields.data or fields.data["sliding_window"] is not None
        return (layers_of(kinds, FULL) if kinds else None) if windowed else ()
    value = fields.data.get("no_rope_layers")
    if family.nope != "interval" and value is None:
        return ()
    if value is not None and not _flags(value):
        fields.findings.add("NOPE_FIELD_TYPE", found=found(value))
        return None
    if value:
        return _listed(fields, value)
    if value is not None:
        fields.findings.add("EMPTY_LIST")
    count = layer_count(fields)
    interval = fields.whole("no_rope_layer_interval", size=DIM) or 4
    return None if count is None else tuple(range(interval - 1, count, interval))


def _listed(fields: Fields, flags: list[int]) -> tuple[int, ...]:
    count = layer_count(fields)
    if count is not None and len(flags) != count:
        fields.findings.add("NOPE_LIST_LENGTH", found=len(flags), layers=count)
    return tuple(layer for layer, rotated in enumerate(flags) if not rotated)


def layers_of(kinds: Kinds, kind: str) -> tuple[int, ...]:
    """The layers of one kind."""
    return tuple(layer for layer, own in enumerate(kinds) if own == kind)


def without_attention(kinds: Kinds) -> tuple[int, ...]:
    """The layers that are linear attention or recurrent."""
    names = ("linear", "mamba", "recurrent", "conv")
    return tuple(layer for layer, kind in enumerate(kinds) if kind.lower().startswith(names))


def _flags(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) <= DIM[1] and all(one in (0, 1) for one in value)
