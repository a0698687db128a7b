"""The course's checklist: every item stands in a lesson, in both languages."""

from itertools import chain

import pytest
from markdown_it import MarkdownIt

from pages.ui.language import LANGUAGES, TEXT
from pages.ui.lesson import items, sections
from pages.ui.menu import COURSE, ROOT
from pages.ui.solved import SOLVED_IN

LESSONS = sorted(path.stem for path in (TEXT / "en").glob("*.md"))
PITFALLS = [f"C11{letter}" for letter in "abcdefghij"]
CHECKLIST = [
    *(f"A{number}" for number in range(1, 21)),
    *(f"B{number}" for number in range(1, 25)),
    *(f"C{number}" for number in range(1, 16) if number != 11),
    *PITFALLS,
]
SELF_CHECKS = {  # the eight questions of B24, and the section whose controls answer each
    "the same token still needs a position": "order#check-id",
    "row 3 is not position 3": "numbering#check-row",
    "absolute and relative": "rotation#tasks",
    "many frequencies": "sinusoids#find",
    "why a rotation": "rotation#added-task",
    "only n - m remains": "rotation#step-distance",
    "what that is good for": "rotation#added-solved",
    "no endless context": "longer_windows#infinite",
}


def places(lang: str) -> dict[str, list[str]]:
    """By item the anchors, as lesson#anchor, of the sections that cover it in this language."""
    found: dict[str, list[str]] = {}
    for lesson in LESSONS:
        for anchor, covered in items(lesson, lang).items():
            for item in covered:
                found.setdefault(item, []).append(f"{lesson}#{anchor}")
    return found


@pytest.mark.parametrize("item", CHECKLIST)
def test_every_item_has_its_place_in_both_languages(item: str) -> None:
    english, chinese = (places(lang).get(item, []) for lang in LANGUAGES)
    assert english and english == chinese


@pytest.mark.parametrize("place", SELF_CHECKS.values(), ids=SELF_CHECKS)
def test_every_question_of_the_end_is_a_task_of_a_lesson(place: str) -> None:
    assert all(place in places(lang)["B24"] for lang in LANGUAGES)


def test_the_last_page_sends_each_question_to_the_lesson_that_solves_it() -> None:
    named = [place.partition("#")[0].replace("_", "-") for place in SELF_CHECKS.values()]
    assert [lesson for _, lesson in SOLVED_IN] == named


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_no_asterisk_of_the_markup_reaches_the_reader(lesson: str, lang: str) -> None:
    for anchor, text in sections(lesson, lang).items():
        words = [
            part.content for block in MarkdownIt().parse(text) for part in block.children or () if part.type == "text"
        ]
        assert not [word for word in words if "*" in word], anchor


def test_no_section_names_an_item_that_the_checklist_does_not_have() -> None:
    assert set(chain.from_iterable(places(lang) for lang in LANGUAGES)) <= set(CHECKLIST)


def test_every_lesson_is_in_the_menu() -> None:
    course = {entry.file for entry in COURSE}
    assert course == {f"course/{path.name}" for path in (ROOT / "pages" / "course").glob("*.py")}
