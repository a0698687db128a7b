"""A rule's settings as other programs want them, ready to paste.

Each engine was read or run at the version that it names; tests run the two transformers forms. Where an engine cannot
say a rule there is no text, and a sentence says why.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.positions.rope import inv_freq
from core.positions.scaling import scaled
from core.positions.scaling_rules import Setting

LARGER_BASE = "The rule is a larger rope_theta and nothing else, so no rope_type is needed."
DYNAMIC_LENGTH = "max_position_embeddings stays at the native length: the formula divides the text's length by it."
PAPER_AS_DYNAMIC = (
    "The type is dynamic with factor 1, which makes the formula the paper's; max_position_embeddings stays at the "
    "native length, because the formula divides the text's length by it."
)
AS_DIVISORS = (
    "No rope_type has a ramp in turns. The type longrope takes a divisor for each pair, so it says this rule exactly; "
    "both lists are the same, so that short texts turn like long ones."
)
NO_LISTS = "LongRoPE needs a short and a long list of divisors, one number for each pair; none is given here."
STATIC = "This engine fixes one base when it starts, that of the longest text; short texts turn by it as well."
BY_MAX_LENGTH = "The long list holds for every text as soon as --max-model-len is above the native length."
NATIVE_LIMIT = "The engine itself multiplies max_position_embeddings by the factor, so the native length stands there."
NO_FLAG_RAMP = "The flags have only the released YaRN's ramp in pair indices, always with its temperature."
NO_FLAG_GGUF = "No flag says this rule: its numbers are written into the GGUF file when the model is converted."
NO_FLAG_TEMPERATURE = "The engine computes the factor on cos and sin itself, 0.1 ln factor + 1, and takes no other."
NO_FLAG_TRUNCATE = "The engine always rounds the ends of the ramp to whole pairs."
CAPPED = (
    "llama-server limits a prompt to the context length in the file; where it says so, add "
    "--override-kv ARCHITECTURE.context_length=int:LENGTH with the model's architecture and the length after -c."
)
FREQ_SCALE = "--rope-freq-scale would be the inverse, 1 / factor."
NOTES = (
    LARGER_BASE,
    DYNAMIC_LENGTH,
    PAPER_AS_DYNAMIC,
    AS_DIVISORS,
    NO_LISTS,
    STATIC,
    BY_MAX_LENGTH,
    NATIVE_LIMIT,
    NO_FLAG_RAMP,
    NO_FLAG_GGUF,
    NO_FLAG_TEMPERATURE,
    NO_FLAG_TRUNCATE,
    CAPPED,
    FREQ_SCALE,
)


@dataclass(frozen=True)
class Takeaway:
    """What to paste, or None where the engine cannot say the rule; and sentences of NOTES on it."""

    text: str | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Model:
    """What the engines must know beside the rule: a base, rotated channels of a head, and the rule's setting."""

    base: float
    rotary_dim: int
    setting: Setting

    @property
    def target(self) -> int:
        """Positions of the longest text."""
        return self.setting.length or self.setting.native_length


@dataclass(frozen=True, kw_only=True)
class Engine:
    """One program: its label, the version that the form was checked against, and what writes the form."""

    name: str
    label: str
    checked: str
    language: str
    write: Callable[[str, Model], Takeaway]


def takeaway(engine: str, scaling: str, model: Model) -> Takeaway:
    """The rule for the engine of this name; raises ValueError where the rule cannot take the setting."""
    if scaling == "longrope" and not (model.setting.short_factor and model.setting.long_factor):
        return Takeaway(None, (NO_LISTS,))
    scaled(scaling, inv_freq(model.rotary_dim, model.base), model.setting)
    return ENGINES[engine].write(scaling, model)


def larger_base(scaling: str, model: Model) -> float:
    """The base at which plain RoPE turns as a rule of the NTK family does at the target length."""
    found = scaled(scaling, inv_freq(model.rotary_dim, model.base), model.setting).inv_freq
    return float((found[0] / found[1]) ** (model.rotary_dim / 2))


def _parameters(scaling: str, model: Model) -> tuple[dict[str, Any], int, tuple[str, ...]]:
    """rope_parameters without the base, max_position_embeddings, and notes, as transformers reads them."""
    setting, target = model.setting, model.target
    native = {"original_max_position_embeddings": setting.native_length}
    factor = {"factor": float(setting.factor)}
    if scaling == "linear":
        return {"rope_type": "linear", **factor}, target, ()
    if scaling == "dynamic":
        return {"rope_type": "dynamic", **factor}, setting.native_length, (DYNAMIC_LENGTH,)
    if scaling == "dynamic-paper":
        return {"rope_type": "dynamic", "factor": 1.0}, setting.native_length, (PAPER_AS_DYNAMIC,)
    if scaling == "yarn":
        return {"rope_type": "yarn", **factor, **native, **_unusual(setting)}, target, ()
    if scaling == "llama3":
        bands = {"low_freq_factor": setting.low_freq_factor, "high_freq_factor": setting.high_freq_factor}
        return {"rope_type": "llama3", **factor, **bands, **native}, target, ()
    if scaling == "longrope":
        return {"rope_type": "longrope", **factor, **native, **_lists(setting)}, target, ()
    if scaling in ("by-parts", "yarn-paper"):
        return {"rope_type": "longrope", **factor, **native, **_divisors(scaling, model)}, target, (AS_DIVISORS,)
    return {"rope_type": "default"}, target, (LARGER_BASE,) if scaling in ("ntk", "abf") else ()


def _base(scaling: str, model: Model) -> float:
    return larger_base(scaling, model) if scaling in ("ntk", "abf") else float(model.base)


