"""Models by name, each as the small part of its config.json that says how it knows order.

They stand in presets.json, and every one goes through the same reader as a file does. Where a figure is known only from
the course's documents, the note says so. Kimi K3 and Qwen3.8-Flash-Next, which those documents name as well, are left
out because no config of theirs was found.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.positions.configs.layer_rope import LayerRope
from core.positions.model_config import ModelPositions, read


@dataclass(frozen=True, kw_only=True)
class Preset:
    """One model. `note` says in whole sentences what is not from a published config, or is empty."""

    name: str
    label: str
    config: Mapping[str, Any]
    source: str
    read_on: str  # the day on which the source was read, ISO 8601
    note: str = ""

    def positions(self) -> ModelPositions:
        """What the reader makes of the config."""
        return read(self.config)


_FILE = Path(__file__).with_name("presets.json")
PRESETS = {one["name"]: Preset(**one) for one in json.loads(_FILE.read_text("utf-8"))}


def rotations() -> dict[str, LayerRope]:
    """Every rotation of the presets by the label of its model, with the kind of layer where a model has several."""
    found = {}
    for preset in PRESETS.values():
        ropes = preset.positions().ropes
        for rope in ropes:
            found[preset.label if len(ropes) == 1 else f"{preset.label} · {rope.layer_type}"] = rope
    return found
