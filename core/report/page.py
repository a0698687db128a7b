"""A report of a view as one HTML file that asks nothing of any network and runs nothing."""

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path

from core.charts import Chart
from core.report.draw import draw
from core.report.language import Say
from core.report.tables import of_chart
from core.results.evidence import RULES
from core.results.formats import Sheet
from core.results.formats.web import table

STYLE = (Path(__file__).parent / "page.css").read_text("utf-8")
MOST_ROWS = 600  # of a picture's own table; a longer one is what the CSV file is for


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A chart with its heading, what it shows in words, and the note below it."""

    title: str
    chart: Chart
    alt: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Report:
    """What a report holds: pictures, tables under their headings, the metrics whose rules it says, and the runs."""

    title: str
    lang: str
    made: str  # the date, as text
    pictures: Sequence[Picture] = ()
    tables: Sequence[tuple[str, Sheet]] = ()
    metrics: Sequence[str] = ()
    sources: Sheet

    def to_html(self, say: Say) -> str:
        """The file: strict content security policy, pictures as SVG inside, light and dark, fit for print."""
        parts = [_picture(picture, place, say) for place, picture in enumerate(self.pictures)]
        parts += [_section(heading, _scrolling(table(sheet))) for heading, sheet in self.tables]
        rules = "".join(f"<li><code>{escape(name)}</code>: {escape(say(RULES[name]))}</li>" for name in self.metrics)
        evidence = f"<ul>{rules}</ul>{_scrolling(table(self.sources))}"
        parts.append(_section(say("Which runs these numbers come from"), evidence))
        made = say("Made by Position Lab on {date}. Nothing in this file is loaded from a network.", date=self.made)
        lang = "zh-Hans" if self.lang == "zh" else self.lang
        return (
            f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="color-scheme" content="light dark">\n<title>{escape(self.title)}</title>\n'
            f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(self.title)}</h1>\n"
            f"{''.join(parts)}<footer>{escape(made)}</footer>\n</main>\n</body>\n</html>\n"
        )


def _policy() -> str:
    """Nothing may be loaded, run or sent; the one style sheet is named by its hash."""
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _section(heading: str, body: str) -> str:
    return f"<section>\n<h2>{escape(heading)}</h2>\n{body}</section>\n"


def _scrolling(body: str) -> str:
    """A table that scrolls by itself where the screen is narrow; the keyboard reaches it."""
    return f'<div class="wide" tabindex="0">{body}</div>\n'


def _picture(picture: Picture, place: int, say: Say) -> str:
    """The chart as SVG with its words, and its numbers in a fold."""
    svg = _own_names(draw(picture.chart, "svg").decode(), place)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(picture.alt)}" ', 1)
    note = f"<figcaption>{escape(picture.note)}</figcaption>\n" if picture.note else ""
    folded = ""
    if len(picture.chart.table) <= MOST_ROWS:
        rows = _scrolling(table(of_chart(picture.chart.table, say)))
        summary = escape(say("The numbers of this picture"))
        folded = f"<details><summary>{summary}</summary>{rows}</details>\n"
    return _section(picture.title, f'<figure><div class="wide">{svg}</div>\n{note}</figure>\n{folded}')


def _own_names(svg: str, place: int) -> str:
    """The SVG with names of its own: in one document two pictures would clip each other."""
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>p{place}-", svg)
