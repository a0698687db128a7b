"""What is said about a rotation once it is known: doubtful lengths and factors, and what readers get wrong."""

from core.positions.configs.blocks import Block
from core.positions.configs.findings import Level, said
from core.positions.configs.layer_rope import LayerRope
from core.positions.configs.lengths import declared
from core.positions.configs.ropes import NEEDED, NUMBERS, Model
from core.positions.scaling_rules import yarn_temperature

# hidden_size and num_attention_heads of released models whose factor is easily mistaken for that of Llama 3.1.
RELEASED_FACTORS: dict[tuple[int | None, int | None], float] = {(2048, 32): 32.0, (3072, 24): 32.0}
KNOWN_KEYS = {
    "rope_type", "type", "rope_theta", "partial_rotary_factor", "original_max_position_embeddings",
    "max_position_embeddings", "truncate", "short_factor", "long_factor", "alpha", "short_mscale", "long_mscale",
    "mrope_section", "mrope_interleaved", "llama_4_scaling_beta", *NUMBERS, *sum(NEEDED.values(), ()),
}  # fmt: skip


def check(model: Model, block: Block, made: LayerRope) -> None:
    """Note everything there is to say about one rotation."""
    _keys(block)
    _factor(model, block, made)
    _lengths(model, block, made)
    kind = {"yarn": _yarn, "llama3": _llama3, "longrope": _longrope, "dynamic": _dynamic, "ntk": _alpha}
    if made.scaling in kind:
        kind[made.scaling](model, block, made)
    if made.scaling == "none" and model.family.trained and (model.max_position or 0) > model.family.trained:
        model.fields.findings.add(
            "NO_SCALING_BUT_LONG_WINDOW",
            max_position=model.max_position, base=made.base, trained=model.family.trained,
        )  # fmt: skip


def _keys(block: Block) -> None:
    unknown = [key for key in block.fields.data if key not in KNOWN_KEYS]
    if unknown:
        shown = [str(key)[:40] for key in unknown]
        block.fields.findings.add("UNUSED_KEY", keys=shown, rope_type=block.rope_type)


def _factor(model: Model, block: Block, made: LayerRope) -> None:
    factor, find = made.setting.factor, model.fields.findings
    if factor < 1 and made.rope_type != "default":
        find.add("FACTOR_LT_1", factor=factor, inverse=1 / factor)
    if made.original is None or not model.max_position or not declared(model.fields, block):
        return
    ratio = model.max_position / made.original
    released = RELEASED_FACTORS.get((model.heads.hidden, model.heads.count))
    if made.rope_type not in ("yarn", "llama3") or not 1 <= factor < ratio * (1 - 1e-6):
        return
    surely = made.rope_type == "yarn" or (released is not None and released != factor)
    level: Level = "warning" if surely else "note"  # Llama 3.1 and 4 were released with a factor below the ratio
    find.add("FACTOR_BELOW_LENGTH_RATIO", level, factor=factor, ratio=ratio, times=ratio / factor)
    if released is not None and released != factor:
        find.add("FACTOR_NOT_RELEASED", factor=factor, released=released)


def _lengths(model: Model, block: Block, made: LayerRope) -> None:
    find, longest, factor = model.fields.findings, model.max_position, made.setting.factor
    if made.original is None or longest is None or made.rope_type == "longrope":
        return
    if not declared(model.fields, block):
        shorter = longest / factor if factor > 1 else longest
        find.add("ORIGINAL_MAX_MISSING", rope_type=made.rope_type, max_position=longest, trained=shorter)
        return
    if longest > made.original:
        find.add("ORIGINAL_VS_MAX", original=made.original, max_position=longest)
    if factor <= 1:
        return
    trained, extended = model.family.trained, int(factor * made.original)
    if longest <= made.original and made.rope_type == "llama3":
        find.add("ORIGINAL_MAX_NOT_BELOW_MAX", max_position=longest, original=made.original)
    elif longest == made.original and trained and abs(trained * factor - longest) < 1:
        find.add("YARN_ORIGINAL_EQUALS_MAX", factor=factor, max_position=longest, trained=trained)
    elif made.rope_type == "yarn" and longest < extended:
        find.add(
            "MAX_POS_NOT_EXTENDED",
            max_position=longest, factor=factor, original=made.original, extended=extended,
        )  # fmt: skip


