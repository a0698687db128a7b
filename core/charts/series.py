"""How a series looks: the colour, dash and label that its encoding has everywhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pandas as pd

from core.positions.encodings import ENCODINGS

# An encoding from somebody else's run file has no record here; it is drawn, in grey, and never dropped.
_UNKNOWN = ("#808080", (3, 3, 1, 3))
_FORCED_DASH = (2, 4)
_SCALED_DASHES = ((6, 2), (10, 2, 2, 2), (3, 2), (14, 4), (2, 2, 6, 2))


@dataclass(frozen=True)
class SeriesWords:
    """What a legend says beside names; `labels` replaces the registry's labels, by encoding (a translation)."""

    forced: str = "forced"
    n: str = "n={n}"
    n_of: str = "n={n} of {asked}"
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Series:
    """One line of a chart and its legend entry; `label` is what the chart's `series` column holds."""

    encoding: str
    title: str  # the label without n
    label: str
    colour: str
    dash: tuple[int, ...]
    forced: bool = False

    @property
    def stroke(self) -> list[int]:
        """The dash for a Vega scale, where a solid line needs a pattern too: [1, 0]."""
        return list(self.dash) or [1, 0]


def looks(frame: pd.DataFrame, words: SeriesWords) -> dict[str, Series]:
    """A Series for each value of the frame's `series` column, in the order of the registry; unknown encodings last.

    The frame has the columns encoding, series, split, n and asked. Its last row of a series says how many seeds the
    label tells: a mean without its n is half a number.
    """
    last = frame.drop_duplicates("series", keep="last")
    known = list(ENCODINGS)
    rows = [(str(row.encoding), str(row.series), row.split == "forced", row.n, row.asked) for row in last.itertuples()]
    rows.sort(key=lambda row: (known.index(row[0]) if row[0] in known else len(known), row[0], row[2], row[1]))
    counts = _counts(rows, words)
    made: dict[str, Series] = {}
    scaled: dict[str, int] = {}
    for encoding, name, is_forced, _, _ in rows:
        record = ENCODINGS.get(encoding)
        rest = name.removeprefix(encoding)
        if is_forced:
            rest = rest.removesuffix(", forced") + f", {words.forced}"
        label = words.labels.get(encoding) or (record.label if record else encoding)
        colour, dash = (record.colour, record.dash) if record else _UNKNOWN
        if is_forced:
            dash = _FORCED_DASH
        elif rest:  # a scaling rule: the colour says what was trained, the dash how it was extended
            dash = _SCALED_DASHES[scaled.get(encoding, 0) % len(_SCALED_DASHES)]
            scaled[encoding] = scaled.get(encoding, 0) + 1
        made[name] = Series(encoding, label + rest, f"{label}{rest} ({counts[name]})", colour, tuple(dash), is_forced)
    return made


def _counts(rows: list[tuple], words: SeriesWords) -> dict[str, str]:
    """By series: "n=3", or "n=2 of 3" where a seed that was asked for is not in the mean."""
    texts = [(name, words.n if n == asked else words.n_of, int(n), int(asked)) for _, name, _, n, asked in rows]
    return {name: text.format(n=n, asked=asked) for name, text, n, asked in texts}


def colour_scale(series: Iterable[Series]) -> dict[str, list]:
    """Domain and range of a colour scale: labels and hex colours."""
    listed = list(series)
    return {"domain": [one.label for one in listed], "range": [one.colour for one in listed]}


def dash_scale(series: Iterable[Series]) -> dict[str, list]:
    """Domain and range of a strokeDash scale: labels and dash patterns in px."""
    listed = list(series)
    return {"domain": [one.label for one in listed], "range": [one.stroke for one in listed]}


def relabelled(frame: pd.DataFrame, made: Mapping[str, Series]) -> pd.DataFrame:
    """The frame with the legend's labels in its `series` column, as a category: a few bytes a row for the browser."""
    labels = frame["series"].astype(str).map({name: one.label for name, one in made.items()})
    return frame.assign(series=pd.Categorical(labels, [one.label for one in made.values()]))
