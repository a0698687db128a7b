"""Our own checkpoint, read with both pairings of channels: a part of lesson 4."""

import streamlit as st

from core.charts import Bar, BarWords, bars
from core.course import checkpoint
from core.course.checkpoint import Checkpoint, Reading
from pages.ui import predict
from pages.ui.language import mark, t
from pages.ui.lesson import say
from pages.ui.plain import plain
from pages.ui.show import show
from pages.ui.weights import COMMAND, trained

LESSON = "rotation"
TEXT = "KING:\nGood friends, the night is long, and we must part.\nBring me the letter that my brother wrote."
MOST = 128  # bytes, the model's training length
READINGS = {
    "half": mark("half, as trained"),
    "moved": mark("adjacent, rows rearranged"),
    "mixed": mark("adjacent, rows as they were"),
}
GUESSES = {
    "same": mark("It stays as it is: channels have no order of their own."),
    "little": mark("It rises a little."),
    "ruined": mark("It rises so far that the model babbles."),
}


def pairings() -> None:
    """What is behind the question on mixed pairings; where no checkpoint is found, what makes one."""
    found = trained("rope")
    if found is None:
        say(LESSON, "pairing-none")
        st.code(COMMAND, language="bash")
        return
    say(LESSON, "pairing", run=plain(found.run))
    question = t(
        "It was trained half. Now it turns adjacent pairs, its weights as they are. The surprise at each byte …"
    )
    options = {name: t(text) for name, text in GUESSES.items()}
    guessed = predict.guess("guess_pairing", question, options)
    if guessed is None:
        return
    help_text = t("The first {n} bytes are read, as many as it was trained on at once.", n=MOST)
    text = st.text_area(
        t("A text for it to read; it has learned from Shakespeare"), TEXT, key="pairing_text", help=help_text
    )
    told = text.encode()[:MOST]
    if len(told) < 2:
        st.warning(t("The text has {n} bytes; write at least 2.", n=len(told)))
        return
    with st.spinner(t("It reads the text three times …")):
        read, gap = _read(found.run, told, found)
    truth = t("{half} nats a byte become {mixed}.", half=f"{read['half'].loss:.2f}", mixed=f"{read['mixed'].loss:.2f}")
    predict.graded("guess_pairing", options[guessed], guessed == "ruined", truth)
    _shown(read, gap, checkpoint.blind(found))


def _shown(read: dict[str, Reading], gap: float, blind: float) -> None:
    """The three losses, and how each goes on; `gap` is how far the first two lie apart in any score."""
    as_trained = read["half"].loss
    rows = [Bar(label=t(READINGS[name]), value=one.loss, kind=name, before=as_trained) for name, one in read.items()]
    words = BarWords(value=t("loss (nats/byte)"), before=t("as trained"))
    alt = t("The loss of the same weights on the same text under three readings, as bars.")
    note = t("The grey strokes stand at the loss as trained.")
    show(bars(rows, (0.0, round(blind * 1.1, 2)), words), "pairings", alt, note)
    st.markdown(t("After “{start}” each of them would write:", start=plain(read["half"].start)))
    lines = (f"- {t(READINGS[name])}: **{plain(one.goes_on)}**" for name, one in read.items())
    st.markdown("\n".join(lines))
    losses = {name: f"{one.loss:.3f}" for name, one in read.items()}
    say(LESSON, "pairing-truth", **losses, gap=f"{gap:.0e}", blind=f"{blind:.2f}")


@st.cache_data(show_spinner=False, max_entries=32)
def _read(run: str, text: bytes, _model: Checkpoint) -> tuple[dict[str, Reading], float]:
    gap = checkpoint.apart(_model, checkpoint.rearranged(_model), text)
    return checkpoint.readings(_model, text), gap
