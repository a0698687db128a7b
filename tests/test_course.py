"""The course's checklist: every item stands in a lesson, in both languages, or a reason says why it does not."""

from itertools import chain

import pytest

from pages.ui.language import LANGUAGES, TEXT
from pages.ui.lesson import items
from pages.ui.menu import COURSE, ROOT

LESSONS = sorted(path.stem for path in (TEXT / "en").glob("*.md"))
PITFALLS = [f"C11{letter}" for letter in "abcdefghij"]
CHECKLIST = [
    *(f"A{number}" for number in range(1, 21)),
    *(f"B{number}" for number in range(1, 25)),
    *(f"C{number}" for number in range(1, 16) if number != 11),
    *PITFALLS,
]
WAITING = {  # lessons that are still to be written, and what they will cover
    "5. Long context": "A14 A18 A19",
}
LEFT_OUT = {item: f"waits for {lesson}" for lesson, covered in WAITING.items() for item in covered.split()}


def places(lang: str) -> dict[str, list[str]]:
    """By item the anchors, as lesson#anchor, of the sections that cover it in this language."""
    found: dict[str, list[str]] = {}
    for lesson in LESSONS:
        for anchor, covered in items(lesson, lang).items():
            for item in covered:
                found.setdefault(item, []).append(f"{lesson}#{anchor}")
    return found


@pytest.mark.parametrize("item", CHECKLIST)
def test_every_item_has_its_place_in_both_languages_or_a_reason(item: str) -> None:
    english, chinese = (places(lang).get(item, []) for lang in LANGUAGES)
    assert english == chinese
    assert bool(english) is not (item in LEFT_OUT)


def test_no_section_names_an_item_that_the_checklist_does_not_have() -> None:
    assert set(chain.from_iterable(places(lang) for lang in LANGUAGES)) <= set(CHECKLIST)


def test_every_lesson_is_in_the_menu() -> None:
    course = {entry.file for entry in COURSE}
    assert course == {f"course/{path.name}" for path in (ROOT / "pages" / "course").glob("*.py")}
