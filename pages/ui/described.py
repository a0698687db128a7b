"""Words for what a model's config.json says about positions: a sentence, a table of rotations, findings and links."""

import pandas as pd
import streamlit as st

from core.positions.config_report import turns
from core.positions.configs.findings import Finding, said
from core.positions.configs.layer_rope import LayerRope
from core.positions.model_config import ModelPositions
from pages.ui.language import mark, t
from pages.ui.plain import plain

KINDS = {
    "rope": mark("RoPE: every attention layer turns queries and keys by their position."),
    "mixed": mark("Mixed: some layers turn queries and keys by their position (RoPE), the others do not."),
    "alibi": mark("ALiBi: a penalty on the scores grows with the distance, steeper in some heads."),
    "learned": mark("A learned table: one trained vector for each position, and none beyond the last."),
    "relative_bias": mark("T5's buckets: a learned number for each range of distances is added to the scores."),
    "none": mark("None: no layer is told a position."),
    "unknown": mark("Not known: the findings say why."),
}
PAIRINGS = {
    "half": mark("A pair is channel i and channel i + half of the rotated width."),
    "interleaved": mark("A pair is two neighbouring channels."),
}
ICONS = {"error": ":red[:material/error:]", "warning": ":orange[:material/warning:]", "note": ":blue[:material/info:]"}


def what(described: ModelPositions) -> str:
    """How the model knows order, in a sentence or two."""
    told = [t(KINDS[described.position_encoding])]
    if described.pairing:
        told.append(t(PAIRINGS[described.pairing]))
    if described.slopes is not None:
        steep, flat = float(described.slopes.max()), float(described.slopes.min())
        values = {"heads": len(described.slopes), "steep": said(steep), "flat": said(flat)}
        told.append(t("{heads} heads, with slopes from {steep} to {flat} a token.", **values))
    if described.table is not None:
        values = {"rows": described.table.rows, "usable": described.table.usable}
        told.append(t("It has {rows} rows and {usable} positions that a text can use.", **values))
    if described.buckets is not None:
        values = {"count": described.buckets.count, "farthest": described.buckets.farthest}
        told.append(t("There are {count} buckets; distances from {farthest} on share one.", **values))
    return " ".join(told)


def rotations(described: ModelPositions, length: int | None) -> pd.DataFrame:
    """A column for each kind of layer that turns, numbered where there are several; a row for each fact, translated."""
    columns = [_facts(rope, length) for rope in described.ropes]
    names = [t("value")] if len(columns) == 1 else [f"{number}" for number in range(1, len(columns) + 1)]
    return pd.DataFrame(dict(zip(names, columns, strict=True)))


def _facts(rope: LayerRope, length: int | None) -> dict[str, str]:
    made, found = rope.at(length), turns(rope, length) or {}
    before, after = found.get("incomplete_pairs_base_freq"), found.get("incomplete_pairs_scaled_freq")
    there = f"{before} → {after}" if before != after else after
    pairs = len(made.inv_freq)
    return {
        t("layers"): plain(layers(rope)),
        t("rope type"): rope.rope_type,
        t("base (rope_theta)"): f"{rope.base:,.10g}",
        t("rotated channels"): t("{rotated} of {head_dim}", rotated=rope.rotary_dim, head_dim=rope.head_dim),
        t("factor"): said(rope.setting.factor) if rope.rope_type != "default" else "–",
        t("training window"): _count(found.get("window")),
        t("slow pairs there"): _share(there, pairs),
        t("longer window"): _count(found.get("target_window")),
        t("slow pairs in the longer one"): _share(found.get("incomplete_pairs_scaled_at_target"), pairs),
        t("factor on cos and sin"): said(made.attention_factor),
    }


def layers(rope: LayerRope) -> str:
    """The layers that a rotation belongs to; text from a file, not yet escaped."""
    if rope.layers is None:
        return t("all") if rope.layer_type == "all" else said(rope.layer_type)
    return said(rope.layers) if rope.layer_type == "all" else f"{said(rope.layer_type)}: {said(rope.layers)}"


def _count(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def _share(slow: int | str | None, pairs: int) -> str:
    return "–" if slow is None else t("{slow} of {pairs}", slow=slow, pairs=pairs)


def findings(found: tuple[Finding, ...]) -> None:
    """Each finding with its icon, the serious ones first and in sight, the notes in a fold."""
    serious = [one for one in found if one.level != "note"]
    notes = [one for one in found if one.level == "note"]
    for one in serious:
        st.markdown(_told(one))
    if not serious:
        st.markdown(":green[:material/check_circle:] " + t("Nothing in it looks like a mistake."))
    if notes:
        with st.expander(t("{count} notes: what readers of this file easily get wrong", count=len(notes))):
            st.markdown("\n\n".join(map(_told, notes)))


def _told(one: Finding) -> str:
    return f"{ICONS[one.level]} **{plain(one.code)}** {plain(t(one.template, **one.values))}"
