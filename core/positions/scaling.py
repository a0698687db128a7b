"""Every rule that stretches RoPE over longer texts, each declared once: what it does, needs and looks like.

To add one, write its function in scaling_rules.py and append a record here. The calculators, the reader of configs, the
trainer's choices, the legends and the tests all iterate over SCALINGS.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.positions import scaling_rules as rules
from core.positions.scaling_rules import Frequencies, Scaled, Setting


@dataclass(frozen=True, kw_only=True)
class Scaling:
    """One rule. `reads` names the fields of Setting that change its result, `rope_type` is its name in a config."""

    name: str
    label: str
    summary: str
    source: str
    colour: str  # the same on every page; contrast of at least 3 on the light and on the dark background
    dash: tuple[int, ...]  # stroke pattern in px, so that no series is told by colour alone
    rule: Callable[[Frequencies, Setting], Scaled]
    reads: tuple[str, ...]
    rope_type: str | None = None  # None: a config.json cannot say it by a type


_RAMP = ("factor", "native_length", "beta_fast", "beta_slow")
_TEMPERATURE = ("attention_factor", "mscale", "mscale_all_dim")

_ALL = (
    Scaling(
        name="none",
        label="Direct",
        summary="Nothing changes: beyond the trained length the slow pairs reach angles that no training showed.",
        source="Su et al. 2021 (arXiv 2104.09864), section 3.2.2",
        colour="#7F7F7F",
        dash=(2, 7),
        rule=rules.none,
        reads=(),
        rope_type="default",
    ),
    Scaling(
        name="linear",
        label="PI (linear)",
        summary="Every pair turns slower by the factor, so neighbours move closer together as well.",
        source="Chen et al. 2023 (arXiv 2306.15595), equation 4",
        colour="#D55E00",
        dash=(8, 3),
        rule=rules.linear,
        reads=("factor",),
        rope_type="linear",
    ),
    Scaling(
        name="ntk",
        label="NTK-aware",
        summary="A larger base: the fastest pair keeps its speed, the slowest is slowed by the factor.",
        source="bloc97 on Reddit, 2023; Peng et al. 2023 (arXiv 2309.00071), definition 1",
        colour="#8A63D2",
        dash=(4, 2),
        rule=rules.ntk,
        reads=("factor",),
    ),
    Scaling(
        name="dynamic",
        label="Dynamic NTK (transformers)",
        summary="NTK-aware by the length of the text at hand and a factor, which stretches more than the paper's form.",
        source="transformers 5.24.0, _compute_dynamic_ntk_parameters",
        colour="#2A8FA3",
        dash=(2, 2),
        rule=rules.dynamic,
        reads=("factor", "native_length", "length"),
        rope_type="dynamic",
    ),
    Scaling(
        name="dynamic-paper",
        label="Dynamic NTK (paper)",
        summary="NTK-aware by the length of the text at hand; up to the trained length nothing changes.",
        source="Peng et al. 2023 (arXiv 2309.00071), section 3.3",
        colour="#4C82A8",
        dash=(6, 2, 1, 2),
        rule=rules.dynamic_paper,
        reads=("native_length", "length"),
    ),
    Scaling(
        name="by-parts",
        label="NTK-by-parts",
        summary="Pairs that turn often are left alone, those that finish no turn are slowed in full, a ramp between.",
        source="Peng et al. 2023 (arXiv 2309.00071), definition 2",
        colour="#00936B",
        dash=(12, 3),
        rule=rules.by_parts,
        reads=_RAMP,
    ),
    Scaling(
        name="yarn",
        label="YaRN (released code)",
        summary="By parts, the ramp linear in the pair's index, as libraries compute it; scores are sharpened.",
        source="jquesnelle/yarn; transformers 5.24.0, _compute_yarn_parameters",
        colour="#C0569B",
        dash=(5, 1),
        rule=rules.yarn,
        reads=(*_RAMP, *_TEMPERATURE, "truncate"),
        rope_type="yarn",
    ),
    Scaling(
        name="yarn-paper",
        label="YaRN (paper)",
        summary="By parts, the ramp linear in turns, as the paper defines it; scores are sharpened.",
        source="Peng et al. 2023 (arXiv 2309.00071), sections 3.2 and 3.4",
        colour="#B5485A",
        dash=(8, 2, 2, 2),
        rule=rules.yarn_paper,
        reads=(*_RAMP, *_TEMPERATURE),
    ),
    Scaling(
        name="llama3",
        label="Llama 3",
        summary="Three bands by wavelength: short ones are kept, long ones divided by the factor, a blend between.",
        source="Meta, llama-models, models/llama3; transformers 5.24.0, _compute_llama3_parameters",
        colour="#A87B00",
        dash=(10, 2, 2, 2, 2, 2),
        rule=rules.llama3,
        reads=("factor", "native_length", "low_freq_factor", "high_freq_factor"),
        rope_type="llama3",
    ),
    Scaling(
        name="longrope",
        label="LongRoPE",
        summary="Each pair has a divisor of its own, found by search; one list up to the trained length, one beyond.",
        source="Ding et al. 2024 (arXiv 2402.13753), sections 3.2 and 3.3",
        colour="#5C7A29",
        dash=(3, 3, 9, 3),
        rule=rules.longrope,
        reads=("factor", "native_length", "length", "short_factor", "long_factor", "attention_factor"),
        rope_type="longrope",
    ),
    Scaling(
        name="proportional",
        label="Proportional (p-RoPE)",
        summary="Only the fastest pairs of the whole head turn; the slow ones carry content without position.",
        source="Barbero et al. 2024 (arXiv 2410.06205), section 5",
        colour="#6F6BD1",
        dash=(1, 3),
        rule=rules.proportional,
        reads=("factor", "share"),
        rope_type="proportional",
    ),
    Scaling(
        name="abf",
        label="Another base (ABF)",
        summary="The base is raised and training goes on; as zero-shot it is NTK-aware with the base said outright.",
        source="Xiong et al. 2023 (arXiv 2309.16039), section 2.1",
        colour="#B0643A",
        dash=(5, 5),
        rule=rules.abf,
        reads=("base",),
    ),
    Scaling(
        name="drope",
        label="DroPE",
        summary="Every rotation is removed and training goes on: order is then read from the causal mask alone.",
        source="DroPE, ICLR 2026 (arXiv 2512.12167)",
        colour="#8C6D5A",
        dash=(14, 2, 2, 2),
        rule=rules.drope,
        reads=(),
    ),
)

SCALINGS = {scaling.name: scaling for scaling in _ALL}
BY_ROPE_TYPE = {scaling.rope_type: scaling for scaling in _ALL if scaling.rope_type}


def scaled(name: str, inv_freq: Frequencies, setting: Setting) -> Scaled:
    """What the rule of this name makes of the frequencies; raises ValueError for a setting that it cannot take."""
    if name not in SCALINGS:
        raise ValueError(f'there is no scaling "{name}"; the scalings are {", ".join(SCALINGS)}.')
    found = SCALINGS[name].rule(inv_freq, setting)
    if not (np.isfinite(found.inv_freq).all() and math.isfinite(found.attention_factor)):
        raise ValueError(f'"{name}" makes frequencies that are not finite; its numbers are too large or too small.')
    return found
