"""What a model_type says without writing it down: pairing, rotated share, bases, kinds of layers, tables.

Read from the configuration and model classes of transformers 5.24.0; chatglm and kimi_k2 from their authors' own code.
A config.json leaves out what its class has by default, so these numbers decide as much as the written ones.
"""

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["rope", "alibi", "learned", "relative_bias", "none"]
SLIDING, FULL, LINEAR = "sliding_attention", "full_attention", "linear_attention"


@dataclass(frozen=True, kw_only=True)
class Split:
    """Two rotations in one model: the block belongs to the layers `scaled`, the others have their own base."""

    scaled: str = FULL
    plain: str = SLIDING
    scaled_keys: tuple[str, ...] = ("rope_theta",)
    plain_keys: tuple[str, ...] = ("rope_local_base_freq",)
    scaled_base: float = 1_000_000.0
    plain_base: float = 10_000.0
    scaled_type: str = "default"
    scaled_share: float | None = None
    scaled_attention: float | None = None  # attention_factor where the block has none


@dataclass(frozen=True, kw_only=True)
class Family:
    """What holds for a model_type where its config.json is silent."""

    kind: Kind = "rope"
    interleaved: bool = False  # neighbouring channels are a pair
    base: float = 10_000.0
    writes_base: bool = True  # whether its files have a field for the base
    share: float = 1.0  # of the head that is rotated
    head_dim: int | None = None
    max_position: int | None = None
    trained: int | None = None  # tokens, where released files declare a scaling from there
    split: Split | None = None
    period: int | None = None  # every how many layers a full one comes
    full_first: bool = False  # whether the first layer of a period is the full one
    others: str = SLIDING  # what the other layers are
    window: int | None = None
    nope: Literal["interval", "full"] | None = None  # no rotation by no_rope_layers, or in the full layers
    mla: bool = False  # qk_rope_head_dim is the rotated width
    softmax_mscale: bool = False  # scores are multiplied by the square of mscale_all_dim's temperature
    offset: int = 0  # rows before the first position of a learned table, beside max_position_embeddings
    padded: bool = False  # the first pad_token_id + 1 of max_position_embeddings rows are not used
    bidirectional: bool = True


_LOCAL = Split()
_MODERNBERT = Split(scaled_keys=("global_rope_theta",), plain_keys=("local_rope_theta",), scaled_base=160_000.0)
_OLMO3 = Split(plain_keys=("rope_theta",), scaled_base=500_000.0, plain_base=500_000.0)
_GEMMA4 = Split(scaled_type="proportional", scaled_share=0.25)
_DEEPSEEK_V4 = Split(
    scaled="compress",
    plain="main",
    scaled_keys=("compress_rope_theta",),
    plain_keys=("rope_theta",),
    scaled_base=160_000.0,
    scaled_attention=1.0,
)
_V4 = Family(interleaved=True, share=0.125, head_dim=512, max_position=1048576, split=_DEEPSEEK_V4, window=128)
_MLA = Family(interleaved=True, mla=True, softmax_mscale=True)


def _each(names: str, family: Family) -> dict[str, Family]:
    return dict.fromkeys(names.split(), family)


