"""Translation: English sentences in the code, the other languages in pages/text/<language>/messages.po.

Whole sentences only, never built from fragments. `python -m pages.ui.catalogue` brings the catalogue up to date.
"""

from functools import cache
from pathlib import Path

import streamlit as st

KEY = "lang"  # in the URL and in the session: part of every shared link
LANGUAGES = {"en": "English", "zh": "中文"}
TEXT = Path(__file__).resolve().parents[1] / "text"


def t(text: str, **values: object) -> str:
    """The sentence in the reader's language, with {name} replaced by the value of that name."""
    found = _messages(language()).get(text, text)
    return found.format(**values) if values else found


def mark(text: str) -> str:
    """The text as it is: for a sentence that stands in data and is translated by t() when it is shown."""
    return text


def language() -> str:
    """The language of this view: the switch's, else the link's, else English."""
    chosen = st.session_state.get(KEY) or st.query_params.get(KEY)
    return chosen if chosen in LANGUAGES else "en"


def default_language() -> str:
    """The language of a visit whose link names none: that of the browser."""
    return "zh" if (st.context.locale or "").lower().startswith("zh") else "en"


def catalogue_path(lang: str) -> Path:
    """Where the catalogue of a language lies."""
    return TEXT / lang / "messages.po"


def _messages(lang: str) -> dict[str, str]:
    """The catalogue of a language by English text; the file's mtime is a key, so that an edit shows at once."""
    path = catalogue_path(lang)
    return _read(path, path.stat().st_mtime_ns) if path.exists() else {}


@cache
def _read(path: Path, mtime_ns: int) -> dict[str, str]:
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id and entry.string}
