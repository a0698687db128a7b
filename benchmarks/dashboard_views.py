"""What a reader of the three tools waits for, in a browser: the first lines, and the lines of another set of runs.

The page is looked at with the same code for every tool: in every frame for coloured marks of an SVG, ten times a second
for coloured pixels of a canvas. The clock stops when the next frame begins, for then the one with the lines has been
painted. A screenshot takes up to 0.8 s on a busy page, so one is taken only afterwards, to see that there are lines.
"""

import io
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from benchmarks.made_runs import ENCODED
from benchmarks.peer_data import PROJECT
from core.positions.encodings import ENCODINGS

COLOURED = 60  # difference of channels, of 255, that makes a pixel a line's and no axis'
ENOUGH = 150  # such pixels of a screenshot
FEW = 20  # such pixels of the small copy of a canvas
OTHERS = [name for name in ENCODED if name != "rope"]  # rope is what the page Compare compares with
PATIENCE = 180  # seconds


@dataclass(frozen=True, kw_only=True)
class View:
    """One page of one tool: its path, what it draws in, whether that has lines, and how a set of runs is switched.

    `switch` takes an encoding away, and `switched` is JavaScript that says whether it is gone.
    """

    name: str
    path: str
    plot: str
    switch: Callable[[Any, str], None] | None = None
    switched: Callable[[str], str] = str
    lines: bool = True


def first_chart(page: Any, url: str, view: View) -> float:
    """Seconds from opening the address to the plot with lines, or to the plot where it has none."""
    page.add_init_script(_watching(view, "true"))
    began = time.time()
    page.goto(url + view.path, wait_until="commit")
    return _seen(page, view) - began


def switch(page: Any, view: View, turn: int) -> float:
    """Seconds from the reader's click or key to the plot without an encoding: another one in every turn, for what was
    chosen before is remembered.
    """
    assert view.switch
    encoding = OTHERS[turn % len(OTHERS)]
    _settle(page)
    page.evaluate(_watching(view, view.switched(encoding)))
    page.evaluate(ACTED)
    view.switch(page, encoding)
    return _seen(page, view) - float(page.evaluate("window.acted")) / 1000


def _watching(view: View, switched: str) -> str:
    """The script that looks at this view."""
    values = {
        "PLOT": json.dumps(view.plot), "LINES": json.dumps(view.lines), "SWITCHED": f"({switched})",
        "COLOURED": str(COLOURED), "FEW": str(FEW),
    }  # fmt: skip
    return re.sub("|".join(values), lambda found: values[found[0]], WATCH)


def _seen(page: Any, view: View) -> float:
    """When the plot was painted, in seconds since 1970."""
    try:
        page.wait_for_function("() => window.painted > 0", polling=100)
    except PlaywrightTimeout as error:
        raise TimeoutError(f"{view.name} drew nothing within {PATIENCE} s") from error
    painted = float(page.evaluate("window.painted"))
    if view.lines and not _coloured(_picture(page, view.plot)):
        raise TimeoutError(f"{view.name} has marks that no picture shows")
    return painted / 1000


def _picture(page: Any, plot: str) -> np.ndarray:
    """The first plot as it looks now, shape (height, width, 3)."""
    taken = page.locator(plot).first.screenshot(animations="allow", caret="initial")
    return np.asarray(Image.open(io.BytesIO(taken)).convert("RGB"), np.int16)


def _coloured(picture: np.ndarray) -> bool:
    return int((picture.max(axis=2) - picture.min(axis=2) > COLOURED).sum()) >= ENOUGH


def _settle(page: Any) -> None:
    """Wait until the page has nothing more to do on its own."""
    page.wait_for_timeout(2500)


def _untag(page: Any, encoding: str) -> None:
    """Take the encoding out of the list of those that are shown."""
    page.get_by_role("button", name=f"Remove {ENCODINGS[encoding].label}", exact=True).first.click()


def _gone(encoding: str) -> str:
    """Whether no chart speaks of the encoding."""
    return f"""(() => {{
        const chart = document.querySelector("[data-testid=stVegaLiteChart]")?.textContent
        return Boolean(chart) && !chart.includes({json.dumps(ENCODINGS[encoding].label + " (")})
    }})()"""


def _query(page: Any, encoding: str) -> None:
    """Filter the runs by a query."""
    box = page.get_by_test_id("stTextInput").first.locator("input")
    box.fill(f'encoding != "{encoding}"')
    box.press("Enter")


def _regex(page: Any, encoding: str) -> None:
    """Filter TensorBoard's runs by a pattern; the lines follow once it is entered."""
    box = page.locator('input[placeholder="Filter runs (regex)"]')
    box.fill(f"^(?!{encoding}-s)")
    box.press("Enter")