FAMILIES: dict[str, Family] = {
    **_each("llama", Family(max_position=2048)),
    **_each("mistral", Family(max_position=131072)),
    **_each("qwen2 qwen2_moe qwen3_moe", Family(max_position=32768)),
    **_each("qwen3", Family(head_dim=128, max_position=32768)),
    **_each("olmo granite granitemoe granitemoeshared hunyuan_v1_dense hunyuan_v1_moe", Family(max_position=2048)),
    **_each("olmo2 diffllama dbrx doge", Family(max_position=2048)),
    **_each("exaone", Family(base=500_000.0, max_position=4096)),
    **_each("arcee olmoe starcoder2 phi3 zamba2", Family(max_position=4096)),
    **_each("qwen2_vl qwen2_5_vl", Family(base=1e6, max_position=32768)),
    **_each("mixtral phimoe", Family(base=1e6, max_position=131072)),
    **_each("ministral3", Family(base=1e6, head_dim=128, max_position=262144)),
    **_each("ministral falcon_h1 seed_oss eurobert internlm3", Family()),
    **_each("bitnet", Family(base=500_000.0, max_position=2048)),
    **_each("apertus", Family(base=12e6, max_position=65536)),
    **_each("lfm2", Family(base=1e6, max_position=128000)),
    **_each("solar_open", Family(base=1e6, head_dim=128, max_position=131072)),
    **_each("minimax_m2", Family(base=5e6, head_dim=128, max_position=196608)),
    **_each("gpt_oss", Family(base=150_000.0, head_dim=64, max_position=131072, period=2, window=128)),
    **_each("gemma gemma2 vaultgemma", Family(head_dim=256, max_position=8192)),
    **_each("gemma3", Family(head_dim=256, max_position=131072, split=_LOCAL, period=6, window=4096)),
    **_each("gemma3n", Family(head_dim=256, max_position=32768, split=_LOCAL, period=5, window=512)),
    **_each("gemma4", Family(max_position=131072, split=_GEMMA4, period=6, window=512, head_dim=256)),
    **_each("modernbert", Family(max_position=8192, split=_MODERNBERT, period=3, full_first=True, window=128)),
    **_each("olmo3", Family(max_position=2048, split=_OLMO3, period=4, window=4096)),
    **_each("exaone4", Family(max_position=2048, period=4, window=4096, nope="full")),
    **_each("cohere", Family(interleaved=True, base=500_000.0, max_position=8192)),
    **_each("cohere2", Family(interleaved=True, head_dim=128, max_position=8192, period=4, window=4096, nope="full")),
    **_each("glm glm4", Family(interleaved=True, share=0.5, head_dim=128, max_position=131072)),
    **_each("glm4_moe", Family(share=0.5, max_position=131072)),
    **_each("chatglm", Family(interleaved=True, share=0.5, writes_base=False)),
    **_each("ernie4_5 ernie4_5_moe", Family(interleaved=True, base=500_000.0, max_position=131072)),
    **_each("helium", Family(interleaved=True, base=100_000.0, head_dim=128, max_position=4096)),
    **_each("gptj codegen", Family(interleaved=True, max_position=2048, writes_base=False)),
    **_each("gpt_neox", Family(share=0.25, max_position=2048)),
    **_each("gpt_neox_japanese", Family(max_position=2048)),
    **_each("stablelm", Family(share=0.25, max_position=4096)),
    **_each("phi", Family(share=0.5, max_position=2048)),
    **_each("persimmon", Family(share=0.5, max_position=16384)),
    **_each("nemotron", Family(share=0.5, max_position=4096)),
    **_each("bamba", Family(share=0.5, max_position=262144, others=LINEAR)),
    **_each("falcon", Family(max_position=2048)),
    **_each("nomic_bert", Family(base=1000.0, max_position=2048)),
    **_each("qwen3_next qwen3_5", Family(share=0.25, head_dim=256, max_position=32768, period=4, others=LINEAR)),
    **_each("qwen4_exp", Family(head_dim=256, max_position=32768, period=4, others=LINEAR)),
    **_each("smollm3", Family(base=2e6, max_position=32768, nope="interval")),
    **_each("llama4", Family(interleaved=True, base=500_000.0, head_dim=128, max_position=131072, nope="interval")),
    **_each("deepseek_v2", replace(_MLA, max_position=2048, trained=4096)),
    **_each("deepseek_v3 kimi_k2 kimi_k25", replace(_MLA, max_position=4096, trained=4096)),
    **_each("deepseek_v32", replace(_MLA, max_position=163840, trained=4096)),
    **_each("glm4_moe_lite glm_moe_dsa", replace(_MLA, max_position=202752)),
    **_each("longcat_flash", replace(_MLA, base=1e7, max_position=131072)),
    **_each("axk1 youtu mistral4", _MLA),
    **_each("minicpm3", Family(mla=True, max_position=32768)),
    **_each("deepseek_v4", _V4),
    **_each("bloom mpt", Family(kind="alibi")),
    **_each("gpt2 gpt_bigcode gpt_neo", Family(kind="learned")),
    **_each("bert electra albert distilbert", Family(kind="learned", max_position=512)),
    **_each("opt", Family(kind="learned", offset=2, max_position=2048)),
    **_each("bart mbart biogpt", Family(kind="learned", offset=2, max_position=1024)),
    **_each("roberta xlm_roberta camembert mpnet", Family(kind="learned", padded=True, max_position=512)),
    **_each("esm", Family(kind="learned", padded=True, max_position=1026)),
    **_each("t5 mt5 umt5 longt5 switch_transformers", Family(kind="relative_bias")),
    **_each("jamba mamba mamba2 falcon_mamba rwkv nemotron_h kimi_linear glm5_next", Family(kind="none")),
    **_each("granitemoehybrid", Family(kind="none", max_position=2048)),
}

ALIASES = {"llama4_text": "llama4", "modernbert_decoder": "modernbert", "kimi_k2_5": "kimi_k25"}
ENDINGS = ("_vl_moe_text", "_vl_text", "_moe_text", "_text", "_vl_moe", "_vl", "_moe")


def named(model_type: str) -> str | None:
    """The name in FAMILIES for a model_type as configs write it; None where there is none."""
    name = model_type[:80].lower().replace("-", "_")
    name = ALIASES.get(name, name)
    if name in FAMILIES:
        return name
    stems = (name.removesuffix(ending) for ending in ENDINGS if name.endswith(ending))
    return next((stem for stem in stems if stem in FAMILIES), None)


def by_architecture(architectures: list[object] | None) -> str | None:
    """The name in FAMILIES for an `architectures` list, where a file has no model_type."""
    first = architectures[0] if architectures else None
    if not isinstance(first, str):
        return None
    plain = first[:80].lower().removesuffix("forcausallm").removesuffix("model").removesuffix("lmhead")
    return next((name for name in FAMILIES if name.replace("_", "") == plain), None)
