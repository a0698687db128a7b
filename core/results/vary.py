"""Which setting a comparison is about: the encoding, the rule for longer texts, or any field of the config."""

import json
import math
from typing import Any

import numpy as np
import pandas as pd

ENCODING, SCALING = "encoding", "scaling"
FORCED = ", forced"


def labelled(frame: pd.DataFrame, runs: pd.DataFrame, field: str) -> pd.DataFrame:
    """The frame with a series for each value of this field of the config, "rope, rope_theta=100", in their order.

    `frame` has the columns name and series, and `runs`, an index, knows the names. What the names say already,
    encoding and scaling, stays as it is; a field that no config has raises ValueError.
    """
    if field in (ENCODING, SCALING):
        return frame
    configs = {str(name): json.loads(text) for name, text in zip(runs["name"], runs["config"], strict=True)}
    if not any(field in config for config in configs.values()):
        known = sorted({key for config in configs.values() for key in config} - {"seed", ENCODING})
        raise ValueError(f'No run has a setting "{field}"; compare by encoding, scaling, {", ".join(known)}.')
    told = {name: as_text(config.get(field)) for name, config in configs.items()}
    rank = {text: place for place, text in enumerate(sorted(set(told.values()), key=in_order))}
    names, series = frame["name"].astype(str), frame["series"].astype(str)
    made = [_label(one, field, told[name]) for name, one in zip(names, series, strict=True)]
    order = names.map(told).map(rank).to_numpy()
    return frame.assign(series=made).iloc[np.argsort(order, kind="stable")].reset_index(drop=True)


def _label(series: str, field: str, value: str) -> str:
    plain = series.removesuffix(FORCED)
    return f"{plain}, {field}={value}" + (FORCED if plain != series else "")


def in_order(text: str) -> tuple[float, str]:
    """What to sort settings by: numbers by size, then words."""
    try:
        return float(text), ""
    except ValueError:
        return math.inf, text


def as_text(value: Any) -> str:
    """A setting as a series names it: 10000 for 1e4, null where it is absent."""
    whole = isinstance(value, float) and value.is_integer()
    return value if isinstance(value, str) else json.dumps(int(value) if whole else value)


def setting_of(series: str, field: str) -> str | None:
    """The value of this field that the series names; None where it names none."""
    for part in series.split(", ")[1:]:
        name, sign, value = part.partition("=")
        if sign and name == field:
            return value
    return None


def comparable(values: pd.DataFrame, against: str, vary: str) -> pd.DataFrame:
    """The values of the series that differ from the series `against` in what is compared and in nothing else that a
    series names: rules for longer texts are left out where encodings are compared, and encodings where rules are."""
    same = {ENCODING: [SCALING], SCALING: [ENCODING]}.get(vary, [ENCODING, SCALING])
    first = values[values["series"] == against].iloc[0]
    return values[(values[same] == first[same]).all(axis=1)]


def differing(one: pd.DataFrame, other: pd.DataFrame, vary: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """In what two groups of final values differ, but for their seeds: what is compared, and what must not differ.

    Encodings may be compared with a rule for longer texts on either side; else the one setting alone may differ.
    """
    mine, theirs = _settings(one), _settings(other)
    keys = sorted((set(mine) | set(theirs)) - {"seed"})
    found = tuple(key for key in keys if (key in mine, mine.get(key)) != (key in theirs, theirs.get(key)))
    if set(found) <= {ENCODING, SCALING} or found == (vary,):
        return found, ()
    told = tuple(key for key in found if key in (ENCODING, SCALING))
    return told, tuple(key for key in found if key not in told)


def _settings(group: pd.DataFrame) -> dict[str, Any]:
    """All that decided a group's losses, by name."""
    first = group.iloc[0]
    same = {"corpus_sha256": first["corpus_sha256"], SCALING: first["scaling"] or "none", ENCODING: first["encoding"]}
    return json.loads(first["config"]) | same
