"""How a trained rotary model is stretched: a rule of core.positions.scaling, and the angles that it gives."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from core.positions.rope import angles
from core.positions.scaling import SCALINGS, scaled
from core.positions.scaling_rules import Setting

_USUAL = Setting()


@dataclass(frozen=True)
class Extension:
    """A rule and what it is told; `label` is what the run file, the legends and the URL call it."""

    scaling: str
    setting: Setting

    @property
    def label(self) -> str:
        """The rule, its factor and what is unusual: "yarn x4", "yarn x4 beta_fast=16", "abf base=500000"."""
        reads = SCALINGS[self.scaling].reads
        factor = [f"x{self.setting.factor:g}"] if "factor" in reads else []
        other = [field for field in reads if field not in ("factor", "native_length", "length")]
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


def _short(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


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
