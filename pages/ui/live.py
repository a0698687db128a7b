"""A slider that the pictures follow while it is dragged, and whose value lives in the URL.

Streamlit's own slider speaks when it is let go. This one speaks while it moves, as fast as the server answers: the next
value is sent when the last one is drawn, and those in between are skipped. All maths stays in Python. On release the
value goes into the URL, so that a drag is one step back in the browser's history and not twenty.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from pages.ui import link
from pages.ui.language import t

_FILES = Path(__file__).parent
_CONTROL = st.components.v2.component(
    "position_lab_live",
    html=(_FILES / "live.html").read_text(encoding="utf-8"),
    css=(_FILES / "live.css").read_text(encoding="utf-8"),
    js=(_FILES / "live.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class _Live:
    """What the session knows of one slider."""

    value: float
    said: list[str]  # in the URL when it was last looked at
    path: str
    ends: tuple[float, float]
    answered: int = 0  # number of the browser's last message
    settled: bool = True  # the reader let go


def number(
    key: str,
    label: str,
    ladder: Sequence[float],
    default: float,
    *,
    told: Callable[[float], str] = str,
    help: str | None = None,
) -> float:
    """The value of a slider over ascending stops, or one typed between them, kept in the URL under the key.

    Call it inside a st.fragment together with the pictures that follow. `told` gives the words for a value.
    """
    return _control(key, label, ladder, default, told, help, {})


def player(
    key: str,
    label: str,
    ladder: Sequence[float],
    default: float,
    *,
    told: Callable[[float], str] = str,
    help: str | None = None,
    seconds: float = 8.0,
    hotkey: str = "",
) -> float:
    """The value of a slider as `number` has it, which also plays, pauses and steps through its stops.

    Nothing moves before the reader says so. All stops take `seconds`, longer on a slow machine; a reader who asked the
    system for less motion sees one jump a second, in as many jumps as that leaves. `hotkey` is a key, as browsers name
    it, that plays and pauses wherever the reader is on the page.
    """
    words = {"play": t("Play"), "pause": t("Pause"), "back": t("One step back"), "on": t("One step on")}
    return _control(key, label, ladder, default, told, help, words | {"seconds": seconds, "hotkey": hotkey})


def _control(
    key: str,
    label: str,
    ladder: Sequence[float],
    default: float,
    told: Callable[[float], str],
    help: str | None,
    player: Mapping[str, object],
) -> float:
    """Draw the slider and return its value; `player` holds the words of the buttons that move it, or nothing."""
    state = _state(key, ladder, default)
    _CONTROL(
        key=f"live_{key}",
        data={
            "label": label,
            "help": help or "",
            "typed": t("{label}, typed", label=label),
            "stops": [float(stop) for stop in ladder],
            "words": [told(stop) for stop in ladder],
            "value": state.value,
            "word": told(state.value),
            "written": written(state.value),
            "answered": state.answered,
            "player": dict(player),
        },
        on_said_change=lambda: _hear(key),
    )
    if state.settled:
        said = [] if state.value == default else [written(state.value)]
        link.remember(key, said)
        _keep(key, value=state.value, said=said, ends=state.ends, answered=state.answered)
    return state.value


def value(key: str, ladder: Sequence[float], default: float) -> float:
    """What `number` is about to return, for a control that stands before it."""
    return _state(key, ladder, default).value


def forget(*keys: str) -> None:
    """Let the sliders of these keys start from the URL or their defaults when they are next drawn."""
    for key in keys:
        st.session_state.pop(f"_live_{key}", None)


def log_ladder(low: float, high: float, per_decade: int = 20) -> tuple[float, ...]:
    """Stops from low to high in equal ratios, rounded to three digits, per_decade of them for each factor of ten."""
    count = round(math.log10(high / low) * per_decade)
    stops = [float(f"{low * (high / low) ** (step / count):.3g}") for step in range(1, count)]
    return (float(low), *stops, float(high))


def doublings(low: int, high: int) -> tuple[float, ...]:
    """low, 2 low, 4 low, ... up to high."""
    return tuple(float(low * 2**step) for step in range(int(math.log2(high / low)) + 1))


def written(value: float) -> str:
    """A number as the URL and the box hold it, every digit of it: 1000000, 0.25, 1.5e-07."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


def _state(key: str, ladder: Sequence[float], default: float) -> _Live:
    """What holds now: what the reader just moved, else what the URL says anew, else what the session knows."""
    ends = (float(ladder[0]), float(ladder[-1]))
    said = st.query_params.get_all(key)
    known: _Live | None = st.session_state.get(f"_live_{key}")
    if known is None or known.said != said:
        asked = _number(said[0], ends) if said else None
        back = known is not None and known.path == link.path()  # to before the choice
        value = asked if asked is not None else known.value if known and not back else default
        answered = known.answered if known else 0
        return _keep(key, value=value, said=said, ends=ends, answered=answered)
    value = min(max(known.value, ends[0]), ends[1])  # a page may have a shorter ladder
    return _keep(key, value=value, said=said, ends=ends, answered=known.answered, settled=known.settled)


def _keep(
    key: str, *, value: float, said: list[str], ends: tuple[float, float], answered: int, settled: bool = True
) -> _Live:
    kept = _Live(value, said, link.path(), ends, answered, settled)
    st.session_state[f"_live_{key}"] = kept
    return kept


def _hear(key: str) -> None:
    """Take what the browser says; a message that makes no sense changes nothing but is answered."""
    known: _Live = st.session_state[f"_live_{key}"]
    said = st.session_state[f"live_{key}"].said
    value = _number(str(said.get("value")), known.ends)
    _keep(
        key,
        value=known.value if value is None else value,
        said=known.said,
        ends=known.ends,
        answered=int(said.get("number", 0)),
        settled=bool(said.get("settled", True)),
    )


def _number(text: str, ends: tuple[float, float]) -> float | None:
    """The number that a text says, where it lies between the ends; else None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and ends[0] <= value <= ends[1] else None