def _unusual(setting: Setting) -> dict[str, Any]:
    """The fields of YaRN that differ from what every engine takes for granted."""
    usual = Setting()
    names = ("beta_fast", "beta_slow", "truncate", "attention_factor", "mscale", "mscale_all_dim")
    return {name: getattr(setting, name) for name in names if getattr(setting, name) != getattr(usual, name)}


def _lists(setting: Setting) -> dict[str, Any]:
    told = {"short_factor": list(setting.short_factor), "long_factor": list(setting.long_factor)}
    own = {} if setting.attention_factor is None else {"attention_factor": setting.attention_factor}
    return told | own


def _divisors(scaling: str, model: Model) -> dict[str, Any]:
    """The rule as what each pair is divided by, in the form of LongRoPE."""
    trained = inv_freq(model.rotary_dim, model.base)
    found = scaled(scaling, trained, model.setting)
    divisors = np.round(trained / found.inv_freq, 9).tolist()
    return {"short_factor": divisors, "long_factor": divisors, "attention_factor": found.attention_factor}


def transformers_v5(scaling: str, model: Model) -> Takeaway:
    """Keys of a config.json for transformers from version 5 on."""
    told, limit, notes = _parameters(scaling, model)
    kind = {"rope_type": told.pop("rope_type"), "rope_theta": _base(scaling, model)}
    return Takeaway(_json({"max_position_embeddings": limit, "rope_parameters": kind | told}), notes)


def transformers_v4(scaling: str, model: Model) -> Takeaway:
    """Keys of a config.json for transformers of version 4."""
    told, limit, notes = _parameters(scaling, model)
    keys: dict[str, Any] = {"max_position_embeddings": limit}
    if told["rope_type"] == "longrope":  # which version 4 reads from beside the block, where Phi-3 has it
        keys["original_max_position_embeddings"] = told.pop("original_max_position_embeddings")
    block = None if told["rope_type"] == "default" else told
    return Takeaway(_json(keys | {"rope_theta": _base(scaling, model), "rope_scaling": block}), notes)


def vllm(scaling: str, model: Model) -> Takeaway:
    """A command line for vLLM, whose --hf-overrides replace what the model's config.json says."""
    told, limit, notes = _parameters(scaling, model)
    if told["rope_type"] == "linear":
        limit, notes = model.setting.native_length, (NATIVE_LIMIT,)
    if told["rope_type"] == "dynamic":
        told["max_trained_positions"], limit, notes = model.setting.native_length, model.target, (STATIC,)
    if told["rope_type"] == "longrope":
        notes = (*notes, BY_MAX_LENGTH)
        factor = told.pop("attention_factor", None)
        told |= {} if factor is None else {"short_mscale": factor, "long_mscale": factor}
    kind = {"rope_type": told.pop("rope_type"), "rope_theta": _base(scaling, model)}
    overrides = json.dumps({"max_position_embeddings": limit, "rope_parameters": kind | told})
    return Takeaway(f"vllm serve MODEL --max-model-len {model.target} \\\n  --hf-overrides '{overrides}'", notes)


def llama_cpp(scaling: str, model: Model) -> Takeaway:
    """A command line for llama.cpp."""
    start, setting = f"llama-server -m MODEL.gguf -c {model.target} \\\n  ", model.setting
    if scaling in ("by-parts", "yarn-paper"):
        return Takeaway(None, (NO_FLAG_RAMP,))
    if scaling in ("llama3", "longrope"):
        return Takeaway(None, (NO_FLAG_GGUF,))
    if scaling == "linear":
        return Takeaway(f"{start}--rope-scaling linear --rope-scale {setting.factor:g}", (FREQ_SCALE, CAPPED))
    if scaling == "yarn":
        return _llama_cpp_yarn(start, setting)
    notes = (STATIC, CAPPED) if scaling.startswith("dynamic") else (CAPPED,)
    if scaling == "none":
        return Takeaway(f"{start}--rope-scaling none", notes)
    return Takeaway(f"{start}--rope-scaling none --rope-freq-base {larger_base(scaling, model):.9g}", notes)


def _llama_cpp_yarn(start: str, setting: Setting) -> Takeaway:
    told = _unusual(setting)
    if not setting.truncate:
        return Takeaway(None, (NO_FLAG_TRUNCATE,))
    if {"attention_factor", "mscale", "mscale_all_dim"} & set(told):
        return Takeaway(None, (NO_FLAG_TEMPERATURE,))
    betas = "".join(f" --{name.replace('_', '-')} {value:g}" for name, value in told.items())
    betas = betas.replace("--beta", "--yarn-beta")
    flags = f"--rope-scaling yarn --rope-scale {setting.factor:g} --yarn-orig-ctx {setting.native_length}"
    return Takeaway(start + flags + betas, (FREQ_SCALE,))


def _json(keys: dict[str, Any]) -> str:
    """The keys as a block of a config.json, a list of numbers on one line."""
    lines = json.dumps(keys, indent=2)
    return re.sub(r"\[[^\]]*\]", lambda found: json.dumps(json.loads(found[0])), lines)


_ALL = (
    Engine(name="v5", label="transformers 5", checked="5.24.0", language="json", write=transformers_v5),
    Engine(name="v4", label="transformers 4", checked="4.57.3", language="json", write=transformers_v4),
    Engine(name="vllm", label="vLLM", checked="0.34.0", language="bash", write=vllm),
    Engine(name="llama.cpp", label="llama.cpp", checked="commit 0c1e57098", language="bash", write=llama_cpp),
)
ENGINES = {engine.name: engine for engine in _ALL}
