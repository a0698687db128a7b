"""Frequencies: how fast each pair turns under RoPE, how far it gets in the training window, which angles stay new."""

import streamlit as st

from core.charts import Room, dials, seen_map, wavelengths
from core.positions.reach import Reach
from core.results import grouped
from pages.ui import heads, ladders, words
from pages.ui.language import t
from pages.ui.show import header, show

ROOM = Room(base=ladders.ROPE_THETA[-1], length=int(ladders.LENGTH[-1]))


def counted(found: Reach) -> str:
    """The count of pairs that finish no turn."""
    values = {"slow": found.slow, "pairs": len(found.inv_freq), "length": heads.tokens(found.length)}
    return t("{slow} of {pairs} pairs never finish a turn in {length} tokens", **values)


def waves(found: Reach) -> str:
    """What the wavelengths say, and what the base does to them."""
    return t(
        "The fastest pair turns once in {fastest} tokens, the slowest in {slowest}; the window is {length} tokens. "
        "Pair 0 turns by 1 rad a token whatever the base; the wavelength of the slowest is {times} times that "
        "of base 10,000.",
        fastest=grouped(found.wavelengths[0]),
        slowest=grouped(found.wavelengths[-1]),
        length=heads.tokens(found.length),
        times=grouped(found.slower),
    )


def turned(found: Reach) -> str:
    """What the dials say."""
    return t(
        "Filled: the angles that {length} tokens show. Angles start at the right and grow counter-clockwise. The "
        "fastest pair makes {fastest} turns, the slowest {slowest}: it gets {degrees} degrees far.",
        length=heads.tokens(found.length),
        fastest=grouped(found.turns[0]),
        slowest=grouped(found.turns[-1]),
        degrees=grouped(found.degrees[-1]),
    )


def new_angles(found: Reach) -> str:
    """What the map says just beyond the window and at its end."""
    if not found.slow:
        return t("Every pair finishes a turn in the window, so that no angle beyond it is new to a single pair.")
    return t(
        "Right beyond the window {slow} of {pairs} pairs stand at an angle that training never showed. "
        "At the end of a text eight times as long they are {later}: a pair that comes round "
        "again stands where it stood.",
        slow=found.slow,
        pairs=len(found.inv_freq),
        later=found.unseen_at(8 * found.length - 1),
    )


@st.fragment
def pictures() -> None:
    """The controls and what follows them.

    `alt` stays the same while a slider moves, for Streamlit builds a picture anew when it changes: the numbers are in
    the sentence below.
    """
    found = heads.chosen()
    st.subheader(counted(found), anchor=False)
    said = words.for_frequencies()
    left, right = st.columns(2)
    with left:
        alt = t("Wavelength of every pair, on a logarithmic axis, against the training window.")
        show(wavelengths(found, ROOM, said), "wavelengths", alt, waves(found))
    with right:
        alt = t("A map of pairs and positions, from a sixteenth of the training window to eight windows.")
        drawn = seen_map(found.inv_freq, found.inv_freq, found.length, words.for_map())
        show(drawn, "seen_angles", alt, new_angles(found))
    st.subheader(t("How far each pair gets"), anchor=False)
    show(dials(found, said), "turns", t("A dial for each of up to 16 pairs, fastest first."), turned(found))


header(
    t("Frequencies"),
    t(
        "RoPE turns each pair of channels at its own speed. Here is how far every pair gets in the training window, "
        "and where a longer text meets angles that training never showed."
    ),
)
pictures()
st.caption(
    t(
        "Which channels make up a pair, i with i + d/2 or neighbours, changes nothing here: the frequencies are the "
        "same. A position stands for its step up to the next one, so a pair has finished a turn once its wavelength "
        "is at most the window."
    )
)
