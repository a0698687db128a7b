"""What a window shows to each pair, against sets of angles, published counts and transformers' own tables."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from core.positions import rope
from core.positions.reach import reach, turning
from core.positions.seen import SEEN, TRAINED, UNSEEN, covered, seen_angles

DIMS = st.integers(1, 64).map(lambda half: 2 * half)
BASES = st.floats(1.5, 1e8)
LENGTHS = st.integers(1, 3000)


def by_sets(now: float, trained: float, length: int, position: int) -> int:
    """The kind of one cell: does any trained position's step, walked one by one, hold this angle?"""
    angle = math.fmod(position * now, 2 * math.pi)
    for n in range(length):
        begin = math.fmod(n * trained, 2 * math.pi)
        beyond = (angle - begin) % (2 * math.pi)
        if beyond < trained or math.isclose(beyond, 0, abs_tol=1e-9):
            return TRAINED if position < length else SEEN
    return UNSEEN


def near_an_edge(now: float, trained: float, length: int, position: int) -> bool:
    """Whether rounding decides: at the end of the arc, at angle 0, or where the arc closes."""
    angle, arc = (position * now) % (2 * math.pi), length * trained
    return min(abs(angle - arc), angle, 2 * math.pi - angle, abs(arc - 2 * math.pi)) < 1e-7


@given(st.floats(1e-4, 1), st.floats(0.05, 2), st.integers(1, 300), st.integers(0, 3000))
def test_each_cell_equals_a_walk_over_the_trained_positions(
    trained: float, ratio: float, length: int, position: int
) -> None:
    now = trained * ratio
    if near_an_edge(now, trained, length, position):
        return
    kind = seen_angles(np.array([now]), np.array([trained]), length, np.array([position])).item()
    assert kind == by_sets(now, trained, length, position)


@given(DIMS, BASES, LENGTHS)
def test_inside_the_window_all_is_trained_and_just_beyond_it_the_slow_pairs_are_lost(
    dim: int, base: float, length: int
) -> None:
    frequencies = rope.inv_freq(dim, base)
    kinds = seen_angles(frequencies, frequencies, length, np.arange(length + 1))
    assert (kinds[:, :length] == TRAINED).all()
    assert (kinds[:, length] == UNSEEN).sum() == rope.slow_pairs(frequencies, length)
    assert set(np.unique(kinds[:, length])) <= {SEEN, UNSEEN}


@given(DIMS, BASES, st.integers(1, 500), st.integers(1, 32))
def test_position_interpolation_meets_no_new_angle(dim: int, base: float, length: int, factor: int) -> None:
    trained = rope.inv_freq(dim, base)
    kinds = seen_angles(trained / factor, trained, length, np.arange(factor * length))
    assert not (kinds == UNSEEN).any()
    slow = rope.wavelengths(trained) > length  # one step further the stretched window ends
    assert (seen_angles(trained / factor, trained, length, np.array([factor * length]))[slow] == UNSEEN).all()


def test_a_slow_pair_that_comes_round_stands_where_it_stood() -> None:
    turn = 100.0  # positions; 60 of them were trained
    w = np.array([2 * np.pi / turn])
    kinds = seen_angles(w, w, 60, np.array([0, 59, 60, 99, 101, 159, 161, 199, 201]))
    assert kinds.tolist() == [[TRAINED, TRAINED, UNSEEN, UNSEEN, SEEN, SEEN, UNSEEN, UNSEEN, SEEN]]


def test_a_pair_that_does_not_turn_knows_its_only_angle() -> None:
    still, turns_now = np.zeros(1), np.array([0.1])
    assert (seen_angles(still, still, 8, np.arange(64)) != UNSEEN).all()
    assert seen_angles(turns_now, still, 8, np.array([0, 1])).tolist() == [[TRAINED, UNSEEN]]


def test_a_faster_pair_leaves_its_arc_within_the_window() -> None:
    trained = np.array([0.01])
    assert seen_angles(2 * trained, trained, 100, np.array([49, 51])).tolist() == [[TRAINED, UNSEEN]]


@given(DIMS, BASES, LENGTHS)
def test_the_arc_is_what_is_left_of_the_circle(dim: int, base: float, length: int) -> None:
    frequencies = rope.inv_freq(dim, base)
    arc = covered(frequencies, length)
    np.testing.assert_allclose(arc, [min(length * w, 2 * math.pi) for w in frequencies], rtol=1e-12)


