"""Lesson 4, Rotation: queries and keys turn by where they stand, and a score keeps only how far apart they are."""

import streamlit as st

from core.course import terms
from core.course.grade import near
from core.course.rotation import PAIRS, turned
from core.positions.presets import PRESETS
from core.results import mean_std
from pages.ui import predict
from pages.ui.language import mark, t
from pages.ui.lesson import onward, say
from pages.ui.menu import page_file
from pages.ui.pairing import pairings
from pages.ui.reference_runs import means_of
from pages.ui.rotation import LESSON, four_terms, many_pairs, one_pair
from pages.ui.show import header

SHIFTED = {
    "changes": mark("The score becomes another one: both stand elsewhere."),
    "fades": mark("The score gets smaller: the text is longer now."),
    "stays": mark("The score stays as it is."),
}
ADDED = {
    "stays": mark("It stays too: the distance is the same."),
    "changes": mark("It changes, though words and distance are the same."),
}
SHIFT = 100


def angle() -> None:
    """The guesses before the picture, and what became of them."""
    question = t(
        "An arrow turns 30° with every position. Both point right at position 0; the query now stands at position 2, "
        "the key at 5. How large is the angle between them?"
    )
    typed = predict.number_opened("guess_angle", question, 0, 360, "°")
    question = t("Both move on by {shift} positions. What happens to their score?", shift=SHIFT)
    options = {name: t(text) for name, text in SHIFTED.items()}
    guessed = predict.opened("guess_shift", question, options)
    at_first, later = (turned(PAIRS["aligned"], 2 + shift, 5 + shift) for shift in (0, SHIFT))
    values = {"q": f"{at_first.q_turned:.0f}", "k": f"{at_first.k_turned:.0f}", "between": f"{at_first.between:.0f}"}
    right = near(typed, at_first.between, 0.01)
    predict.graded("guess_angle", f"{typed:g}°", right, t("{k}° − {q}° = {between}°.", **values))
    same = abs(later.score - at_first.score) < 1e-9
    truth = t("The angle is {angle}° before and after, so the score is the same.", angle=f"{later.between:.0f}")
    predict.graded("guess_shift", options[guessed], (guessed == "stays") is same, truth)


def sums() -> None:
    """The guess on added positions, and the four terms."""
    say(LESSON, "added")
    question = t(
        "The positions are added now. Query and key move on by {shift}. What happens to their score?", shift=SHIFT
    )
    options = {name: t(text) for name, text in ADDED.items()}
    guessed = predict.opened("guess_added", question, options)
    before, after = terms.added(0).total, terms.added(SHIFT).total
    truth = t("It goes from {before} to {after}.", before=f"{before:.3f}", after=f"{after:.3f}")
    predict.graded("guess_added", options[guessed], guessed == "changes", truth)
    four_terms()


def partial() -> None:
    """Heads of which a part turns: a real one, and what it costs in our runs."""
    rope = PRESETS["qwen3.8-27b"].positions().ropes[0]
    values = {"rotary": rope.rotary_dim, "head": rope.head_dim, "turning": rope.rotary_dim // 2}
    say(LESSON, "partial", **values, still=rope.head_dim - rope.rotary_dim)
    means = means_of("val_loss", ("rope", "rope-partial"))
    if means:
        whole, part = means["rope"], means["rope-partial"]
        say(LESSON, "partial-runs", rope=mean_std(*whole), partial=mean_std(*part), n=min(whole[2], part[2]))


def compared() -> None:
    """RoPE beside the other ways, and what models reach with them."""
    for anchor in ("compare", "schemes", "faster"):
        say(LESSON, anchor)
    means = means_of("val_loss", ("rope", "learned", "sinusoidal"))
    if means:
        told = {name: mean_std(*found) for name, found in means.items()}
        say(LESSON, "runs", **told, n=min(found[2] for found in means.values()))


header(t("4. Rotation"), t("What does RoPE turn, and why is only the distance left?"))
say(LESSON, "question")
say(LESSON, "distance")
angle()
say(LESSON, "plane", speed=30)
one_pair()
sums()
many_pairs()
partial()
pairings()
compared()
say(LESSON, "takeaway")
st.page_link(page_file("frequencies"), label=t("How fast each pair turns, for any base and head: Frequencies"))
st.page_link(page_file("decay"), label=t("What distance alone does to a score: Decay"))
onward("rotation")
