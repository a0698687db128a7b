"""The sinusoidal table, ALiBi and the decay of rotation against printed figures and reference code."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers.models.bloom.modeling_bloom import build_alibi_tensor

from core.positions.absolute import check_table_length, sinusoidal_table
from core.positions.bias import alibi_bias, alibi_slopes, expand_by_distance
from core.positions.decay import abel_bound, mean_cosine
from core.positions.rope import inv_freq

# Euclidean distances of rows of the 8-dimension table by gap, as the course documents print them.
DISTANCES = [0.9641, 1.6949, 2.0175, 1.8619, 1.2962, 0.6577, 0.9836, 1.7041, 2.1418, 2.1465]


def test_sinusoidal_distances_depend_on_the_gap_alone() -> None:
    table = sinusoidal_table(2001, 8)
    for start in (0, 5, 1000):
        found = [np.linalg.norm(table[start + gap] - table[start]) for gap in range(1, 11)]
        np.testing.assert_allclose(found, DISTANCES, atol=1e-3)
    far = [np.linalg.norm(table[gap] - table[0]) for gap in (100, 1000)]
    np.testing.assert_allclose(far, [2.2097, 2.3975], atol=1e-3)


def test_sinusoidal_table_interleaves_sine_and_cosine() -> None:
    table = sinusoidal_table(50, 6)
    for position in (0, 1, 49):
        for column in range(6):
            angle = position / 10000 ** ((column // 2 * 2) / 6)
            assert table[position, column] == pytest.approx(np.sin(angle) if column % 2 == 0 else np.cos(angle))


def test_table_that_ends_says_where() -> None:
    check_table_length(1024, 1024)
    with pytest.raises(ValueError, match="Position 1024 has no row: the learned table has 1024 rows"):
        check_table_length(1025, 1024)


def test_alibi_slopes_published() -> None:
    np.testing.assert_allclose(alibi_slopes(4), [0.25, 0.0625, 0.015625, 0.00390625])
    np.testing.assert_allclose(alibi_slopes(6)[4:], [0.5, 0.125])
    np.testing.assert_allclose(alibi_slopes(8), [2.0**-h for h in range(1, 9)])


@given(st.integers(1, 64))
def test_alibi_equals_bloom(heads: int) -> None:
    theirs = build_alibi_tensor(torch.ones(1, 9), heads, torch.float64).view(heads, 9).numpy()
    # BLOOM adds slope * key position, which differs from the penalty by a constant for each query.
    ours = expand_by_distance(alibi_bias(9, heads))
    np.testing.assert_allclose(ours[:, -1, :] - ours[:, -1, :1], theirs - theirs[:, :1], rtol=1e-6, atol=1e-6)


def test_alibi_bias_is_zero_here_and_falls() -> None:
    bias = alibi_bias(20, 3)
    assert (bias[:, 0] == 0).all() and (np.diff(bias) < 0).all()
    full = expand_by_distance(bias)
    assert full.shape == (3, 20, 20) and full[1, 7, 4] == bias[1, 3] == full[1, 4, 7]


def test_no_heads_are_refused() -> None:
    with pytest.raises(ValueError, match="num_heads is 0"):
        alibi_slopes(0)


def test_mean_cosine_as_printed_and_not_monotone() -> None:
    frequencies = inv_freq(128)
    printed = {0: 1, 1: 0.970214, 5: 0.737266, 10: 0.669063, 20: 0.608344, 50: 0.546172}
    printed |= {100: 0.477241, 200: 0.305688, 400: 0.278380}
    np.testing.assert_allclose(mean_cosine(frequencies, np.array(list(printed))), list(printed.values()), atol=1e-6)
    steps = np.diff(mean_cosine(frequencies, np.arange(401)))
    assert int((steps > 0).sum()) == 183
    signs = mean_cosine(frequencies, np.arange(2000)) < 0
    assert int(np.argmax(signs)) == 1707


@pytest.mark.parametrize(("dim", "first"), [(16, 91), (32, 474), (64, 725)])
def test_first_negative_distance_by_head_size(dim: int, first: int) -> None:
    assert int(np.argmax(mean_cosine(inv_freq(dim), np.arange(1000)) < 0)) == first


def test_abel_bound_as_printed() -> None:
    found = abel_bound(inv_freq(128), np.array([0, 1, 10, 50, 100, 200, 250, 400]))
    np.testing.assert_allclose(found, [32.5, 31.538, 17.954, 12.630, 10.227, 7.245, 6.548, 6.439], atol=1e-3)
