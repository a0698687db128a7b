"""The replay: a slider and a play switch that move two panels together, inside the browser.

A slider of the server commits on release and a rerun costs tenths of a second; here every evaluated step is in the
browser already, and two signals choose what is drawn. The grammar is Vega, not Vega-Lite: Vega-Lite has no timer that
can be paused and cannot fold two panels under each other when the page is narrow. Streamlit draws a Vega spec when
`$schema` says so. It moves a top-level `data` out of the spec, though, so the data stand inside the outermost group.
"""

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pandas as pd

from core.charts import panels
from core.charts.chart import Chart
from core.charts.replay_data import frames
from core.charts.scales import linear_domain, log_domain, log_ticks
from core.charts.series import Series, SeriesWords, colour_scale, dash_scale

_PLAY_SECONDS = 8  # a whole training, whatever the number of evaluations
_FRAME_MS = (60, 400)  # the shortest frame that a browser keeps up with, the longest that still moves
_FONT = {"font": '"Source Sans", sans-serif'}
_CONFIG = {  # Streamlit hands its font to Vega-Lite only; these are the places where Vega looks for one
    "style": dict.fromkeys(("guide-label", "guide-title", "group-title"), _FONT),
    "text": _FONT,
    "axis": {"titleFontSize": 12},
}
_ENTRY_PX = 22  # a row of the legend


@dataclass(frozen=True)
class ReplayWords:
    """What the replay says; a page passes its translation."""

    play: str = "▶ Play"
    slider: str = "step"
    curve_title: str = "While it trains"
    length_title: str = "On longer texts"
    step: str = "training step"
    length: str = "evaluation length (tokens)"
    curve_loss: str = "validation loss (nats/token)"
    length_loss: str = "loss of the last 64 tokens (nats/token)"
    train_length: str = "training length"
    not_finite: str = "not finite"
    series: SeriesWords = field(default_factory=SeriesWords)


def replay(
    rows: pd.DataFrame,
    train_length: int,
    runs: pd.DataFrame | None = None,
    metric: str = "tail_loss",
    log_y: bool = False,
    words: ReplayWords | None = None,
) -> Chart:
    """Validation loss up to a step beside `metric` by length at that step, both moved by one slider in the browser.

    `rows` are the rows of the splits val and forced from a Store, `runs` its index. Both y axes span the whole replay.
    """
    words = words or ReplayWords()
    curve, lengths, series = frames(rows, runs, train_length, metric, words.series)
    steps = sorted({int(step) for step in [*curve["step"], *lengths["step"]]})
    if curve.empty or lengths.empty:
        raise ValueError("nothing to replay: these runs share no step at which their loss was evaluated")
    spec: dict[str, Any] = {
        "$schema": "https://vega.github.io/schema/vega/v6.json",
        "autosize": "none",
        "padding": 0,
        "config": _CONFIG,
        "width": 900,  # Streamlit replaces it with the width of its column
        "signals": _layout(len(series)) + _clock(steps, words),
        "scales": _snapping(steps),
        "marks": [_stage(curve, lengths, series, train_length, words, log_y)],
    }
    table = pd.concat([curve.assign(metric="window_loss"), lengths.assign(metric=metric)], ignore_index=True)
    return Chart(spec, table[["series", "metric", "step", "eval_length", "mean", "std", "n"]])


def _layout(entries: int) -> list[dict[str, Any]]:
    """Signals of the two panels' places in px: side by side from 700 px on, else one below the other."""
    rows = f"ceil({entries} / columns)"
    return [
        {"name": "wide", "update": "width > 700"},
        {"name": "columns", "update": "max(1, floor(width / 210))"},
        {"name": "top", "update": f"{rows} * {_ENTRY_PX} + 54"},
        {"name": "left", "value": 52},
        {"name": "panel_width", "update": "wide ? (width - 2 * left - 24) / 2 : width - left - 12"},
        {"name": "panel_height", "update": "wide ? 300 : 220"},
        {"name": "panel_step", "update": "panel_height + 88"},
        {"name": "height", "update": "top + panel_height + 48 + (wide ? 0 : panel_step)"},
        {
            "name": "toggled",
            "value": None,
            "on": [{"events": "@key_symbol:click, @key_label:click", "update": "{series: datum.value}", "force": True}],
        },
    ]


