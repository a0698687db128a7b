"""A curve that the reader draws: a point to drag at every place of the x axis, or to move with the arrow keys."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from pages.ui.language import t

_FILES = Path(__file__).parent
_CONTROL = st.components.v2.component(
    "position_lab_sketch",
    html=(_FILES / "sketch.html").read_text(encoding="utf-8"),
    css=(_FILES / "sketch.css").read_text(encoding="utf-8"),
    js=(_FILES / "sketch.js").read_text(encoding="utf-8"),
)


def sketch(
    key: str, points: Sequence[str], ends: tuple[float, float], titles: tuple[str, str]
) -> tuple[float, ...] | None:
    """The value at every point once the reader has moved one of them, else None.

    `points` names the places on the x axis, `ends` are those of the y axis, `titles` name both axes with their units.
    """
    said = _CONTROL(
        key=key,
        data={
            "points": list(points),
            "ends": list(ends),
            "titles": list(titles),
            "hint": t("Drag the points, or choose one with Tab and move it with the arrow keys."),
        },
        default={"drawn": None},
        on_drawn_change=lambda: None,
    )
    return _read(said.drawn, len(points), ends)


def _read(said: object, count: int, ends: tuple[float, float]) -> tuple[float, ...] | None:
    """What the browser says, where it is a number between the ends for every point; else None."""
    if not isinstance(said, list) or len(said) != count:
        return None
    if not all(isinstance(value, int | float) and ends[0] <= value <= ends[1] for value in said):
        return None
    return tuple(float(value) for value in said)
