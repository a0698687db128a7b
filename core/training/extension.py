"""How a trained rotary model is stretched: a rule of core.positions.scaling, and the angles that it gives."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from core.positions.rope import angles
from core.positions.scaling import SCALINGS, scaled
from core.positions.scaling_rules import Setting

_USUAL = Setting()
_UNTOLD = ("native_length", "length")  # the length of training is the run's, that of a text is the text's


@dataclass(frozen=True)
class Extension:
    """A rule and what it is told; `label` is what the run file, the legends and the URL call it."""

    scaling: str
    setting: Setting

    @property
    def label(self) -> str:
        """The rule, its factor and what is unusual: "yarn x4", "yarn x4 beta_fast=16", "abf base=500000"."""
        reads = SCALINGS[self.scaling].reads
        factor = [f"x{_short(self.setting.factor)}"] if "factor" in reads else []
        other = [field for field in reads if field not in ("factor", *_UNTOLD)]
        told = {field: getattr(self.setting, field) for field in other}
        unusual = [f"{field}={_short(value)}" for field, value in told.items() if value != getattr(_USUAL, field)]
        return " ".join([self.scaling, *factor, *unusual])

    def said(self) -> dict[str, Any]:
        """What the run file says of it: the rule and all that the rule reads."""
        return {"scaling": self.scaling} | {
            field: getattr(self.setting, field) for field in SCALINGS[self.scaling].reads if field != "length"
        }

    def waves(
        self, trained: Float[np.ndarray, "num_pairs"], position: Int[np.ndarray, "length"]
    ) -> tuple[Float[np.ndarray, "length num_pairs"], float]:
        """Angles in rad of a text at these positions under the rule, and the factor on their cos and sin."""
        found = scaled(self.scaling, trained, replace(self.setting, length=len(position)))
        return angles(position, found.inv_freq), found.attention_factor


def extension_of(label: str, native_length: int) -> Extension:
    """The extension of this label on a model trained at native_length; raises ValueError for any other text."""
    name, *told = label.split(" ")
    if name not in SCALINGS:
        raise ValueError(f'scaling is "{label}"; its first word must be one of {", ".join(SCALINGS)}.')
    said: dict[str, Any] = {"native_length": native_length}
    for word in told:
        field, _, value = word.partition("=") if "=" in word else ("factor", "", word.removeprefix("x"))
        if field not in SCALINGS[name].reads or field in _UNTOLD:
            raise ValueError(f'scaling is "{label}"; "{word}" is nothing that {name} can be told.')
        said[field] = _long(field, value, label)
    found = Extension(name, Setting(**said))
    if found.label != label:  # one spelling only, because a run's id is made from it
        raise ValueError(f'scaling is "{label}"; write it as "{found.label}".')
    return found


def _short(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(_short(one) for one in value)
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _long(field: str, text: str, label: str) -> object:
    """The value that _short made this text from."""
    usual = next(one.default for one in fields(Setting) if one.name == field)
    try:
        if isinstance(usual, bool):
            return {"True": True, "False": False}[text]
        return tuple(float(one) for one in text.split(",")) if isinstance(usual, tuple) else float(text)
    except (ValueError, KeyError) as error:
        raise ValueError(f'scaling is "{label}"; "{text}" cannot be its {field}.') from error


def extensions(
    train_length: int, scalings: Sequence[str], factors: Sequence[float], setting: Setting = _USUAL
) -> list[Extension]:
    """Every rule at every factor, once where a rule takes none; raises ValueError for a rule that does not exist."""
    unknown = [name for name in scalings if name not in SCALINGS or name == "none"]
    if unknown:
        known = ", ".join(name for name in SCALINGS if name != "none")
        raise ValueError(f'there is no scaling "{unknown[0]}" to evaluate under; choose among {known}.')
    return [
        Extension(name, replace(setting, factor=factor, native_length=train_length))
        for name in scalings
        for factor in (factors if "factor" in SCALINGS[name].reads else (1.0,))
    ]
