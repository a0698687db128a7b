"""How a series looks: the colour, dash and label that its encoding has everywhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pandas as pd

from core.charts.bases import base_look, base_of
from core.positions.encodings import ENCODINGS
from core.positions.scaling import SCALINGS

# An encoding from somebody else's run file has no record here; it is drawn, in grey, and never dropped.
_UNKNOWN = ("#808080", (3, 3, 1, 3))
_FORCED_DASH = (2, 4)
_AGAIN_DASHES = ((6, 2), (10, 2, 2, 2), (3, 2), (14, 4), (2, 2, 6, 2))  # a rule that is drawn with other settings too


@dataclass(frozen=True)
class SeriesWords:
    """What a legend says beside names; `labels` and `rules` replace the registries' labels (a translation)."""

    forced: str = "forced"
    n: str = "n={n}"
    n_of: str = "n={n} of {asked}"
    labels: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    base: str = "base {base}"


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
    known, rules = list(ENCODINGS), ["", *SCALINGS]
    rows = [(str(row.encoding), str(row.series), row.split == "forced", row.n, row.asked) for row in last.itertuples()]
    rows.sort(key=lambda row: (_place(row[0], known), row[0], row[2], *_within(row[0], row[1], rules)))
    counts = _counts(rows, words)
    made: dict[str, Series] = {}
    for encoding, name, is_forced, _, _ in rows:
        colour, dash = _look(encoding, name, is_forced, [one.dash for one in made.values()])
        title = _title(encoding, name, is_forced, words)
        made[name] = Series(encoding, title, f"{title} ({counts[name]})", colour, dash, is_forced)
    return made


def _within(encoding: str, name: str, rules: list[str]) -> tuple[int, float, str]:
    """The place of a series among those of its encoding: by its rule, its base, its name."""
    return _place(rule_of(name, encoding), rules), base_of(name) or 0.0, name


def _place(name: str, order: list[str]) -> int:
    return order.index(name) if name in order else len(order)


def rule_of(name: str, encoding: str) -> str:
    """The rule under which a series was evaluated, by its name in SCALINGS; "" for a series as it was trained."""
    return name.removeprefix(encoding).removeprefix(", ").partition(" ")[0].partition(",")[0]


def _look(encoding: str, name: str, is_forced: bool, taken: list[tuple[int, ...]]) -> tuple[str, tuple[int, ...]]:
    """Colour and dash: the rule's where one stretches the series, else the encoding's."""
    record, rule, base = ENCODINGS.get(encoding), SCALINGS.get(rule_of(name, encoding)), base_of(name)
    if base and not is_forced:
        return base_look(base)
    if rule and not is_forced:
        free = [dash for dash in (rule.dash, *_AGAIN_DASHES) if dash not in taken]
        return rule.colour, (free or [rule.dash])[0]
    colour, dash = (record.colour, record.dash) if record else _UNKNOWN
    return colour, _FORCED_DASH if is_forced else tuple(dash)


def _title(encoding: str, name: str, is_forced: bool, words: SeriesWords) -> str:
    """The encoding's label, then the rule's with its settings, then whether a table was forced."""
    record, rule = ENCODINGS.get(encoding), rule_of(name, encoding)
    parts = [words.labels.get(encoding) or (record.label if record else encoding)]
    rest = name.removeprefix(encoding).removesuffix(", forced").removeprefix(", ")
    if rule in SCALINGS and not is_forced:
        told = words.rules.get(rule) or SCALINGS[rule].label
        parts.append(told + rest.removeprefix(rule).replace(" x", " ×"))
    elif base := base_of(name):
        parts.append(words.base.format(base=f"{base:,.12g}"))
    elif rest and rest != "forced":
        parts.append(rest)
    return ", ".join([*parts, words.forced] if is_forced else parts)


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
