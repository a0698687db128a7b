"""One attention layer on words in two orders, against sums taken one word at a time."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.positions.permutation import D_MODEL, gaps, read, word_vectors

WORDS = ["dog", "bit", "man"]
BACKWARDS = [2, 1, 0]


def test_a_word_has_one_vector_wherever_it_stands() -> None:
    rows = word_vectors(["a", "b", "a"])
    assert rows.shape == (3, D_MODEL) and (rows[0] == rows[2]).all() and (rows[0] != rows[1]).any()
    assert word_vectors([]).shape == (0, D_MODEL)


@given(st.lists(st.text(min_size=1, max_size=5), min_size=2, max_size=6), st.randoms())
def test_without_mask_and_positions_every_word_takes_its_output_along(words: list[str], random) -> None:
    order = list(range(len(words)))
    random.shuffle(order)
    apart = gaps(read(words), read([words[place] for place in order]), order)
    assert apart.shape == (len(words),) and apart.max() < 1e-14


@pytest.mark.parametrize(("positions", "causal"), [("none", True), ("sinusoidal", False), ("rope", False)])
def test_mask_or_positions_change_the_outputs(positions: str, causal: bool) -> None:
    other = [WORDS[place] for place in BACKWARDS]
    apart = gaps(read(WORDS, positions, causal), read(other, positions, causal), BACKWARDS)  # type: ignore[arg-type]
    assert apart.min() > 0.05


def test_shares_sum_to_one_and_the_first_word_reads_itself_alone_under_the_mask() -> None:
    free, masked = read(WORDS), read(WORDS, causal=True)
    np.testing.assert_allclose(free.weights.sum(axis=1), 1)
    np.testing.assert_array_equal(masked.weights[0], [1, 0, 0])
    np.testing.assert_array_equal(np.triu(masked.weights, 1), 0)
    # A masked row keeps the proportions of the free one.
    assert masked.weights[1, 0] / masked.weights[1, 1] == pytest.approx(free.weights[1, 0] / free.weights[1, 1])


def test_outputs_are_the_values_mixed_by_the_shares() -> None:
    one = read(WORDS)
    alone = [read([word]).outputs[0] for word in WORDS]  # a word that reads itself alone gives its own value
    for row in range(3):
        expected = [math.fsum(one.weights[row, key] * alone[key][i] for key in range(3)) for i in range(D_MODEL)]
        np.testing.assert_allclose(one.outputs[row], expected, atol=1e-14)


def test_gaps_follow_a_word_to_its_new_place() -> None:
    order = [1, 2, 0]  # the first word goes to the end
    one, two = read(WORDS, "rope"), read([WORDS[place] for place in order], "rope")
    assert gaps(one, two, order)[0] == np.abs(two.outputs[2] - one.outputs[0]).max()