def _yarn(model: Model, block: Block, made: LayerRope) -> None:
    find, setting = model.fields.findings, made.setting
    ramp = made.ramp
    if setting.beta_fast == setting.beta_slow and ramp:
        find.add("YARN_BETA_DEGENERATE", beta=setting.beta_fast, low=ramp[0], high=ramp[1])
    if setting.factor > 1:
        find.add("STATIC_YARN")
    if not setting.truncate and made.layer_type != "all":
        find.add("LIBRARY_DIFFERS")
    both = setting.mscale and setting.mscale_all_dim and setting.attention_factor is None
    attention = made.at().attention_factor
    if both and not model.family.softmax_mscale:
        find.add(
            "MSCALE_PAIR", mscale=setting.mscale, mscale_all_dim=setting.mscale_all_dim,
            attention_factor=attention, ignored=yarn_temperature(setting.factor),
        )  # fmt: skip
    multiplier = softmax_multiplier(model, made)
    if multiplier is not None:
        find.add("MSCALE_SOFTMAX", attention_factor=attention, multiplier=multiplier, mscale=setting.mscale_all_dim)


def softmax_multiplier(model: Model, made: LayerRope) -> float | None:
    """By how much DeepSeek's attention multiplies the scores on top of the attention factor; None for no scaling."""
    mscale = made.setting.mscale_all_dim
    if not model.family.softmax_mscale or made.scaling != "yarn" or not mscale:
        return None
    return yarn_temperature(made.setting.factor, mscale) ** 2


def _llama3(model: Model, block: Block, made: LayerRope) -> None:
    low = made.setting.low_freq_factor
    if low == made.setting.high_freq_factor:
        model.fields.findings.add("LLAMA3_BAND_DEGENERATE", bound=low, wavelength=made.setting.native_length / low)


def _longrope(model: Model, block: Block, made: LayerRope) -> None:
    find, setting = model.fields.findings, made.setting
    if setting.short_factor != setting.long_factor:
        find.add("LONGROPE_SWITCH", original=made.original)
    if block.fields.key("factor") is None:
        find.add(
            "LONGROPE_FACTOR_DERIVED",
            max_position=model.max_position, original=made.original, factor=setting.factor,
            attention_factor=made.at().attention_factor,
        )  # fmt: skip
    if not declared(model.fields, block):
        find.add("ORIGINAL_MAX_MISSING", rope_type="longrope", max_position=made.original, trained=made.original)
    if model.model_type == "phimoe":
        find.add("LONG_LIST_UNUSED", original=made.original)


def _dynamic(model: Model, block: Block, made: LayerRope) -> None:
    model.fields.findings.add("DYNAMIC_CACHE", native=made.setting.native_length)
    if made.setting.factor > 1:
        model.fields.findings.add("DYNAMIC_BELOW_TRAINED", native=made.setting.native_length, base=made.base)


def _alpha(model: Model, block: Block, made: LayerRope) -> None:
    model.fields.findings.add("ALPHA_BASE", alpha=made.setting.factor, base=made.effective_base())


def compare(model: Model, ropes: tuple[LayerRope, ...]) -> None:
    """Note where the kinds of layers differ in their rotation."""
    if len(ropes) < 2:
        return
    first, second = ropes[:2]
    find, split = model.fields.findings, model.family.split
    others = second.layer_type
    if first.scaling != "none" and second.scaling == "none":
        layers = f"{first.layer_type} ({said(first.layers)})" if first.layers else first.layer_type
        find.add(
            "PER_LAYER_SCALING", rope_type=first.rope_type, factor=first.setting.factor, base=first.base,
            layers=layers, others=others, other_base=second.base,
        )  # fmt: skip
    elif first.base != second.base:
        find.add(
            "PER_LAYER_THETA",
            layer_type=first.layer_type, base=first.base, others=others, other_base=second.base,
        )  # fmt: skip
    if split and split.scaled_base != split.plain_base and first.base == second.base:
        find.add("GLOBAL_EQUALS_LOCAL_THETA", base=first.base, released=split.scaled_base)
