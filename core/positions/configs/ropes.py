"""From a block of a config to a rotation: the setting of its rule, and the frequencies tried out once."""

from dataclasses import dataclass
from typing import Any

from core.positions.configs.blocks import Block
from core.positions.configs.families import SLIDING, Family
from core.positions.configs.fields import HEAD, Fields
from core.positions.configs.heads import Heads, missing_head_dim, rotated
from core.positions.configs.layer_rope import LayerRope
from core.positions.configs.layers import Kinds, layers_of
from core.positions.configs.lengths import BY_ORIGINAL, ORIGINAL, original
from core.positions.scaling import BY_ROPE_TYPE, Setting

NEEDED = {
    "linear": ("factor",),
    "dynamic": ("factor",),
    "llama3": ("factor", "low_freq_factor", "high_freq_factor"),
    "longrope": ("short_factor", "long_factor"),
}
# Fields of a block under the names of Setting, with their least and largest values.
NUMBERS = {
    "factor": (1e-6, 1e9),
    "attention_factor": (1e-6, 1e6),
    "beta_fast": (1e-6, 1e9),
    "beta_slow": (1e-6, 1e9),
    "mscale": (0.0, 1e3),
    "mscale_all_dim": (0.0, 1e3),
    "low_freq_factor": (1e-6, 1e9),
    "high_freq_factor": (1e-6, 1e9),
}


@dataclass(frozen=True, kw_only=True)
class Model:
    """What the rotations of one model share."""

    fields: Fields
    family: Family
    model_type: str
    heads: Heads
    max_position: int | None
    kinds: Kinds
    rotating: tuple[int, ...] | None  # layers with attention that rotate, where that is known


