"""Lesson 2: the printed figures, and what each numbering can and cannot do, by brute force."""

import numpy as np
import pytest

from core.course.numbering import BITS, NUMBERINGS, Short, codes, criteria, first_below, flipped, shuffled, swamped


def test_the_figures_of_the_course() -> None:
    assert swamped(37, 1.0).ratio == 1 / 37 and f"{swamped(37, 1.0).ratio:.1%}" == "2.7%"
    assert f"{swamped(37, 0.02).ratio:.3%}" == "0.054%"
    assert Short(rows=1024, tokens=1025, width=768).parameters == 786_432
    gap = Short(rows=8192, tokens=12_000, width=768)
    assert gap.without == 3808 and gap.rows <= 9999 < gap.tokens
    assert Short(rows=8192, tokens=8192, width=1).without == 0
    assert codes("share", 10)[5 - 1, 0] == codes("share", 1000)[500 - 1, 0] == 0.5


@pytest.mark.parametrize("scale", [1.0, 0.02])
def test_two_words_grow_alike_as_theory_says(scale: float) -> None:
    """Contents of mean 0 leave the position's share of the dot product: cosine = (n² + s² c) / (n² + s²)."""
    content = swamped(0, scale).cosine
    before = -1.0
    for place in (0, 1, 2, 37, 1023):
        found = swamped(place, scale)
        assert found.cosine == pytest.approx((place**2 + scale**2 * content) / (place**2 + scale**2), abs=1e-12)
        assert found.cosine > before
        assert np.sqrt(np.mean(found.vectors**2, axis=1)) == pytest.approx([1, 1])
        before = found.cosine
    assert swamped(0, scale).ratio == np.inf


@pytest.mark.parametrize(
    ("scale", "ratio", "place"), [(0.02, 0.001, 20), (1.0, 0.001, 1000), (1.0, 0.3, 4), (0.02, 1, 1)]
)
def test_the_first_position_below_a_ratio(scale: float, ratio: float, place: int) -> None:
    assert first_below(scale, ratio) == place


def test_binary_is_what_python_writes() -> None:
    for place, row in enumerate(codes("binary", 64)):
        assert "".join(str(int(bit)) for bit in row[::-1]) == format(place, f"0{BITS}b")
    for place in range(63):
        changed = np.abs(np.diff(codes("binary", 64)[place : place + 2], axis=0)).sum()
        assert flipped(place) == changed
    assert (flipped(7), flipped(8)) == (4, 1)


EXPECTED = {  # unique, bounded, comparable, computable, deterministic; by argument, see lesson 2
    "index": (True, False, True, True, True),
    "share": (True, True, False, True, False),
    "binary": (True, True, False, True, True),
    "table": (True, True, False, False, True),
    "sinusoidal": (True, True, True, True, True),
}


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_the_criteria_come_out_as_argued(numbering: str) -> None:
    found = criteria(numbering)  # type: ignore[arg-type]
    told = (found.unique, found.bounded, found.comparable, found.computable, found.deterministic)
    assert told == EXPECTED[numbering]


def test_the_table_names_the_position_without_a_row() -> None:
    with pytest.raises(ValueError, match="Position 16 has no row"):
        codes("table", 17)


def test_rows_may_be_stored_in_any_order_and_positions_may_not() -> None:
    words = "the dog bites the man".split()
    assert shuffled(words, "rows") < 1e-12 < 0.01 < shuffled(words, "places")
