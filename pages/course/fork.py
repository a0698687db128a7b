"""The fork: did RoPE lose absolute position, and what kind of proof stands behind each design?"""

from core.course.fork import REPEATED, trace
from pages.ui import predict
from pages.ui.fork import LESSON, place, readout, words
from pages.ui.language import t
from pages.ui.lesson import onward, say
from pages.ui.show import header
from pages.ui.sorting import sorting

START = 1000


def numbers() -> None:
    """The guess on other numbers, and what they change."""
    first, second = words()
    say(LESSON, "numbers", first=first, second=second, times=REPEATED)
    options = {"change": t("They change: every position is another."), "stay": t("They stay, up to rounding.")}
    question = t("Numbered from {start} on, what happens to the outputs of the layer?", start=f"{START:,}")
    guessed = predict.opened("guess_numbers", question, options)
    rope, added = (trace(words(), order, True, START).moved for order in ("rope", "sinusoidal"))
    truth = t("Largest change: {gap}.", gap=f"{rope:.1e}")
    predict.graded("guess_numbers", options[guessed], guessed == "stay", truth)
    say(LESSON, "numbers-truth", moved=f"{rope:.1e}", sinusoidal=f"{added:.2g}")


def places() -> None:
    """The guess on the place of a repeated word, and the picture."""
    _, second = words()
    say(LESSON, "place", second=second, count=REPEATED + 1)
    options = {
        "no": t("No: it is the same word, and only distances count."),
        "yes": t("Yes: its output differs from place to place."),
    }
    guessed = predict.opened("guess_place", t("Can the layer tell one “{word}” from another?", word=second), options)
    apart = trace(words(), "rope", True, 0).apart
    truth = t("Largest difference: {gap}.", gap=f"{apart:.2g}")
    predict.graded("guess_place", options[guessed], guessed == "yes", truth)
    say(LESSON, "place-shown")
    place()


header(
    t("Fork: what is proven?"),
    t("Did RoPE lose the absolute position? And is the design of such a model proved, hoped for, or tried?"),
)
say(LESSON, "question")
numbers()
places()
readout()
sorting()
say(LESSON, "takeaway")
onward("fork")
