"""The charts of a view by name, for who has no page."""

from collections.abc import Callable

from core.charts import (
    Chart,
    CurveWords,
    DifferenceWords,
    LengthWords,
    ReplayWords,
    curves,
    differences,
    lengths,
    replay,
)
from core.report.labels import spoken
from core.report.language import Say
from core.report.view import View
from core.results.rule import VERDICTS


def by_length(view: View, say: Say) -> Chart:
    """Loss of the last 64 tokens by evaluation length, as on Overview and Lengths."""
    words = spoken(LengthWords(y="loss of the last 64 tokens (nats/token)"), say)
    return lengths(view.values, view.train_length, words=words)


def while_training(view: View, say: Say) -> Chart:
    """Validation loss at the training length by step, as on Curves."""
    rows = view.rows("val", "window_loss")
    rows = rows[(rows["eval_length"] == view.train_length).fillna(False)]
    return curves(rows, view.runs, words=spoken(CurveWords(), say))


def replayed(view: View, say: Say) -> Chart:
    """The replay of the training at its last step, as on Curves; in Vega."""
    rows = view.rows(("val", "forced"), ("window_loss", "tail_loss"))
    return replay(rows, view.train_length, view.runs, words=spoken(ReplayWords(slider="training step"), say))


def paired(view: View, say: Say) -> Chart:
    """Differences of the validation loss seed by seed, as on Compare."""
    compared = view.against("val_loss")
    compared = compared[compared["pairs"] > 0]
    if compared.empty:
        raise ValueError(f"There is nothing to pair: no other series shares a seed with {view.baseline}.")
    verdicts = {verdict: say(verdict) for verdict in VERDICTS}
    words = DifferenceWords(x="difference (nats/token)", interval="95% t interval", verdicts=verdicts)
    return differences(compared, spoken(words, say))


CHARTS: dict[str, Callable[[View, Say], Chart]] = {
    "lengths": by_length,
    "curves": while_training,
    "replay": replayed,
    "differences": paired,
}
