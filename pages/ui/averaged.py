"""The seed-averaged table with its verdicts against RoPE, as Overview, the projector and every export have it."""

from core.report import tables
from core.report.view import BASELINE
from core.results.formats import Sheet
from pages.ui import data
from pages.ui.language import t


def averaged(chosen: data.Experiment) -> Sheet:
    """One row a series, best first; verdicts inside the training length and at twice that, where RoPE is there."""
    means, length = chosen.table(), chosen.train_length
    judged = {}
    if BASELINE in set(means["series"]):
        inside, beyond = tables.overview_headings(length, BASELINE, t)
        judged = {inside: chosen.paired(BASELINE, "val_loss"), beyond: chosen.paired(BASELINE, "tail_loss", 2 * length)}
    return tables.overview(means, chosen.text(), judged, length, t)
