"""One object of a config, read field by field: what has the wrong type or size is noted and read as missing."""

import math
from collections.abc import Mapping
from typing import Any

from core.positions.configs.findings import Findings, found

WHOLE = (1, 10**12)  # lengths and counts
DIM = (1, 65_536)  # heads, layers: what a page can still list
HEAD = (1, 8_192)  # channels of a head: what a page can still compute at once


class Fields:
    """The fields of an object. A null counts as missing, as transformers has it."""

    def __init__(self, data: Mapping[str, Any], findings: Findings, name: str = "") -> None:
        self.data, self.findings, self.name = data, findings, name

    def key(self, *keys: str) -> str | None:
        """The first of the keys that holds something."""
        return next((key for key in keys if self.data.get(key) is not None), None)

    def number(self, *keys: str, low: float = 1e-9, high: float = 1e9) -> float | None:
        """The number under the first of the keys that holds something; text that spells one is read and noted."""
        key = self.key(*keys)
        if key is None:
            return None
        value = self.data[key]
        if isinstance(value, str):
            value = self._spelled(key, value)
            if value is None:
                return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.findings.add("FIELD_NOT_NUMBER", field=self._named(key), found=found(value))
            return None
        if not low <= value <= high:  # also for NaN, which a mapping may hold
            self.findings.add("FIELD_RANGE", field=self._named(key), value=value, low=low, high=high)
            return None
        return float(value)

    def whole(self, *keys: str, size: tuple[int, int] = WHOLE) -> int | None:
        """The whole number under the first of the keys that holds something."""
        value = self.number(*keys, low=size[0], high=size[1])
        if value is None or value == int(value):
            return None if value is None else int(value)
        self.findings.add("FIELD_NOT_WHOLE", field=self._named(self.key(*keys)), found=found(value))
        return None

    def text(self, key: str) -> str | None:
        """The text under a key."""
        value = self.data.get(key)
        if value is None or isinstance(value, str):
            return value
        self.findings.add("FIELD_NOT_TEXT", field=self._named(key), found=found(value))
        return None

    def flag(self, key: str, default: bool = False) -> bool:
        """The truth value under a key."""
        value = self.data.get(key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.findings.add("FIELD_NOT_FLAG", field=self._named(key), found=found(value))
        return default

    def items(self, key: str) -> list[Any] | None:
        """The list under a key."""
        value = self.data.get(key)
        if value is None or (isinstance(value, list | tuple) and len(value) <= DIM[1]):
            return None if value is None else list(value)
        self.findings.add("FIELD_NOT_LIST", field=self._named(key), found=found(value))
        return None

    def numbers(self, key: str, low: float = 1e-6, high: float = 1e9) -> tuple[float, ...] | None:
        """The list of numbers under a key."""
        values = self.items(key)
        if values is None:
            return None
        for value in values:
            if isinstance(value, bool) or not isinstance(value, int | float):
                self.findings.add("FIELD_NOT_NUMBER", field=self._named(key), found=found(value))
                return None
            if not low <= value <= high:
                self.findings.add("FIELD_RANGE", field=self._named(key), value=value, low=low, high=high)
                return None
        return tuple(float(value) for value in values)

    def object(self, key: str) -> "Fields | None":
        """The object under a key, as fields."""
        value = self.data.get(key)
        if isinstance(value, Mapping):
            return Fields(value, self.findings, self._named(key))
        if value is not None:
            self.findings.add("FIELD_NOT_OBJECT", field=self._named(key), found=found(value))
        return None

    def _named(self, key: str | None) -> str:
        return f"{self.name}.{key}" if self.name else str(key)

    def _spelled(self, key: str, text: str) -> float | None:
        try:
            value = float(text) if len(text) <= 40 else math.nan
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            self.findings.add("FIELD_NOT_NUMBER", field=self._named(key), found=found(text))
            return None
        self.findings.add("NUMBER_AS_STRING", field=self._named(key), value=value)
        return value
