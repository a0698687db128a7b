"""Lesson 1, Order: the same words in another order, and what a layer can tell of it."""

import numpy as np
import streamlit as st

from core.charts import AttentionWords, attention_map
from core.positions.permutation import Order, gaps, read
from core.results import mean_std
from pages.ui import link, predict
from pages.ui.language import mark, t
from pages.ui.lesson import onward, say
from pages.ui.plain import plain
from pages.ui.reference_runs import means_of
from pages.ui.show import header, show

LESSON = "order"
MOST_WORDS = 6
ORDERS = {"reversed": mark("reversed"), "swapped": mark("first two swapped"), "rotated": mark("each one place on")}
POSITIONS: dict[str, str] = {"none": mark("none"), "sinusoidal": mark("sinusoids, added"), "rope": mark("RoPE")}
GUESSES = {
    "nothing": mark("Nothing changes: each word takes its output along."),
    "little": mark("It changes a little."),
    "much": mark("It becomes another vector."),
}
EXACT = 1e-12


def words() -> list[str]:
    """The reader's words, at least two and at most MOST_WORDS."""
    typed = st.text_input(t("Your sentence, two to six words"), t("dog bites man"), key="sentence", max_chars=80)
    found = typed.split()
    if not 2 <= len(found) <= MOST_WORDS:
        st.warning(t("The sentence has {n} words; write two to six, with spaces between them.", n=len(found)))
        found = t("dog bites man").split()
    return found


def order_of(name: str, count: int) -> list[int]:
    """Which word of the first sentence stands at each place of the second."""
    places = list(range(count))
    return {"reversed": places[::-1], "swapped": [1, 0, *places[2:]], "rotated": [*places[1:], 0]}[name]


def both(key: str, sentence: list[str], order: list[int], positions: Order, causal: bool) -> float:
    """Draw both sentences side by side, and return the largest change of a number in an output."""
    other = [sentence[place] for place in order]
    one, two = read(sentence, positions, causal), read(other, positions, causal)
    said = AttentionWords(t("this word …"), t("… reads from"), t("share"))
    for place, (row, found) in zip(st.columns(2), ((sentence, one), (other, two)), strict=True):
        with place:
            st.markdown(f"**{plain(' '.join(row))}**")
            alt = t("How much each word reads of each other one, in percent.")
            show(attention_map(row, found.weights, said), f"{key}_{'second' if row is other else 'first'}", alt)
    apart = gaps(one, two, order)
    st.table(
        {
            t("word"): [plain(word) for word in sentence],
            t("place in the first sentence"): list(range(len(sentence))),
            t("place in the second"): [int(place) for place in np.argsort(order)],
            t("largest change of its output"): [f"{gap:.1e}" for gap in apart],
        }
    )
    return float(apart.max())


def runs() -> None:
    """What models without positions reach, from the committed runs; nothing where there are none."""
    means = means_of("val_loss", ("none", "rope"))
    if means:
        none, rope = means["none"], means["rope"]
        say(LESSON, "mask-runs", none=mean_std(*none), rope=mean_std(*rope), n=min(none[2], rope[2]))


def repeated() -> None:
    """A word that stands in a sentence twice, with and without positions."""
    say(LESSON, "check-id")
    row = t("the dog bites the man").split()
    first, second = 0, row.index(row[0], 1)
    written = plain(" ".join(row))
    named = {"sentence": written, "word": row[0]}
    question = t("“{sentence}”: without positions and mask, the two outputs of “{word}” are …", **named)
    options = {"same": t("the same vector"), "apart": t("two vectors")}
    found = predict.guess("guess_repeated", question, options)
    if found is None:
        return
    plain_read, turned = read(row, "none"), read(row, "rope")
    same, apart = (float(np.abs(one.outputs[first] - one.outputs[second]).max()) for one in (plain_read, turned))
    predict.graded("guess_repeated", options[found], found == "same", t("They differ by {gap}.", gap=f"{same:.1e}"))
    values = {"sentence": written, "word": plain(row[0]), "first": first, "second": second}
    say(LESSON, "check-id-truth", **values, same=f"{same:.1e}", apart=f"{apart:.2g}")


header(t("1. Order"), t("Does attention know who comes first?"))
say(LESSON, "question")
sentence = words()
chosen = link.segments("order", t("The second sentence"), list(ORDERS), "reversed", lambda name: t(ORDERS[name]))
order = order_of(chosen, len(sentence))

say(LESSON, "permutation")
question = t("The order changes. What happens to the output vector of a word, say “{word}”?", word=plain(sentence[0]))
options = {name: t(text) for name, text in GUESSES.items()}
first = predict.opened("guess_order", question, options)
gap = both("free", sentence, order, "none", False)
predict.graded("guess_order", options[first], first == "nothing", t("Largest change: {gap}.", gap=f"{gap:.1e}"))
say(LESSON, "exact", gap=f"{gap:.1e}")
say(LESSON, "row")

say(LESSON, "mask")
question = t("Now with the causal mask, and still no positions. The output vectors …")
second = predict.opened("guess_mask", question, options)
positions = link.segments("positions", t("Position encoding"), list(POSITIONS), "none", lambda name: t(POSITIONS[name]))
causal = st.toggle(t("Causal mask"), value=True, key="causal")
gap = both("masked", sentence, order, positions, causal)  # type: ignore[arg-type]
masked = float(gaps(read(sentence, "none", True), read([sentence[i] for i in order], "none", True), order).max())
predict.graded("guess_mask", options[second], second != "nothing", t("Largest change: {gap}.", gap=f"{masked:.2g}"))
say(LESSON, "exact" if gap < EXACT else "moved", gap=f"{gap:.1e}" if gap < EXACT else f"{gap:.2g}")
say(LESSON, "mask-truth", gap=f"{masked:.2g}")
runs()
repeated()
say(LESSON, "takeaway")
onward("order")
