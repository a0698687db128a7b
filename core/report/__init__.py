"""What leaves the house: tables, pictures and a report of a view, in either language and without a browser."""

from core.report import tables
from core.report.draw import KINDS, can_draw, draw
from core.report.language import LANGUAGES, Say, speaker
from core.report.page import Picture, Report
from core.report.sources import of_runs, sources
from core.report.view import View, view

__all__ = [
    "KINDS",
    "LANGUAGES",
    "Picture",
    "Report",
    "Say",
    "View",
    "can_draw",
    "draw",
    "of_runs",
    "sources",
    "speaker",
    "tables",
    "view",
]
