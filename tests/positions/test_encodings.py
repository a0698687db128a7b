"""Every record of the registry keeps its promises."""

import re

import numpy as np
import pytest
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from core.positions.encodings import ENCODINGS, Encoding, Sizes

ALL = pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=list(ENCODINGS))


SIZES = Sizes()


@ALL
def test_hooks_have_their_shapes(encoding: Encoding) -> None:
    if encoding.table:
        assert encoding.table(10, 16).shape == (10, 16)
    if encoding.angles:
        turned = encoding.angles(np.arange(10), SIZES)
        assert turned.shape[0] == 10 and turned.shape[1] <= 16 and (turned[0] == 0).all()
    if encoding.bias:
        assert encoding.bias(10, 4).shape == (4, 10)
    for hook in (encoding.table and encoding.table(10, 16), encoding.angles and encoding.angles(np.arange(10), SIZES)):
        assert hook is None or (hook.dtype == np.float64 and np.isfinite(hook).all())


@ALL
def test_a_longer_window_only_adds_rows(encoding: Encoding) -> None:
    if encoding.table:
        np.testing.assert_array_equal(encoding.table(40, 16)[:10], encoding.table(10, 16))
    if encoding.angles:
        np.testing.assert_array_equal(encoding.angles(np.arange(40), SIZES)[:10], encoding.angles(np.arange(10), SIZES))
    if encoding.bias:
        np.testing.assert_array_equal(encoding.bias(40, 4)[:, :10], encoding.bias(10, 4))


@ALL
def test_record_is_complete(encoding: Encoding) -> None:
    assert ENCODINGS[encoding.name] is encoding
    assert re.fullmatch(r"#[0-9A-F]{6}", encoding.colour)
    assert encoding.label and encoding.source and encoding.summary.endswith(".")


def test_no_two_series_look_alike() -> None:
    assert len({encoding.colour for encoding in ENCODINGS.values()}) == len(ENCODINGS)
    assert len({encoding.dash for encoding in ENCODINGS.values()}) == len(ENCODINGS)


def test_base_reaches_the_rotation() -> None:
    # equinox once cached its table without the base, so a second base got the first one's table.
    turn = ENCODINGS["rope"].angles
    assert turn is not None
    first, second = (turn(np.arange(100), Sizes(rope_theta=base)) for base in (1e4, 20.0))
    np.testing.assert_array_equal(first[:, 0], second[:, 0])
    assert second[99, -1] == pytest.approx(99 * 20.0 ** (-30 / 32))


def test_quarter_rotation_has_its_own_frequencies() -> None:
    turn = ENCODINGS["rope-partial"].angles
    assert turn is not None
    np.testing.assert_allclose(turn(np.arange(2), SIZES)[1], [1, 0.1, 0.01, 0.001])


def frequencies(name: str, sizes: Sizes) -> np.ndarray:
    turn = ENCODINGS[name].angles
    assert turn is not None
    return turn(np.array([1]), sizes)[0]


def test_p_rope_equals_transformers_proportional_rope() -> None:
    for d_model in (32, 64, 256):
        parameters = {"rope_type": "proportional", "rope_theta": 5e4, "partial_rotary_factor": 0.75}
        config = LlamaConfig(head_dim=d_model, rope_parameters=parameters)
        expected, factor = ROPE_INIT_FUNCTIONS["proportional"](config, device="cpu")
        found = frequencies("p-rope", Sizes(d_model=d_model, heads=1, rope_theta=5e4))
        assert factor == 1 and (found == 0).sum() == d_model // 8
        np.testing.assert_allclose(found, expected.double().numpy(), rtol=1e-6)


def test_hope_turns_exactly_what_finishes_a_turn() -> None:
    # Slow pairs at a window of 128 and 16 pairs, as published beside the bases: 0, 5, 9, 10, 11.
    for base, slow in ((20, 0), (100, 5), (1e3, 9), (1e4, 10), (1e5, 11)):
        sizes = Sizes(rope_theta=base)
        found, whole = frequencies("hope", sizes), frequencies("rope", sizes)
        assert (found == 0).sum() == slow
        np.testing.assert_array_equal(found[: 16 - slow], whole[: 16 - slow])
        assert (found[: 16 - slow] * 128 >= 2 * np.pi).all() and (whole[16 - slow :] * 128 < 2 * np.pi).all()
