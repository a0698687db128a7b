"""Lesson 6 in a real browser: a choice opens its evidence, and one link carries choice and reason along."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
Visit = Callable[..., Page]


def test_a_choice_opens_its_evidence_and_one_link_opens_all_of_it_again(visit: Visit, server: str) -> None:
    page = visit(f"{server}/decision")
    evidence = page.get_by_text("mean ± standard deviation over n seeds")
    expect(evidence).to_have_count(0)
    first = page.locator(".st-key-radio_first_encoding")
    first.get_by_text("None (NoPE)").click()
    commit = page.locator(".st-key-commit_first_encoding button")
    expect(commit).to_be_enabled()
    commit.click()
    expect(evidence).to_be_visible()
    page.get_by_role("combobox", name="Your decision").click()
    page.get_by_role("option", name=re.compile("^ALiBi")).click()
    expect(page.get_by_text("Before the evidence you chose: None (NoPE)")).to_be_visible()
    reason = page.get_by_role("textbox", name="Your reason")
    reason.fill("flat at 256 & <b>beyond</b>")
    reason.press("Control+Enter")
    shown = page.get_by_test_id("stCode").last
    expect(shown).to_contain_text("why_encoding=flat+at+256+%26+%3Cb%3Ebeyond%3C%2Fb%3E")
    link = shown.inner_text().strip()
    assert link.startswith(f"{server}/decision?")
    other = visit(link)
    expect(other.get_by_text("Before the evidence you chose: None (NoPE)")).to_be_visible()
    expect(other.get_by_role("textbox", name="Your reason")).to_have_value("flat at 256 & <b>beyond</b>")
    expect(other.get_by_text("ALiBi").first).to_be_visible()


def test_the_projector_shows_one_decision_a_screen_on_a_narrow_screen_too(visit: Visit, server: str) -> None:
    chosen = "first_encoding=rope&why_encoding=**1.6**&first_base=100&view=projector"
    page = visit(f"{server}/decision?{chosen}", viewport={"width": 390, "height": 800})
    expect(page.get_by_role("heading", level=1)).to_have_text("Which position encoding do you train with?")
    expect(page.get_by_text("“**1.6**”")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which base (rope_theta) does RoPE get?")
    expect(page).to_have_url(re.compile("screen=2"))
    assert page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth") <= 390


def test_a_gate_is_guessed_and_another_change_is_held_against_it(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("/decision")
    page.locator(".st-key-radio_guess_gate").get_by_text("It lets it pass, though").click()
    page.locator(".st-key-commit_guess_gate button").click()
    expect(page.get_by_text(re.compile("The rise at 2× changes by"))).to_be_visible()
    page.locator(".st-key-change").get_by_role("radio", name=re.compile("^YaRN")).click()
    expect(page).to_have_url(re.compile("change=yarn"))
