"""Every sentence that can be shown, and the command that brings the catalogues up to date with them.

`python -m pages.ui.catalogue` adds what is new to pages/text/<language>/messages.po, untranslated, and drops what no
page says any more. The application never imports this file; the tests do.
"""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from core.positions import takeaway
from core.positions.configs.sentences import TEMPLATES
from core.positions.encodings import ENCODINGS
from core.positions.presets import PRESETS
from core.positions.scaling import SCALINGS
from core.report.draw import MISSING
from core.results.claims import CLAIMS
from core.results.evidence import RULES
from core.results.refusal import PLACE, REFUSALS
from core.results.rule import NOTES
from core.tasks import TASKS
from pages.ui.language import LANGUAGES, catalogue_path
from pages.ui.menu import ROOT

KEYWORDS = {"t": None, "mark": None, "say": None}


def in_code(root: Path = ROOT) -> set[str]:
    """The sentences in t("...") and mark("...") of the pages and the dashboard, and in say("...") of the report."""
    found: set[str] = set()
    for folder, pattern in ((root / "pages", "**.py"), (root / "core/report", "**.py"), (root, "dashboard.py")):
        for _, _, message, _, _ in extract_from_dir(folder, [(pattern, "python")], keywords=KEYWORDS):
            found.add(message if isinstance(message, str) else message[0])
    return found


def from_core() -> set[str]:
    """The words of core that a page shows through t(variable)."""
    labels = {text for one in ENCODINGS.values() for text in (one.label, one.summary)}
    labels |= {text for rule in SCALINGS.values() for text in (rule.label, rule.summary)}
    labels |= {text for task in TASKS.values() for text in (task.label, task.summary)}
    labels |= {text for one in PRESETS.values() for text in (one.source, one.note) if text}
    labels |= {text for claim in CLAIMS for text in (claim.statement, claim.published)}
    labels |= {MISSING, PLACE, *REFUSALS.values()}
    return labels | set(RULES.values()) | set(NOTES) | set(takeaway.NOTES) | set(TEMPLATES.values())


def expected() -> set[str]:
    """Every sentence that a catalogue must hold."""
    return in_code() | from_core()


def load(lang: str) -> Catalog:
    """The catalogue of a language; a new one where there is none."""
    path = catalogue_path(lang)
    if not path.exists():
        return _empty(lang)
    with path.open("rb") as file:
        return read_po(file, locale=lang)


def _empty(lang: str) -> Catalog:
    """A catalogue without a sentence, whose head holds no placeholders."""
    head = {"project": "Position Lab", "version": "1", "last_translator": "-", "language_team": "-"}
    comment = "# Position Lab, short texts."
    return Catalog(locale=lang, header_comment=comment, msgid_bugs_address="-", fuzzy=False, **head)


def update(lang: str) -> int:
    """Bring the catalogue of a language up to date; how many sentences wait for their translation."""
    old = load(lang)
    new = _empty(lang)
    new.creation_date, new.revision_date = old.creation_date, old.revision_date  # no change that says nothing
    for text in sorted(expected()):
        entry = old.get(text)
        new.add(text, entry.string if entry else "", flags=entry.flags if entry else ())
    path = catalogue_path(lang)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=120, omit_header=False, sort_output=True)
    return sum(not entry.string for entry in new if entry.id)


if __name__ == "__main__":
    for code in LANGUAGES:
        if code != "en":
            print(f"{code}: {update(code)} sentences wait for their translation in {catalogue_path(code)}")
