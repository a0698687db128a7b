"""What a reader of the three tools waits for, in a browser: the first lines, and the lines of another set of runs.

The clock stops at the end of the first screenshot of a plot that holds lines, the same way for every tool: two of
them draw on a canvas, where no element tells a line.
"""

import io
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Error as PlaywrightError

from benchmarks.made_runs import ENCODED
from benchmarks.peer_data import PROJECT
from core.positions.encodings import ENCODINGS

LEFT_OUT = ENCODED[-1]  # the encoding that is taken away
COLOURED = 60  # difference of channels, of 255, that makes a pixel a line's and no axis'
ENOUGH = 150  # such pixels
PATIENCE = 180  # seconds


@dataclass(frozen=True, kw_only=True)
class View:
    """One page of one tool: its path, what it draws in, whether that has lines, and how a set of runs is switched.

    `switch` starts the change in the page, and `switched` is JavaScript that says whether it is there.
    """

    name: str
    path: str
    plot: str
    switch: Callable[[Any], None] | None = None
    switched: str = ""
    lines: bool = True


def first_chart(page: Any, url: str, view: View) -> float:
    """Seconds from opening the address to a picture of the plot with lines, or with anything where it has none."""
    began = time.perf_counter()
    page.goto(url + view.path, wait_until="commit")
    _until(lambda: _drawn(page, view), view.name)
    return time.perf_counter() - began


def switch(page: Any, view: View) -> float:
    """Seconds from the reader's choice to a picture of the plot without the encoding that was taken away."""
    assert view.switch
    _settle(page)
    began = time.perf_counter()
    view.switch(page)
    _until(lambda: page.evaluate(view.switched) and _drawn(page, view), view.name)
    return time.perf_counter() - began


def _drawn(page: Any, view: View) -> bool:
    picture = _picture(page, view.plot)
    return picture is not None and (_coloured(picture) or not view.lines)


def _picture(page: Any, plot: str) -> np.ndarray | None:
    """The first plot as it looks now, shape (height, width, 3); None where there is none yet."""
    found = page.query_selector(plot)
    try:
        if found is None or not found.is_visible():
            return None
        found.evaluate("element => element.scrollIntoView({block: 'nearest'})")
        box = found.bounding_box()
        taken = page.screenshot(clip=box, animations="allow", caret="initial") if box and box["height"] else None
    except PlaywrightError:  # the element went while it was looked at: pages build themselves anew
        return None
    return np.asarray(Image.open(io.BytesIO(taken)).convert("RGB"), np.int16) if taken else None


def _coloured(picture: np.ndarray) -> bool:
    return int((picture.max(axis=2) - picture.min(axis=2) > COLOURED).sum()) >= ENOUGH


def _until(holds: Callable[[], bool], name: str) -> None:
    began = time.perf_counter()
    while not holds():
        if time.perf_counter() - began > PATIENCE:
            raise TimeoutError(f"{name} drew nothing within {PATIENCE} s")
        time.sleep(0.005)


def _settle(page: Any) -> None:
    """Wait until the page has nothing more to do on its own."""
    page.wait_for_timeout(2500)


def _untag(page: Any) -> None:
    """Take the last encoding out of the list of those that are shown."""
    page.get_by_test_id("stMultiSelect").first.get_by_role("combobox").focus()
    page.keyboard.press("Backspace")


def _query(page: Any) -> None:
    """Filter the runs by a query."""
    box = page.get_by_test_id("stTextInput").first.locator("input")
    box.fill(f'encoding != "{LEFT_OUT}"')
    box.press("Enter")


ALL = "?" + "&".join(f"encodings={name}" for name in ENCODED)
CHART = "[data-testid=stVegaLiteChart] :is(svg.marks, canvas.marks)"
GONE = f"""() => {{
    const chart = document.querySelector("[data-testid=stVegaLiteChart]")?.textContent
    return Boolean(chart) && !chart.includes({json.dumps(ENCODINGS[LEFT_OUT].label)})
}}"""
COUNTED = """() => [...document.querySelectorAll("[data-testid=stCaptionContainer]")].some(caption => {
    const told = caption.textContent.match(/(\\d+) of (\\d+) runs/)
    return told && told[1] !== told[2]
})"""
OVERVIEW = View(name="overview", path="/", plot=CHART)
CURVES = View(name="curves", path=f"/curves{ALL}", plot=CHART, switch=_untag, switched=GONE)
COMPARE = View(name="compare", path=f"/compare{ALL}", plot=CHART, switch=_untag, switched=GONE)
RUNS = View(
    name="runs", path="/runs", plot="[data-testid=stDataFrame] canvas", switch=_query, switched=COUNTED, lines=False
)
# How their readers switch a set of runs is not measured yet: their filters narrow the list of runs, and no change of
# the plot could be told from the pictures.
TENSORBOARD = View(name="time series", path="/", plot="scalar-card line-chart .series-view")
TENSORBOARD_EMPTY = replace(TENSORBOARD, name="time series, no run ticked", lines=False)
TRACKIO = View(name="metrics", path=f"/?project={PROJECT}", plot=".vega-embed canvas")
