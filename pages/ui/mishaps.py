"""The eleven pitfalls: what each gives when it is made to happen, as the values that its text asks for."""

import pandas as pd

from core.course import pitfalls
from core.results import RunFileError, StoreError, mean_std, on_tasks, over_seeds
from pages.ui import choices, data
from pages.ui.plain import plain

Values = dict[str, object]


def computed(name: str) -> Values | None:
    """The numbers of a pitfall that numpy or a config gives; None for one that only runs can show."""
    if name == "none":
        return _two("bag", "rope", pitfalls.without_position())
    if name == "index":
        return {"share": f"{pitfalls.raw_index(37):.1%}", "far": f"{pitfalls.raw_index(1000):.1%}"}
    if name == "table":
        return {"error": plain(pitfalls.past_the_table(129, 128))}
    if name == "embeddings":
        return _two("right", "wrong", pitfalls.turned_embeddings())
    if name == "part":
        rope = pitfalls.partly_turned()
        return {"rotary": rope.rotary_dim, "head": rope.head_dim, "share": f"{rope.rotary_dim / rope.head_dim:.0%}"}
    if name == "pairing":
        return _two("mixed", "mended", pitfalls.mixed_pairings())
    if name == "native":
        rope = pitfalls.stretched()
        return {"native": f"{rope.original:,}", "factor": f"{rope.setting.factor:g}", "target": f"{rope.target:,}"}
    return None


def _two(first: str, second: str, gaps: tuple[float, float]) -> Values:
    """Two gaps by these names: what is only rounding as a power of ten, the rest as one reads it."""
    return {name: f"{gap:.2g}" if gap > 0.01 else f"{gap:.1e}" for name, gap in zip((first, second), gaps, strict=True)}


def measured(name: str) -> Values | None:
    """The numbers of a pitfall that the runs give; None where they are missing."""
    found = choices.found()
    if found is None:
        return None
    if name == "window":
        return _needle()
    length = found.chosen.train_length
    told: dict[str, tuple[tuple[str, str, int], ...]] = {
        "scale": (("scaled", "sinusoidal", length), ("raw", "sinusoidal-raw", length)),
        "pi": (("direct", "rope", length), ("pi", "rope, linear x4", length)),
        "size": (("near", "t5", length), ("far", "t5", 8 * length)),
    }
    source = data.extended(found.runs, found.chosen) if name == "pi" else found.chosen
    values = source.values() if len(source.runs) else pd.DataFrame()
    cells = {label: _loss(values, series, at) for label, series, at in told[name]}
    return cells | {"length": length} if all(cells.values()) else None


def _loss(values: pd.DataFrame, series: str, length: int, metric: str = "tail_loss") -> str:
    """Mean ± std with n; empty where it was not measured."""
    if values.empty:
        return ""
    at = values[(values["metric"] == metric) & (values["series"] == series)]
    rows = over_seeds(at[(at["eval_length"] == length).fillna(False)]) if len(at) else at
    if rows.empty or not rows["n"].iloc[0]:
        return ""
    row = rows.iloc[0]
    return f"{mean_std(row['mean'], row['std'], int(row['n']))} (n={int(row['n'])})"


def _needle() -> Values | None:
    """How often RoPE's models find a needle at their training length and at the longest that was tried."""
    try:
        runs = on_tasks(data.store().index().runs)
        mine = runs[(runs["task"] == "needle") & (runs["encoding"] == "rope") & runs["train_length"].notna()]
        values = data.store().accuracies(mine["name"]) if len(mine) else pd.DataFrame()
    except (StoreError, RunFileError):
        return None
    if values.empty:
        return None
    near, far = int(mine["train_length"].iloc[0]), int(values["eval_length"].max())
    cells = {"near": _loss(values, "rope", near, "exact_match"), "far": _loss(values, "rope", far, "exact_match")}
    return cells | {"short": near, "long": far} if all(cells.values()) else None
