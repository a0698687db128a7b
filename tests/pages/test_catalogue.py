"""Both languages say everything."""

import ast
import string
from pathlib import Path

import pytest

from pages.ui import catalogue
from pages.ui.language import LANGUAGES
from pages.ui.menu import ROOT
from pages.ui.words import STATUSES, VERDICTS

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]


def fields(text: str) -> list[str]:
    """The names in braces, sorted."""
    return sorted(str(name) for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_catalogue_holds_every_sentence_and_no_other(lang: str) -> None:
    entries = {str(entry.id): entry for entry in catalogue.load(lang) if entry.id}
    assert sorted(catalogue.expected() - set(entries)) == [], "run: python -m pages.ui.catalogue, then translate"
    assert sorted(set(entries) - catalogue.expected()) == [], "obsolete; run: python -m pages.ui.catalogue"
    assert [text for text, entry in entries.items() if not entry.string] == [], "not translated"
    assert [text for text, entry in entries.items() if entry.fuzzy] == [], "fuzzy"
    assert not catalogue.load(lang).obsolete


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_have_the_placeholders_of_the_sentence(lang: str) -> None:
    wrong = [str(e.id) for e in catalogue.load(lang) if e.id and fields(str(e.id)) != fields(str(e.string))]
    assert wrong == []


def test_words_of_core_are_among_the_sentences() -> None:
    from core.positions.encodings import ENCODINGS
    from core.results.footer import STATUSES as WRITTEN

    assert {text for one in ENCODINGS.values() for text in (one.label, one.summary)} <= catalogue.expected()
    assert {*VERDICTS, *STATUSES} <= catalogue.expected()
    assert set(WRITTEN) <= set(STATUSES)


def test_the_extraction_misses_no_call() -> None:
    """Babel sees no call inside an f-string; whoever writes one would have an untranslated sentence."""
    extracted = catalogue.in_code()
    for path in [ROOT / "dashboard.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "core/report").rglob("*.py")]:
        assert said(path) <= extracted, path


def said(path: Path) -> set[str]:
    """The literal first arguments of t() and mark() in a file."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call) and node.args]
    calls = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in catalogue.KEYWORDS]
    return {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