@pytest.mark.parametrize(
    ("model", "dim", "base", "length", "share", "slow", "pairs"),
    [
        ("Qwen3", 128, 1e6, 32_768, 1.0, 24, 64),
        ("Qwen3.8", 256, 1e7, 262_144, 0.25, 10, 32),
        ("Llama 2", 128, 1e4, 4_096, 1.0, 18, 64),
    ],
)
def test_published_counts(model: str, dim: int, base: float, length: int, share: float, slow: int, pairs: int) -> None:
    found = reach(dim, base, length, share)
    assert (found.slow, len(found.inv_freq)) == (slow, pairs)
    assert (found.finished == (found.turns >= 1)).all()


@pytest.mark.parametrize("share", [0.25, 0.5, 1.0])
@pytest.mark.parametrize(("share_of", "rope_type"), [("partial", "linear"), ("proportional", "proportional")])
def test_both_meanings_of_a_share_equal_transformers(share: float, share_of: str, rope_type: str) -> None:
    said = {"rope_type": rope_type, "rope_theta": 1e6, "partial_rotary_factor": share, "factor": 1.0}
    config = LlamaConfig(head_dim=128, hidden_size=128, num_attention_heads=1, rope_parameters=said)
    theirs, _ = ROPE_INIT_FUNCTIONS[rope_type](config, "cpu")
    theirs = theirs.numpy()
    np.testing.assert_allclose(turning(128, 1e6, share, share_of), theirs[theirs > 0], rtol=1e-6)  # type: ignore[arg-type]


def test_the_two_meanings_turn_as_many_pairs_and_differ_in_speed() -> None:
    part, fastest = turning(128, 1e6, 0.25), turning(128, 1e6, 0.25, "proportional")
    assert len(part) == len(fastest) == 16
    assert part[-1] == pytest.approx(1e6 ** (-15 / 16)) and fastest[-1] == pytest.approx(1e6 ** (-15 / 64))
    np.testing.assert_array_equal(turning(128, 1e6), turning(128, 1e6, 1.0, "proportional"))


def test_a_larger_base_slows_the_last_pair_and_leaves_the_first() -> None:
    found = reach(128, 1e6, 32_768)
    assert found.inv_freq[0] == 1
    assert found.slower == pytest.approx(100 ** (63 / 64))  # 93, as the course has it
    assert reach(128, 1e4, 32_768).slower == 1
    assert reach(128, 1e3, 32_768).slower < 1


def test_unseen_pairs_of_a_position() -> None:
    found = reach(128, 1e6, 32_768)
    assert found.unseen_at(32_767) == 0
    assert found.unseen_at(32_768) == found.slow == 24
    longest = 8 * 32_768 - 1  # by hand: the angle of each pair, and whether it lies beyond the arc of the window
    angles = [(longest * w) % (2 * math.pi) > 32_768 * w for w in found.inv_freq[40:]]
    assert found.unseen_at(longest) == sum(angles)


@pytest.mark.parametrize("share", [0.0, -0.5, 1.01, 0.001, float("nan")])
@pytest.mark.parametrize("share_of", ["partial", "proportional"])
def test_a_share_without_a_pair_is_refused(share: float, share_of: str) -> None:
    with pytest.raises(ValueError, match="rotated share"):
        turning(128, 1e4, share, share_of)  # type: ignore[arg-type]


def test_what_makes_no_sense_is_refused() -> None:
    w = rope.inv_freq(8)
    with pytest.raises(ValueError, match='"partial" or "proportional"'):
        turning(8, 1e4, 0.5, "both")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rotary_dim is 7"):
        turning(7, 1e4)
    with pytest.raises(ValueError, match="0 positions"):
        reach(8, 1e4, 0)
    with pytest.raises(ValueError, match="train_length is 0"):
        seen_angles(w, w, 0, np.array([1]))
    with pytest.raises(ValueError, match="4 pairs and trained_inv_freq 2"):
        seen_angles(w, w[:2], 8, np.array([1]))
    with pytest.raises(ValueError, match="a position is -1"):
        seen_angles(w, w, 8, np.array([3, -1]))
