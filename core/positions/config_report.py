"""The description of a config as plain values for JSON: the whole list of frequencies, and every number finite."""

import math
from typing import Any

import numpy as np

from core.positions.configs.findings import clean
from core.positions.configs.layer_rope import LayerRope
from core.positions.model_config import ModelPositions

DISTANCES = (-1000, -200, -128, -127, -64, -16, -8, -7, -1, 0, 1, 7, 8, 16, 64, 127, 128, 1000)  # key_pos - query_pos
LONG = 48  # entries; the layers of a model are fewer
POSITIONS = (0, 8191, 65535, 1048575, 10485759)  # at which a factor on queries is printed


def report(described: ModelPositions, length: int | None = None) -> dict[str, Any]:
    """Everything that is known, by the names of the fields of a config where they have one.

    `length` is the number of tokens of a text, for rules that go by it; without it variants are given for the lengths
    at which the rule changes. Raises ValueError for a length below 1.
    """
    if length is not None and length < 1:
        raise ValueError(f"the length is {length}; a text has at least 1 token.")
    known: dict[str, Any] = {
        "position_encoding": described.position_encoding,
        "model_type": described.model_type,
        "pairing": described.pairing,
        "head_dim": described.head_dim,
        "n_heads": described.n_heads,
        "n_layers": described.n_layers,
        "max_position": described.max_position,
        "rope_type": None,
    }
    known |= _rotations(described, length) | _layers(described) | _other_kinds(described)
    known["warnings"] = [_finding(one) for one in (*described.warnings, *described.notes)]
    known["errors"] = [_finding(one) for one in described.errors]
    return {key: _finite(value) for key, value in known.items()}


def rotation(rope: LayerRope, length: int | None = None) -> dict[str, Any]:
    """One rotation for a text of this many tokens, with its whole list of frequencies in rad/position."""
    made, setting = rope.at(length), rope.setting
    known: dict[str, Any] = {
        "rope_type": rope.rope_type,
        "scaling": rope.scaling,
        "theta": rope.base,
        "rotary_dim": rope.rotary_dim,
        "layer_type": clean(rope.layer_type),
        "layers": rope.layers,
    }
    if rope.rope_type != "default":
        known["factor"] = setting.factor
    if rope.original is not None:
        known["original_max"] = rope.original
    if rope.by_length:
        known["seq_len"] = length or setting.native_length
    if rope.scaling == "longrope":
        known["list_used"] = rope.list_used(length)
    if rope.scaling in ("none", "dynamic", "ntk"):
        known["effective_theta"] = rope.effective_base(length)
    known["attention_factor"] = made.attention_factor
    known |= _of_rule(rope)
    known["n_pairs"] = len(made.inv_freq)
    known["inv_freq"] = made.inv_freq.tolist()
    known["longest_wavelength"] = rope.longest_wavelength(length)
    known["turns"] = turns(rope, length)
    return known


def facts(described: ModelPositions, length: int | None = None) -> dict[str, Any]:
    """The report without its findings and long lists, one value of at most 8 digits for each name.

    What belongs to a second rotation has 2 in front, and so on; the first has no number, as where it is the only one.
    """
    made = report(described, length)
    return dict(_flat({key: value for key, value in made.items() if key not in ("warnings", "errors")}))


def _flat(value: Any, name: str = "", before: str = "") -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        inside = before if name == "turns" else f"{before}{name}." if name else before
        return [one for key, item in value.items() for one in _flat(item, key, inside)]
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return [one for number, item in enumerate(value, 1) for one in _flat(item, f"{number}" if number > 1 else "")]
    if isinstance(value, float):
        value = float(f"{value:.8g}")
    long = isinstance(value, list) and (len(value) > LONG or any(isinstance(item, float) for item in value[3:]))
    return [] if long or value is None or value == [] else [(before + name, value)]


