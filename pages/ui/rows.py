"""What the rows of our own trained table have to do with each other: a part of lesson 0."""

import numpy as np
import streamlit as st

from core.charts import Bar, BarWords, bars
from core.course.checkpoint import Checkpoint
from core.course.embeddings import Table, analogies, cosine, nearest, nearest_to_sum, unread
from core.course.vectors import Piece
from pages.ui import link, predict
from pages.ui.language import mark, t
from pages.ui.lesson import say, ticked
from pages.ui.plain import plain
from pages.ui.show import show
from pages.ui.weights import COMMAND, trained

LESSON = "vectors"
PAIRS = {"vowels": ("a", "e"), "cases": ("A", "a"), "digits": ("7", "8")}
SUM = ("a", "A", "B")
GUESSES = {
    "small": mark("b, the small letter"),
    "capital": mark("B, which went in"),
    "first": mark("a, which went in"),
}
ANSWERS = {"small": "b", "capital": "B", "first": "a"}
LETTERS = [chr(code) for code in range(33, 127)]
SHOWN = 6
CLOSE = 0.8


def rows(found: list[Piece]) -> None:
    """The guesses on the table and its pictures; where there are no weights, what makes some."""
    model = trained("rope")
    if model is None or model.weights["embedding"].shape[0] != 256:
        say(LESSON, "table-none")
        st.code(COMMAND, language="bash")
    else:
        _compared(model, found)
    say(LESSON, "reported")
    say(LESSON, "analogy")
    if model is not None and model.weights["embedding"].shape[0] == 256:
        _sums(model.weights["embedding"])


def _compared(model: Checkpoint, found: list[Piece]) -> None:
    """Which rows point alike: the guess, the neighbours of any byte, and the tasks."""
    say(LESSON, "table", run=plain(model.run))
    table = model.weights["embedding"]
    options = {name: t("{one} and {other}", one=one, other=other) for name, (one, other) in PAIRS.items()}
    guessed = predict.guess("guess_nearer", t("Which two rows point most alike?"), options)
    if guessed is None:
        return
    found_cosines = {name: cosine(table, ord(one), ord(other)) for name, (one, other) in PAIRS.items()}
    most = max(found_cosines, key=found_cosines.__getitem__)
    told = {name: f"{value:.3f}" for name, value in found_cosines.items()}
    truth = t("Most alike are {pair}: cosine {cosine}.", pair=options[most], cosine=told[most])
    predict.graded("guess_nearer", options[guessed], guessed == most, truth)
    say(LESSON, "table-truth", **told)
    never = unread(table)
    if {ord("7"), ord("8"), ord("#")} <= set(never):
        say(LESSON, "table-unread", count=len(never), other=f"{cosine(table, ord('#'), ord('8')):.3f}")
    _neighbours(table, never, found)


def _neighbours(table: Table, never: list[int], found: list[Piece]) -> None:
    """The nearest rows of a byte that the reader chooses, and the tasks of the page."""
    say(LESSON, "neighbours")
    first, second = st.columns(2)
    with first:
        one = link.select("byte_one", t("First byte"), LETTERS, "a")
    with second:
        other = link.select("byte_other", t("Second byte"), LETTERS, "e")
    apart = cosine(table, ord(one), ord(other))
    read = [byte for byte in range(256) if byte not in never and byte != ord(one)]
    near = nearest(table, table[ord(one)], read, SHOWN)
    drawn = [Bar(label=_named(byte), value=value, kind="near", before=apart) for byte, value in near]
    words = BarWords(value=t("cosine"), before=t("your second byte"), text=".2f")
    named = {"one": plain(one), "other": plain(other)}
    st.markdown(t("“{one}” and “{other}”: cosine **{apart}**.", **named, apart=f"{apart:.3f}"))
    if drawn:
        alt = t("The nearest rows of the first byte, as bars of cosines.")
        show(bars(drawn, (-1.0, 1.0), words), "neighbours", alt)
    _tasks(apart, one != other and not {ord(one), ord(other)} & set(never), found)


def _tasks(apart: float, both_read: bool, found: list[Piece]) -> None:
    """The tasks, with a tick at what the controls of the page now solve."""
    say(LESSON, "tasks")
    ids = [piece.id for piece in found]
    done = {
        t("Find two different bytes, both read in training, with a cosine above {close}.", close=CLOSE): (
            both_read and apart > CLOSE
        ),
        t("Above: write a text with a single character that becomes four tokens."): (
            any(piece.parts == 4 for piece in found) and len({piece.character for piece in found}) == 1
        ),
        t("Above: write a text of exactly four tokens in which three get the same vector."): (
            len(ids) == 4 and max(np.bincount(ids)) == 3
        ),
    }
    ticked(done)


def _sums(table: Table) -> None:
    """The guess on a sum of three rows, and what becomes of all such sums."""
    options = {name: t(text) for name, text in GUESSES.items()}
    guessed = predict.guess("guess_analogy", t("Which row is nearest to a − A + B, of all the rows?"), options)
    if guessed is None:
        return
    one, less, more = map(ord, SUM)
    near = nearest_to_sum(table, one, less, more, 3)
    first = chr(near[0][0])
    truth = t("Nearest is “{letter}”.", letter=plain(first))
    predict.graded("guess_analogy", options[guessed], ANSWERS[guessed] == first, truth)
    told = ", ".join(f"{_named(byte)} ({value:.2f})" for byte, value in near)
    asked = analogies(table)
    values = {"count": asked.count, "others": asked.others, "all": asked.all_rows, "back": asked.came_back}
    say(LESSON, "analogy-truth", nearest=plain(told), **values)


def _named(byte: int) -> str:
    """The byte as a character where it is one, else its number."""
    return {32: "␣", 10: "↵"}.get(byte) or (chr(byte) if 33 <= byte < 127 else f"#{byte}")
