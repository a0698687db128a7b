"""Choices that live in the URL, so that a link opens exactly what its sender saw.

Streamlit's own bind="query-params" writes the label that a reader sees. Ours are translated: a link from a Chinese
page would mean nothing on an English one. Here the URL holds the option itself ("rope", "tokens"), whatever its label.
A choice that is the default is absent, an unknown value is dropped, and a choice goes along to the next page. Widgets
without a format_func (numbers, switches) can use Streamlit's own way.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from pages.ui.language import KEY, LANGUAGES, default_language, language

Label = Callable[[str], str]


@dataclass(frozen=True)
class _Seen:
    """What the last run of the script left behind for one key."""

    path: str
    lang: str
    said: list[str]  # in the URL
    value: list[str]


def select(key: str, label: str, options: Sequence[str], default: str, labels: Label = str, **more: Any) -> str:
    """One option of a drop-down list, kept in the URL under the key."""
    _before(key, options, [default])
    value = st.selectbox(label, list(options), key=key, format_func=_told(options, labels), **more)
    return _after(key, [value], [default])[0]


def segments(key: str, label: str, options: Sequence[str], default: str, labels: Label = str, **more: Any) -> str:
    """One option of a few that are all in sight, kept in the URL under the key."""
    _before(key, options, [default])
    value = st.segmented_control(
        label, list(options), key=key, required=True, format_func=_told(options, labels), **more
    )
    return _after(key, [value or default], [default])[0]


def several(
    key: str, label: str, options: Sequence[str], default: Sequence[str], labels: Label = str, **more: Any
) -> list[str]:
    """Any of the options, in the order of the options, kept in the URL under the key."""
    _before(key, options, list(default), many=True)
    chosen = st.multiselect(label, list(options), key=key, format_func=_told(options, labels), **more)
    return _after(key, [option for option in options if option in chosen], list(default))


def passage(key: str, label: str, most: int, **more: Any) -> str:
    """A text of at most so many characters that the reader writes, kept in the URL under the key."""
    seen: _Seen | None = st.session_state.get(f"_link_{key}")
    said = [one[:most] for one in st.query_params.get_all(key)[:1]]
    changed = seen is None or said != seen.said
    if changed and (said or (seen and seen.path == path())):  # a link, or a step back to before the text
        st.session_state[key] = "".join(said)
    if key not in st.session_state:
        st.session_state[key] = seen.value[0] if seen else ""
    value = st.text_area(label, key=key, max_chars=most, height=100, **more)[:most]
    kept = [value] if value else []
    remember(key, kept)
    st.session_state[f"_link_{key}"] = _Seen(path(), language(), kept, [value])
    return value


def language_switch() -> None:
    """The switch of the language; a Chinese browser whose link names none gets Chinese, and its URL says so."""
    default = default_language()
    _before(KEY, list(LANGUAGES), [default])
    value = st.segmented_control(
        "Language · 语言", list(LANGUAGES), key=KEY, required=True, format_func=LANGUAGES.__getitem__
    )
    _after(KEY, [value or default], ["en"] if default == "en" else [])


def carried(key: str) -> list[str]:
    """What the URL has under the key; on the next page, which has no widget for it, what it had on the last one."""
    seen: _Seen | None = st.session_state.get(f"_link_{key}")
    said = st.query_params.get_all(key)
    return keep(key, seen.value if seen and not said and seen.path != path() else said)


def keep(key: str, value: list[str]) -> list[str]:
    """Put the values into the URL under the key, from where they go along to the next page."""
    remember(key, value)
    st.session_state[f"_link_{key}"] = _Seen(path(), language(), value, value)
    return value


def text(key: str, label: str, **more: Any) -> str:
    """A line of text, kept in the URL under the key."""
    seen: _Seen | None = st.session_state.get(f"_link_{key}")
    value, box = carried(key), f"{key}_text"
    if seen is None or value != seen.value or box not in st.session_state:
        st.session_state[box] = value[0] if value else ""
    typed = str(st.text_input(label, key=box, **more) or "").strip()
    keep(key, [typed] if typed else [])
    return typed


@dataclass(frozen=True)
class Rows:
    """The rows of a table that the reader picked, kept in the URL under the key; `ids` names all its rows."""

    key: str
    ids: Sequence[str]

    def asked(self) -> dict[str, dict[str, list[int]]]:
        """What the URL asks for, as st.dataframe takes it."""
        said = dict.fromkeys(st.query_params.get_all(self.key))
        return {"selection": {"rows": [self.ids.index(one) for one in said if one in self.ids]}}

    def these(self, event: Any) -> list[str]:
        """The names of the rows picked in the table that returned this event; the URL is brought in line with them."""
        picked = [self.ids[row] for row in event.selection.rows if row < len(self.ids)]
        remember(self.key, picked)
        return picked


def remember(key: str, said: list[str]) -> None:
    """Put the values under the key into the URL; an empty list takes the key out."""
    if st.query_params.get_all(key) != said:
        if said:
            st.query_params[key] = said
        else:
            st.query_params.pop(key, None)


def forget(*keys: str) -> None:
    """Let the choices of these keys start from the URL or their defaults when they are next drawn."""
    for key in keys:
        st.session_state.pop(f"_link_{key}", None)


def _before(key: str, options: Sequence[str], default: list[str], many: bool = False) -> None:
    """Give the widget its value where it is new, where the URL was changed from outside, or where labels changed.

    The browser names a choice by its label: after a change of language it would be unknown, and lost.
    """
    seen: _Seen | None = st.session_state.get(f"_link_{key}")
    said = st.query_params.get_all(key)
    asked = [option for option in options if option in said]
    now = st.session_state.get(key, seen.value if seen else default)
    value = shown = now if isinstance(now, list) else [now]
    if seen is None or said != seen.said:
        if asked or (many and said == [""]):
            value = asked if many else asked[:1]
        elif seen and seen.path == path():  # the reader went back to before the choice
            value = default
    if not set(value) <= set(options) or not (value or many):
        value = [option for option in value if option in options] if many else default
        value = value or default
    # On another page it is another widget, which would start from its own default whatever the session says.
    new = key not in st.session_state or (seen and (seen.lang, seen.path) != (language(), path()))
    if new or value != shown:
        st.session_state[key] = value if many else value[0]


def _after(key: str, value: list[str], default: list[str]) -> list[str]:
    """Bring the URL in line with the choice, note both, and hand the choice on."""
    said = [] if value == default else value or [""]
    remember(key, said)
    st.session_state[f"_link_{key}"] = _Seen(path(), language(), said, value)
    return value


def _told(options: Sequence[str], labels: Label) -> Label:
    """The labels of the options in the language of this run; Streamlit takes two that are alike for one option."""
    told = {option: labels(option) for option in options}
    repeated = {label for label, times in Counter(told.values()).items() if times > 1}
    unique = {option: f"{label} [{option}]" if label in repeated else label for option, label in told.items()}
    return lambda option: unique.get(option, str(option))


def path() -> str:
    """The page's path, to tell a step back on a page from a step to another."""
    return urlsplit(st.context.url or "").path
