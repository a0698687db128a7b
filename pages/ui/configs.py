"""Configs side by side."""

import json
from collections.abc import Mapping
from typing import Any

import pandas as pd


def as_text(value: Any) -> str:
    """A setting as the config file would write it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def side_by_side(configs: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """One row a setting, one column a config, as text; a dash where a config lacks the setting."""
    fields = list(dict.fromkeys(field for config in configs.values() for field in config))
    cells = {
        name: [as_text(config[field]) if field in config else "–" for field in fields]
        for name, config in configs.items()
    }
    return pd.DataFrame(cells, index=pd.Index(fields, name="setting"), dtype=str)


def differing(configs: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """The rows of side_by_side in which not all configs agree."""
    table = side_by_side(configs)
    return table[table.nunique(axis=1) > 1]
