"""Contrast, names and roles of every lesson with all its guesses made, as axe-core sees them."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from pages.ui.menu import COURSE

LESSONS = [entry.url_path for entry in COURSE]
SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
MOST_GUESSES = 12
# Streamlit's own: its chosen segment is written in the primary colour, which must also carry white text on buttons;
# on a dark page no colour can do both. What is switched off is exempt from contrast by the guideline itself.
LEFT_TO_STREAMLIT = ["[data-testid=stButtonGroup]"]
RULES = ["color-contrast", "label", "button-name", "link-name", "image-alt", "select-name", "aria-valid-attr-value"]
RULES += ["aria-required-attr", "aria-input-field-name", "svg-img-alt", "heading-order", "duplicate-id-aria"]


def answer(question: Locator) -> None:
    """Give any answer to an open question: an option, a number or a curve."""
    question.locator("input, circle").first.wait_for(state="attached")  # a sketch loads after the words around it
    radios, numbers, points = (question.locator(kind) for kind in ("label:has(input[type=radio])", "input", "circle"))
    if radios.count():
        radios.first.click()
    elif points.count():
        points.first.focus()
        points.first.press("ArrowUp")
    else:
        numbers.first.fill("1")
        numbers.first.press("Enter")


def key(commit: Locator) -> str:
    """The key of a commit button, as the class of what holds it says."""
    held = commit.locator("xpath=ancestor::*[contains(@class, 'st-key-')][1]").get_attribute("class") or ""
    return next(name for name in held.split() if name.startswith("st-key-commit_")).removeprefix("st-key-")


def answer_all(page: Page) -> None:
    """Commit to an answer wherever the lesson asks for one."""
    for _ in range(MOST_GUESSES):
        page.wait_for_timeout(500)  # between a click and the run that it starts the page looks settled
        page.wait_for_selector(SETTLED)
        commit = page.get_by_role("button", name="This is my guess")
        if not commit.count():
            return
        question = page.locator(f"[data-testid=stVerticalBlock]:has(.st-key-{key(commit.first)})").last
        answer(question)
        expect(commit.first).to_be_enabled()
        commit.first.click()
        expect(question).not_to_be_visible()
    raise AssertionError("the lesson asks on and on")


def findings(page: Page) -> list[str]:
    """What axe says against the lesson's own part of the page, element by element."""
    page.wait_for_selector(SETTLED)
    page.wait_for_timeout(500)  # what is being replaced fades for a moment
    context = {"include": [["[data-testid=stMain]"]], "exclude": [[left] for left in LEFT_TO_STREAMLIT]}
    found = Axe().run(page, context, {"runOnly": {"type": "rule", "values": RULES}, "resultTypes": ["violations"]})
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found.response["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("lesson", LESSONS)
def test_axe_finds_nothing_in_a_lesson(visit: Callable[..., Page], server: str, lesson: str) -> None:
    page = visit(f"{server}/{lesson}", color_scheme="light", viewport={"width": 1200, "height": 900})
    ground = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    light = page.evaluate(ground)
    answer_all(page)
    assert findings(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"light => {ground} !== light", arg=light)
    assert findings(page) == []