def _clock(steps: list[int], words: ReplayWords) -> list[dict[str, Any]]:
    """Signals of the replay: the slider's step, the evaluated step that it stands for, and whether it plays."""
    first, last = steps[0], steps[-1]
    stride = math.gcd(*(b - a for a, b in pairwise(steps))) or 1
    frame = min(max(_PLAY_SECONDS * 1000 / len(steps), _FRAME_MS[0]), _FRAME_MS[1])
    tick = {"type": "timer", "throttle": round(frame)}  # no filter: Streamlit's interpreter knows no signal there
    return [
        {
            "name": "replay_step",
            "value": last,  # the finished picture first: a page at rest shows the result
            "bind": {"input": "range", "min": first, "max": last, "step": stride, "name": words.slider},
            "on": [
                {"events": tick, "update": "replay_play ? scale('following', replay_step) : replay_step"},
                {
                    "events": {"signal": "replay_play"},
                    "update": f"replay_play && replay_step >= {last} ? {first} : replay_step",
                },
            ],
        },
        {
            "name": "replay_play",
            "value": False,
            "bind": {"input": "checkbox", "name": words.play},
            # Stops one tick after the last frame: were it to listen to the step, the two signals would form a cycle.
            "on": [{"events": tick, "update": f"replay_play && replay_step < {last}"}],
        },
        {"name": "shown_step", "update": "scale('snap', replay_step)"},
    ]


def _snapping(steps: list[int]) -> list[dict[str, Any]]:
    """Scales from any number to the last evaluated step not after it, and to the next one after it."""
    return [
        {"name": "snap", "type": "threshold", "domain": steps[1:], "range": steps},
        {"name": "following", "type": "threshold", "domain": steps, "range": [*steps, steps[-1]]},
    ]


def _stage(
    curve: pd.DataFrame,
    lengths: pd.DataFrame,
    series: list[Series],
    train_length: int,
    words: ReplayWords,
    log_y: bool,
) -> dict[str, Any]:
    """The outermost group: data, shared scales, legend and the two panels."""
    left, right = _panels(curve, lengths, train_length, words, log_y)
    beside = {"signal": "wide ? 2 * left + 12 + panel_width : left"}
    below = {"signal": "wide ? top : top + panel_step"}
    return {
        "type": "group",
        "name": "stage",
        "data": [
            {"name": "muted", "on": [{"trigger": "toggled", "toggle": "toggled"}]},
            *panels.data("curve", curve, "datum.step <= shown_step"),
            *panels.data("lengths", lengths, "datum.step === shown_step"),
        ],
        "scales": [
            {"name": "colour", "type": "ordinal", **colour_scale(series)},
            {"name": "dash", "type": "ordinal", **dash_scale(series)},
        ],
        "legends": [panels.legend()],
        "marks": [
            left.group({"signal": "left"}, {"signal": "top"}, words),
            right.group(beside, below, words),
        ],
    }


def _panels(
    curve: pd.DataFrame, lengths: pd.DataFrame, train_length: int, words: ReplayWords, log_y: bool
) -> tuple[panels.Panel, panels.Panel]:
    """Loss by step, and loss by length at the shown step; the domains are those of the whole replay."""

    def loss_axis(frame: pd.DataFrame, title: str) -> panels.Axis:
        columns = frame["mean"], frame["lo"], frame["hi"]
        if not log_y:
            return panels.Axis("linear", linear_domain(*columns), title)
        return panels.Axis("log", log_domain(*columns), title, ticks=log_ticks(log_domain(*columns)))

    def title(text: str) -> dict[str, str]:
        return {"signal": f"{_quoted(f'{text} · {words.step}')} + ' ' + format(shown_step, ',')"}

    first, last = int(curve["step"].min()), int(curve["step"].max())
    by_length = sorted({int(length) for length in lengths["eval_length"]} | {train_length})
    ends = [by_length[0] / 1.1, by_length[-1] * 1.1]
    left = panels.Panel(
        rows="curve",
        x="step",
        x_axis=panels.Axis("linear", [first, max(last, first + 1)], words.step, format=",d"),
        y_axis=loss_axis(curve, words.curve_loss),
        title=title(words.curve_title),
    )
    right = panels.Panel(
        rows="lengths",
        x="eval_length",
        x_axis=panels.Axis("log", ends, words.length, ticks=by_length, format="d", base=2),
        y_axis=loss_axis(lengths, words.length_loss),
        title=title(words.length_title),
        rule_at=train_length,
        rule_label=f"{words.train_length} {train_length}",
    )
    return left, right


def _quoted(text: str) -> str:
    """Text as a string literal of Vega's expression language."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
