"""Lesson 4: the documents' numbers, the derivation by complex numbers, and what becomes of trained weights."""

import cmath
import json
import math
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.course import checkpoint, terms
from core.course.rotation import MOST_PLANES, PAIRS, REFERENCE, Pair, derivation, matrix, planes, solved, turned
from core.positions.rope import inv_freq
from core.results import Store
from core.training.checkpoint import load_weights
from core.training.config import RunConfig
from core.training.model import Transformer

ROOT = Path(__file__).resolve().parents[2]
RUN = "reference/rope-s0-00b3c892"
TEXT = b"KING:\nGood friends, the night is long, and we must part."
places = st.integers(-10_000, 10_000)


def test_the_example_of_thirty_degrees() -> None:
    now, later = turned(PAIRS["aligned"], 2, 5), turned(PAIRS["aligned"], 102, 105)
    assert (now.q_angle, now.k_angle, now.between) == pytest.approx((60, 150, 90))
    assert (later.q_turned, later.between) == pytest.approx((3060, 90))
    assert now.q == pytest.approx((0.5, math.sqrt(3) / 2)) and now.k == pytest.approx((-math.sqrt(3) / 2, 0.5))
    assert later.score == pytest.approx(now.score, abs=1e-12)


@pytest.mark.parametrize(("m", "n", "score"), [(5, 3, 0.2127), (50, 48, 0.2127), (5, 0, -0.3484)])
def test_the_demo_of_two_dimensions(m: int, n: int, score: float) -> None:
    assert turned(PAIRS["apart"], m, n).score == pytest.approx(score, abs=5e-5)


def test_a_book_that_gets_a_chapter_in_front() -> None:
    assert turned(PAIRS["apart"], 100, 103).score == pytest.approx(turned(PAIRS["apart"], 5000, 5003).score, abs=1e-9)


@given(m=places, n=places, speed=st.floats(0.001, 3), tilt=st.floats(-3, 3))
def test_every_line_of_the_derivation_is_the_product_of_complex_numbers(
    m: int, n: int, speed: float, tilt: float
) -> None:
    pair = Pair((0.3, -1.2), (math.cos(tilt), math.sin(tilt)), speed)
    q = complex(*pair.q) * cmath.exp(1j * m * speed)
    k = complex(*pair.k) * cmath.exp(1j * n * speed)
    truth = q.real * k.real + q.imag * k.imag
    assert [step.score for step in derivation(pair, m, n)] == pytest.approx([truth] * 6, abs=1e-9)
    assert turned(pair, m, n).score == pytest.approx(truth, abs=1e-9)
    assert math.hypot(*turned(pair, m, n).q) == pytest.approx(math.hypot(*pair.q))


def test_a_mirrored_turn_is_the_turn_back_and_two_turns_are_one() -> None:
    assert matrix(math.pi / 2) @ [1, 0] == pytest.approx([0, 1])
    assert matrix(0.7).T @ matrix(0.7) == pytest.approx(np.eye(2))
    assert matrix(0.7) @ matrix(0.5) == pytest.approx(matrix(1.2))


@pytest.mark.parametrize(
    ("m", "n", "done"),
    [(*REFERENCE, set()), (7, 10, {"moved"}), (7, 4, {"moved"}), (7, 11, set()), (3, 6, {"upright"}), (3, 7, set())],
)
def test_the_tasks_are_solved_by_what_solves_them(m: int, n: int, done: set[str]) -> None:
    assert {name for name, yes in solved(PAIRS["aligned"], m, n).items() if yes} == done


def test_planes_of_a_head() -> None:
    found = planes(inv_freq(128), 110, 100)
    assert len(found.pairs) == MOST_PLANES and (found.pairs[0], found.pairs[-1]) == (0, 63)
    assert found.agreement == pytest.approx(0.669063, abs=1e-6)  # the documents' decay at a distance of 10
    assert found.q_angles[0] == pytest.approx(math.degrees(110) % 360)
    few = planes(inv_freq(8), 1, 0)
    assert few.pairs == (0, 1, 2, 3) and few.turns == pytest.approx(np.array([1, 0.1, 0.01, 0.001]) / (2 * math.pi))