def rotation(model: Model, block: Block) -> LayerRope | None:
    """The rotation that a block states; None where an error was noted."""
    head_dim = _head_dim(model, block)
    if head_dim is None:
        missing_head_dim(model.fields)
        return None
    lacking = [key for key in NEEDED.get(block.rope_type, ()) if not _alpha(block) and _lacks(block, key)]
    if lacking:
        return None
    share = _share(model, block, head_dim)
    width = head_dim if block.rope_type == "proportional" else int(head_dim * share)
    if width <= 0 or width % 2:
        model.fields.findings.add("ODD_ROTARY_DIM", rotary_dim=width, head_dim=head_dim, share=share)
        return None
    by = original(model.fields, block, model.max_position)
    setting = _setting(model, block, by, share)
    if setting is None or not _lists_fit(block, setting, width // 2):
        return None
    window = _window(model, block, by)
    made = LayerRope(
        layer_type=block.layer_type,
        layers=_layers(model, block.layer_type),
        rope_type=block.rope_type,
        scaling="ntk" if _alpha(block) else BY_ROPE_TYPE[block.rope_type].name,
        setting=setting,
        base=block.base,
        head_dim=head_dim,
        rotary_dim=width,
        original=by if block.rope_type in BY_ORIGINAL else None,
        window=window,
        target=_target(model, block, setting, window),
        mscales=_mscales(block),
    )
    return made if computes(model, made) else None


def _head_dim(model: Model, block: Block) -> int | None:
    """That of the model, or gemma4's own one for its full layers."""
    split = model.family.split
    if split and split.scaled_type == "proportional" and block.layer_type == split.scaled:
        return model.fields.whole("global_head_dim", size=HEAD) or 512
    return model.heads.head_dim


def _share(model: Model, block: Block, head_dim: int) -> float:
    split = model.family.split
    if split and split.scaled_share and block.layer_type == split.scaled and not block.fields.data:
        return split.scaled_share
    if model.family.mla:
        return 1.0
    width = model.fields.whole("qk_rope_head_dim", size=(1, head_dim))
    if width is not None:
        return width / head_dim
    return rotated(model.fields, block.fields, model.family, head_dim, model.model_type)


def _lacks(block: Block, key: str) -> bool:
    if block.fields.key(key) is None:
        block.fields.findings.add("MISSING_KEY", rope_type=block.rope_type, key=key)
        return True
    return False


def _alpha(block: Block) -> bool:
    """Whether this is Hunyuan's "dynamic", which is NTK-aware by a constant alpha."""
    return block.rope_type == "dynamic" and block.fields.key("alpha") is not None


def _setting(model: Model, block: Block, by: int | None, share: float) -> Setting | None:
    inner = block.fields
    read: dict[str, Any] = {}
    for key, (low, high) in NUMBERS.items():
        value = inner.number(key, low=low, high=high)
        if value is not None:
            read[key] = value
        elif inner.key(key) is not None:
            return None  # what is there cannot be used, and that is noted
    native = by or model.max_position
    if native is None and (block.rope_type in BY_ORIGINAL or (block.rope_type == "dynamic" and not _alpha(block))):
        inner.findings.add("MISSING_KEY", rope_type=block.rope_type, key=ORIGINAL)
        return None
    split = model.family.split
    if split and split.scaled_attention and block.layer_type == split.scaled:
        read.setdefault("attention_factor", split.scaled_attention)
    if _alpha(block):
        alpha = inner.number("alpha", low=1e-6, high=1e9)
        return Setting(factor=alpha, native_length=native or 0) if alpha else None
    factor = _factor(model, block, read.pop("factor", None), native)
    if factor is None:
        return None
    return Setting(
        factor=factor,
        native_length=native or 0,
        truncate=inner.flag("truncate", True),
        share=share if block.rope_type == "proportional" else 1.0,
        short_factor=inner.numbers("short_factor") or (),
        long_factor=inner.numbers("long_factor") or (),
        **read,
    )


def _factor(model: Model, block: Block, written: float | None, native: int | None) -> float | None:
    """The factor, or the ratio of the two lengths where a rule may take that."""
    if written is not None or block.rope_type not in ("yarn", "longrope"):
        return written or 1.0
    if block.rope_type == "yarn" and "factor" not in block.fields.data:
        _lacks(block, "factor")
        return None
    ratio = model.max_position / native if model.max_position and native else 1.0
    if block.rope_type == "yarn":
        block.fields.findings.add("FACTOR_DERIVED", max_position=model.max_position, original=native, factor=ratio)
    return min(max(ratio, 1e-6), 1e9)


def _lists_fit(block: Block, setting: Setting, pairs: int) -> bool:
    if block.rope_type != "longrope":
        return True
    wrong = {key: len(getattr(setting, key)) for key in ("short_factor", "long_factor")}
    wrong = {key: length for key, length in wrong.items() if length != pairs}
    for key, length in wrong.items():
        block.fields.findings.add("LONGROPE_LIST_LENGTH", field=key, found=length, wanted=pairs)
    return not wrong


def _mscales(block: Block) -> tuple[float, float] | None:
    """phimoe's two factors on cos and sin, which take the place of the attention factor."""
    short, long = (block.fields.number(key, low=1e-6, high=1e6) for key in ("short_mscale", "long_mscale"))
    return (short, long) if block.rope_type == "longrope" and short and long else None


def _layers(model: Model, layer_type: str) -> tuple[int, ...] | None:
    if layer_type == "all":
        return model.rotating
    named = layers_of(model.kinds, layer_type)
    return named or None


def _window(model: Model, block: Block, by: int | None) -> int | None:
    split = model.family.split
    sliding = block.layer_type == (split.plain if split else SLIDING) or model.family.nope == "full"
    if sliding and by is None:
        span = model.fields.whole("sliding_window", "local_attention") or model.family.window
        return span or model.max_position
    if _ratio_of_chatglm2(block) and model.max_position:
        return max(1, int(model.max_position / block.fields.data["factor"]))
    return by or model.max_position


def _target(model: Model, block: Block, setting: Setting, window: int | None) -> int | None:
    longest = model.max_position
    if block.rope_type not in (*BY_ORIGINAL, "linear") or not window or not longest:
        return None
    if longest > window:
        return longest
    extended = int(min(setting.factor * window, 1e15))
    return extended if block.rope_type == "yarn" and extended > window else None


def _ratio_of_chatglm2(block: Block) -> bool:
    return block.name == "rope_ratio" and block.rope_type == "linear"


def computes(model: Model, made: LayerRope) -> bool:
    """Whether the rule takes the setting, for a short and for a long text; its own words are noted where not."""
    try:
        for length in (None, 2 * (made.window or 1)):
            made.at(length)
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        model.fields.findings.add("SCALING_REFUSED", reason=str(error))
        return False
    return True
