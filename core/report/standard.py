"""The sheets and the report of a view as the pages Overview and Compare show them."""

from datetime import UTC, datetime

from core.report import labels, pictures, tables
from core.report.language import Say
from core.report.page import Picture, Report
from core.report.sources import sources
from core.report.view import View
from core.results.formats import Sheet

TABLES = ("overview", "compare")
METRICS = ("val_loss", "tail_loss", "rise_at_2x")


def sheet(view: View, name: str, say: Say) -> Sheet:
    """The Overview's table, or Compare's with the verdict on the validation loss."""
    averaged, text, length = view.averaged(), view.text(), view.train_length
    if name == "compare":
        label = tables.metric_label("val_loss", None, say)
        return tables.compare(averaged, text, view.against("val_loss"), view.baseline, label, say)
    inside, beyond = tables.overview_headings(length, view.baseline, say)
    judged = {inside: view.against("val_loss"), beyond: view.against("tail_loss", 2 * length)}
    return tables.overview(averaged, text, judged, length, say)


def report(view: View, lang: str, say: Say) -> Report:
    """Both pictures and the table of the Overview, the paired differences where there are any, and their runs."""
    length = say(
        "Loss of the last 64 tokens by evaluation length, trained at {length} tokens.", length=view.train_length
    )
    note = say("Mean over seeds, with a bar of one standard deviation; the same last 64 tokens at every length.")
    shown = [Picture(title=say("On longer texts"), chart=pictures.by_length(view, say), alt=length, note=note)]
    curve = say("Curves of the loss by {x}, one line for each encoding.", x=say("training step"))
    shown.append(Picture(title=say("While it trains"), chart=pictures.while_training(view, say), alt=curve))
    if (view.against("val_loss")["pairs"] > 0).any():
        shown.append(_differences(view, say))
    heading = say("Which encoding, and how far")
    return Report(
        title=say("How does a Transformer know order, and how far does that carry?"),
        lang=lang,
        made=today(),
        pictures=shown,
        tables=[(heading, sheet(view, "overview", say))],
        metrics=METRICS,
        sources=sources(view.values, view.runs, say),
    )


def _differences(view: View, say: Say) -> Picture:
    """The picture of Compare."""
    baseline = labels.series(view.baseline, say)
    title = say("Seed by seed against {baseline}", baseline=baseline)
    return Picture(title=title, chart=pictures.paired(view, say), alt=title, note=tables.dots_caption(baseline, say))


def today() -> str:
    """The date in UTC, as 2026-01-31."""
    return f"{datetime.now(UTC):%Y-%m-%d}"