def test_four_terms_are_the_score_of_the_sums() -> None:
    """By hand: the vectors added first, then one query, one key and their product."""
    rng = np.random.default_rng(4)
    contents, matrices = rng.normal(size=(2, 32)), rng.normal(size=(2, 32, 32)) / math.sqrt(32)
    speeds = 10_000.0 ** (-np.arange(16) / 16)
    for shift in (0, 7, 100_000):
        turns = np.array([p * speeds for p in (5 + shift, 2 + shift)])
        position = np.stack([np.sin(turns), np.cos(turns)], axis=2).reshape(2, 32)
        q, k = (contents[0] + position[0]) @ matrices[0], (contents[1] + position[1]) @ matrices[1]
        assert terms.added(shift).total == pytest.approx(q @ k / math.sqrt(32))
        assert terms.bare_position_term(shift) == pytest.approx(np.cos(3 * speeds).sum())


def test_an_added_score_moves_with_the_place_and_a_turned_one_does_not() -> None:
    start, later = terms.added(0), terms.added(100)
    assert later.content_content == start.content_content
    assert abs(later.total - start.total) > 1 and start.total * later.total < 0
    assert terms.largest_change("float64") < 1e-12
    assert 1e-7 < terms.largest_change("float32") < 1e-4
    assert abs(terms.rotary(1_000_000, "float32") - terms.rotary(0, "float32")) > 1e-4


@pytest.fixture(scope="module")
def model() -> checkpoint.Checkpoint:
    """The committed RoPE run."""
    runs = Store(ROOT / "runs").index().runs
    found = checkpoint.find(str(ROOT / "runs"), runs, "rope")
    assert found and found[0] == RUN
    return checkpoint.load(*found, str(runs.set_index("name").loc[RUN, "config"]))


def test_the_forward_pass_is_the_trainers(model: checkpoint.Checkpoint) -> None:
    config = RunConfig.from_dict(json.loads(Store(ROOT / "runs").index().runs.set_index("name").loc[RUN, "config"]))
    theirs = Transformer(config)
    load_weights(ROOT / "runs" / f"{RUN}.safetensors", theirs)
    tokens = np.frombuffer(TEXT, dtype=np.uint8).astype(np.int64)
    with torch.no_grad():
        scores = theirs(torch.from_numpy(tokens)[None])[0]
        loss = torch.nn.functional.cross_entropy(scores[:-1], torch.from_numpy(tokens[1:]))
    assert checkpoint.logits(model, tokens) == pytest.approx(scores.numpy(), abs=1e-3)
    assert checkpoint.loss(model, TEXT) == pytest.approx(float(loss), abs=1e-4)


def test_mixed_pairings_ruin_trained_weights_and_rearranged_rows_mend_them(model: checkpoint.Checkpoint) -> None:
    assert checkpoint.apart(model, checkpoint.rearranged(model), TEXT) < 1e-10
    read = checkpoint.readings(model, TEXT, more=8)
    assert read["moved"].loss == pytest.approx(read["half"].loss, abs=1e-12)
    assert read["mixed"].loss > read["half"].loss + 1
    assert read["moved"].goes_on == read["half"].goes_on != read["mixed"].goes_on
    assert read["half"].loss < checkpoint.blind(model) == pytest.approx(math.log(256))
    with pytest.raises(ValueError, match="at least 2"):
        checkpoint.loss(model, b"a")


def test_weights_that_are_none_are_refused(model: checkpoint.Checkpoint, tmp_path: Path) -> None:
    broken = tmp_path / "rope.safetensors"
    broken.write_bytes(b"no weights")
    config = json.dumps({"encoding": "rope", "rope_theta": 1e4, "layers": 1, "heads": 1, "train_length": 8})
    with pytest.raises(ValueError, match="cannot be read"):
        checkpoint.load("rope", broken, config)
    with pytest.raises(ValueError, match="no plain model"):
        checkpoint.load("alibi", broken, config.replace('rope"', 'alibi"'))
