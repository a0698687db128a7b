"""The replay in a real browser: both panels follow the slider and the play switch, and the server is not asked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect


@pytest.fixture
def replay(page: Page, open_page: Callable[[str], None]) -> Page:
    """The Curves page with its replay drawn."""
    expect.set_options(timeout=30_000)  # a busy machine is slow, not broken
    open_page("/curves")
    expect(slider(page)).to_be_visible(timeout=60_000)
    return page


def slider(page: Page) -> Locator:
    return page.locator(".vega-bindings input[type=range]")


def play(page: Page) -> Locator:
    return page.locator(".vega-bindings input[type=checkbox]")


def titles(page: Page) -> Locator:
    """The titles of both panels; each tells the shown step."""
    return page.locator("svg g.role-title-text text").filter(has_text=re.compile(r" · .*\d$"))


def lines(page: Page) -> list[str]:
    """The paths of the lines, the left panel's and the right panel's."""
    return [
        "".join(page.locator(f"g.{name} path").evaluate_all("all => all.map(one => one.getAttribute('d'))"))
        for name in ("line_curve", "line_lengths")
    ]


def test_dragging_moves_both_panels_without_the_server(replay: Page) -> None:
    asked: list[str] = []
    replay.on("request", lambda request: asked.append(request.url))
    slider(replay).scroll_into_view_if_needed()
    box = slider(replay).bounding_box()
    y = box["y"] + box["height"] / 2
    replay.mouse.move(box["x"] + box["width"] - 3, y)
    replay.mouse.down()
    seen = []
    for part in (0.75, 0.5, 0.25, 0.02):
        replay.mouse.move(box["x"] + box["width"] * part, y)
        replay.wait_for_timeout(150)
        seen.append(lines(replay))
    replay.mouse.up()
    assert all(len({one[panel] for one in seen}) >= 3 for panel in (0, 1))
    expect(titles(replay)).to_have_text([re.compile(r" 0$")] * 2)
    assert not asked


def test_arrow_keys_move_one_evaluation(replay: Page) -> None:
    slider(replay).focus()
    replay.keyboard.press("Home")
    expect(titles(replay)).to_have_text([re.compile(r" 0$")] * 2)
    replay.keyboard.press("ArrowRight")
    expect(titles(replay).first).not_to_have_text(re.compile(r" 0$"))
    shown = [text.rsplit(" ", 1)[1] for text in titles(replay).all_text_contents()]
    assert shown[0] == shown[1] == f"{int(slider(replay).input_value()):,}"


def test_play_runs_to_the_end_stops_and_starts_again(replay: Page) -> None:
    last = int(slider(replay).get_attribute("max"))
    at_the_end = [re.compile(rf" {last:,}$")] * 2
    expect(titles(replay)).to_have_text(at_the_end)
    play(replay).focus()
    replay.keyboard.press("Space")  # by keyboard, and from the end: it starts from the first evaluation
    expect(titles(replay).first).not_to_have_text(at_the_end[0])
    expect(play(replay)).not_to_be_checked(timeout=40_000)
    expect(titles(replay)).to_have_text(at_the_end)


def test_nothing_moves_by_itself(replay: Page) -> None:
    before = lines(replay)
    replay.wait_for_timeout(1500)
    assert lines(replay) == before
    expect(play(replay)).not_to_be_checked()


def test_legend_mutes_a_line(replay: Page) -> None:
    faint = replay.locator("g.line_curve path[opacity='0.07']")
    expect(faint).to_have_count(0)
    replay.locator("g.key_label text").first.click()
    expect(faint).to_have_count(1)
    replay.locator("g.key_label text").first.click()
    expect(faint).to_have_count(0)


def test_panels_stack_on_a_narrow_page(replay: Page) -> None:
    def tops() -> list[float]:
        """Both at one moment: the page may still move under them."""
        return titles(replay).evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")

    wide = tops()
    assert wide[0] == pytest.approx(wide[1], abs=10)  # Vega lifts a title off a tick label at the top
    replay.set_viewport_size({"width": 390, "height": 900})
    replay.wait_for_timeout(1500)
    narrow = tops()
    assert narrow[1] > narrow[0] + 150