def turns(rope: LayerRope, length: int | None = None) -> dict[str, int] | None:
    """How many pairs finish no turn within the window that they were trained on, and within the extended one."""
    if rope.window is None:
        return None
    known = {
        "window": rope.window,
        "incomplete_pairs_base_freq": rope.incomplete(rope.window, length, before_scaling=True),
        "incomplete_pairs_scaled_freq": rope.incomplete(rope.window, length),
    }
    if rope.target is not None:
        known["target_window"] = rope.target
        known["incomplete_pairs_scaled_at_target"] = rope.incomplete(rope.target, length)
    return known


def lengths(rope: LayerRope, length: int | None = None) -> tuple[int | None, ...]:
    """The text lengths at which a rotation is worth printing: the one asked for, or those at which it changes."""
    if not rope.by_length or length is not None:
        return (length,)
    native = rope.setting.native_length
    if rope.scaling == "longrope":
        return (native, native + 1)
    return tuple(sorted({native, 2 * native, max(1, int(min(rope.setting.factor, 1e6) * native))}))


def _of_rule(rope: LayerRope) -> dict[str, Any]:
    """The fields of a rule with bands or a ramp."""
    names: tuple[str, ...] = ()
    known: dict[str, Any] = {}
    if rope.scaling == "yarn":
        names, known = ("beta_fast", "beta_slow", "mscale", "mscale_all_dim", "truncate"), {"ramp": rope.ramp}
    if rope.bands is not None:
        names = ("low_freq_factor", "high_freq_factor")
        known = {"bands": dict(zip(("kept", "blended", "divided"), rope.bands, strict=True))}
    return {name: getattr(rope.setting, name) for name in names} | known


def _rotations(described: ModelPositions, length: int | None) -> dict[str, Any]:
    known: dict[str, Any] = {}
    if len(described.ropes) == 1:
        known |= rotation(described.ropes[0], length)
    every = [rotation(rope, one) for rope in described.ropes for one in lengths(rope, length)]
    if len(every) > 1:
        known["variants"] = every
    for reading in described.readings:
        known[reading.name] = rotation(reading.rope, length)
    return known


def _layers(described: ModelPositions) -> dict[str, Any]:
    known: dict[str, Any] = {}
    if described.nope_layers:
        known["nope_layers"] = described.nope_layers
        layers = [rope.layers for rope in described.ropes]
        if layers and None not in layers:
            known["rope_layer_count"] = len({layer for some in layers for layer in some or ()})
    if described.softmax_scale is not None:
        scale, base = described.softmax_scale, described.softmax_scale.base
        known["softmax_scale"] = {"multiplier": scale.multiplier}
        if base is not None:
            known["softmax_scale"] |= {"qk_head_dim": scale.width, "base": base, "scale": base * scale.multiplier}
    scale_of = described.query_scale
    if scale_of is not None and scale_of.on_nope_layers:
        at = {str(position): scale_of.at(position) for position in POSITIONS}
        known["query_scale_on_nope_layers"] = {"formula": scale_of.formula, "at": at}
    elif scale_of is not None:
        known["query_scale"] = scale_of.formula
    return known


def _other_kinds(described: ModelPositions) -> dict[str, Any]:
    known: dict[str, Any] = {}
    if described.slopes is not None:
        known["slopes"] = described.slopes.tolist()
    if described.table is not None:
        known |= {"table_rows": described.table.rows, "usable_positions": described.table.usable}
    if described.buckets is not None:
        chosen, distances = described.buckets, np.array(DISTANCES)
        known |= {"buckets": chosen.count, "max_distance": chosen.farthest, "distances": DISTANCES}
        for name, both in (("bucket_bidirectional", True), ("bucket_causal", False)):
            made = chosen.of(distances, both)
            known[name] = None if made is None else made.tolist()
    return known


def _finding(one: Any) -> dict[str, str]:
    return {"code": one.code, "level": one.level, "tell": one.tell}


def _finite(value: Any) -> Any:
    """The value as JSON can say it; a number that is not finite is null."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
