"""The fork: a trace of the place by hand, a readout that finds what is there and nothing else, and the sorting."""

from pathlib import Path

import numpy as np
import pytest

from core.course import checkpoint, fork, probe
from core.positions.permutation import word_vectors
from core.results import Store

ROOT = Path(__file__).resolve().parents[2]
WORDS = ("once", "la")


@pytest.mark.parametrize("order", ["rope", "none"])
def test_other_numbers_move_nothing_and_the_mask_tells_places_apart(order: str) -> None:
    found = fork.trace(WORDS, order, True, 1000)  # type: ignore[arg-type]
    assert found.moved < 1e-12 and found.apart > 0.1
    assert found.shares[0] == pytest.approx(1)
    assert fork.trace(("la", "la"), order, True, 0).apart < 1e-12, "a first word like the others leaves no trace"  # type: ignore[arg-type]


def test_without_mask_and_positions_every_place_is_alike_and_sinusoids_know_the_numbers() -> None:
    assert fork.trace(WORDS, "none", False, 0).apart < 1e-12
    assert fork.trace(WORDS, "sinusoidal", True, 1000).moved > 0.1


def test_the_share_without_positions_is_one_in_so_many() -> None:
    """Two scores only, that of the first word and that of the other: the share is 1 / (1 + i * ratio)."""
    shares = fork.trace(WORDS, "none", True, 0).shares[1:]
    ratio = 1 / shares[0] - 1
    assert shares == pytest.approx(1 / (1 + np.arange(1, len(shares) + 1) * ratio))
    assert len(word_vectors(WORDS)) == 2


def test_the_claims_are_graded() -> None:
    assert all(fork.sorted_right(fork.TRUTH).values())
    wrong = fork.sorted_right(dict.fromkeys(fork.TRUTH, "maths"))
    assert sum(wrong.values()) == sum(kind == "maths" for kind in fork.TRUTH.values()) == 2
    with pytest.raises(ValueError, match="distance"):
        fork.sorted_right(dict.fromkeys(fork.TRUTH, "maths") | {"distance": "faith"})


def test_the_readout_finds_a_place_that_is_written_in_and_no_other() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(40, 64, 16))
    assert probe.fit_error(vectors) == pytest.approx(probe.blind_error(64), rel=0.1)
    written = vectors.copy()
    written[..., 3] += np.arange(64)
    assert probe.fit_error(written) < 2
    assert probe.blind_error(128) == 32


def test_pieces_are_the_same_at_every_call_and_of_the_length_asked() -> None:
    assert probe.windows(100, 3).shape == (3, 100)
    assert (probe.windows(100, 3) == probe.windows(100, 3)).all()


def test_the_model_without_positions_has_built_its_own_and_needs_the_mask_for_it() -> None:
    runs = Store(ROOT / "runs").index().runs
    errors = {}
    for encoding in ("none", "rope"):
        found = checkpoint.find(str(ROOT / "runs"), runs, encoding)
        assert found
        model = checkpoint.load(*found, str(runs.set_index("name").loc[found[0], "config"]))
        errors[encoding] = probe.probe(model)
        if encoding == "none":
            errors["unmasked"] = probe.probe(model, causal=False)
    assert errors["none"].min() < 25 and errors["none"][0] > 31, "nothing before the first layer"
    assert errors["unmasked"].min() > 30 and errors["rope"].min() > 29