def _unlisted(encoding: str) -> str:
    """Whether the table below TensorBoard's first plot has runs, and none of the encoding."""
    return f"""(() => {{
        const card = document.querySelector("scalar-card")?.textContent ?? ""
        return /-s\\d/.test(card) && !card.includes("{encoding}-s")
    }})()"""


def _untick(page: Any, encoding: str) -> None:
    """Take one run out of trackio's plots: its filter narrows only the list of runs."""
    page.locator("label.checkbox-item", has_text=re.compile(rf"^\s*{encoding}-s0\s*$")).locator("input").click()


def _fewer(encoding: str) -> str:
    """Whether trackio's first plot says that more than six runs are drawn, and fewer than at first."""
    return """(() => {
        const more = document.querySelector(".accordion-body")?.textContent.match(/\\+(\\d+) more/)?.[1]
        window.before ??= more
        return Number(more) < Number(window.before)
    })()"""


def _counted(encoding: str) -> str:
    """Whether fewer runs are listed than there are."""
    return """[...document.querySelectorAll("[data-testid=stCaptionContainer]")].some(caption => {
        const told = caption.textContent.match(/(\\d+) of (\\d+) runs/)
        return told && told[1] !== told[2]
    })"""


# Sets window.acted, in ms since 1970, when the reader clicks or presses a key: until it does Playwright takes 0.1 s.
ACTED = """["click", "keydown"].forEach(kind => addEventListener(
    kind, event => { window.acted = performance.timeOrigin + event.timeStamp }, {capture: true}
))"""
# Sets window.painted, in ms since 1970, once PLOT has lines, if it is to have any, and SWITCHED holds. A canvas is
# looked at as a small copy, and ten times a second: to copy it in every frame would hold up what draws it.
WATCH = """(() => {
    const bright = (red, green, blue) => Math.max(red, green, blue) - Math.min(red, green, blue) > COLOURED
    const channels = paint => (paint.startsWith("rgb") ? paint.match(/[\\d.]+/g) : [0, 0, 0]).map(Number)
    const marked = plot => [...plot.querySelectorAll("path, line, rect, circle")].some(mark => {
        const {stroke, fill} = getComputedStyle(mark)
        return bright(...channels(stroke)) || bright(...channels(fill))
    })
    let looked = 0
    const rested = () => performance.now() - looked > 100 && (looked = performance.now())
    const filled = canvas => {
        const copy = new OffscreenCanvas(300, 150).getContext("2d", {willReadFrequently: true})
        copy.drawImage(canvas, 0, 0, 300, 150)
        const {data} = copy.getImageData(0, 0, 300, 150)
        let found = 0
        for (let at = 0; at < data.length; at += 4) {
            if (data[at + 3] && bright(data[at], data[at + 1], data[at + 2])) found += 1
        }
        return found >= FEW
    }
    const drawn = () => {
        const plot = document.querySelector(PLOT)
        if (!plot?.getBoundingClientRect().height) return false
        const canvases = plot.tagName === "CANVAS" ? [plot] : [...plot.querySelectorAll("canvas")]
        return !LINES || marked(plot) || (rested() && canvases.some(canvas => canvas.width > 0 && filled(canvas)))
    }
    const tell = () => { window.painted = performance.timeOrigin + performance.now() }
    const look = () => requestAnimationFrame(SWITCHED && drawn() ? tell : look)
    window.painted = 0
    look()
})()"""
ALL = "?" + "&".join(f"encodings={name}" for name in ENCODED)
CHART = "[data-testid=stVegaLiteChart] :is(svg.marks, canvas.marks)"
OVERVIEW = View(name="overview", path="/", plot=CHART)
CURVES = View(name="curves", path=f"/curves{ALL}", plot=CHART, switch=_untag, switched=_gone)
COMPARE = View(name="compare", path=f"/compare{ALL}", plot=CHART, switch=_untag, switched=_gone)
RUNS = View(
    name="runs", path="/runs", plot="[data-testid=stDataFrame] canvas", switch=_query, switched=_counted, lines=False
)
TENSORBOARD = View(
    name="time series", path="/", plot="scalar-card line-chart .series-view", switch=_regex, switched=_unlisted
)
TENSORBOARD_EMPTY = replace(TENSORBOARD, name="time series, no run ticked", switch=None, lines=False)
TRACKIO = View(name="metrics", path=f"/?project={PROJECT}", plot=".vega-embed canvas", switch=_untick, switched=_fewer)
