"""Other ways to read the same file, where readers differ or another meaning is likely: each computed as well."""

from dataclasses import replace

from core.positions.configs.blocks import Block, Blocks
from core.positions.configs.fields import Fields
from core.positions.configs.findings import Findings
from core.positions.configs.layer_rope import LayerRope, Reading
from core.positions.configs.lengths import BY_ORIGINAL, declared
from core.positions.configs.ropes import Model, computes, rotation
from core.positions.scaling import BY_ROPE_TYPE, Setting

Made = tuple[tuple[Block, LayerRope], ...]


def readings(model: Model, found: Blocks, made: Made) -> tuple[Reading, ...]:
    """Every other reading of a file, by the name that a report gives it."""
    quiet = replace(model, fields=Fields(model.fields.data, Findings()))
    ropes: dict[str, LayerRope | None] = {}
    if found.lost is not None and made:
        ropes["reading_modern"] = made[0][1]
        ropes["transformers_5_24_does"] = _again(quiet, found.lost)
    for block in found.refused[:1]:
        ropes["intended_if_ntk_aware"] = _ntk_aware(model, quiet, block)
    for block, rope in made[:1]:
        if found.other_type in BY_ROPE_TYPE:
            ropes["mlx_lm_reading"] = _again(quiet, replace(block, rope_type=str(found.other_type)))
        ropes |= _meant(model, block, rope)
    return tuple(Reading(name=name, rope=rope) for name, rope in ropes.items() if rope and computes(quiet, rope))


def _again(quiet: Model, block: Block) -> LayerRope | None:
    if not block.rope_type:
        return None
    return rotation(quiet, replace(block, fields=Fields(block.fields.data, Findings())))


def _ntk_aware(model: Model, quiet: Model, block: Block) -> LayerRope | None:
    """The rotation of a type that no library knows but whose name says NTK, with its factor; noted as well."""
    factor = Fields(block.fields.data, Findings()).number("factor", low=1e-6, high=1e9)
    if not str(block.fields.data.get("rope_type", block.fields.data.get("type"))).lower().startswith("ntk"):
        return None
    plain = _again(quiet, replace(block, rope_type="default"))
    if factor is None or plain is None:
        return None
    made = replace(plain, scaling="ntk", setting=Setting(factor=factor))
    if not computes(quiet, made):
        return None
    model.fields.findings.add("NTK_BASE", factor=factor, base=made.effective_base())
    return made


def _meant(model: Model, block: Block, made: LayerRope) -> dict[str, LayerRope | None]:
    """What the writer of a doubtful file may have meant."""
    factor, longest, trained = made.setting.factor, model.max_position, model.family.trained
    meant: dict[str, LayerRope | None] = {}
    if made.scaling == "linear" and factor < 1:
        meant["intended"] = replace(made, setting=replace(made.setting, factor=1 / factor))
    if made.rope_type in BY_ORIGINAL and not declared(model.fields, block) and longest and factor > 1:
        window = int(longest / factor)
        if window >= 1:
            meant[f"intended_if_pretrained_window_is_{window}"] = _from(made, window)
    elif made.rope_type == "yarn" and trained and made.original == longest and trained * factor == longest:
        meant["intended"] = _from(made, trained)
    if made.scaling == "yarn" and not made.setting.truncate:
        meant["if_truncate_were_true"] = replace(made, setting=replace(made.setting, truncate=True))
    if made.scaling == "yarn" and made.setting.mscale and not model.family.softmax_mscale:
        meant["if_mscale_ignored"] = replace(made, setting=replace(made.setting, mscale=None))
    return meant


def _from(made: LayerRope, window: int) -> LayerRope:
    """The same rotation from another length in training."""
    setting = replace(made.setting, native_length=window)
    return replace(made, setting=setting, original=window, window=window, target=made.window)
