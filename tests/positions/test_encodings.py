"""Every record of the registry keeps its promises."""

import re

import numpy as np
import pytest

from core.positions.encodings import ENCODINGS, Encoding

ALL = pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=list(ENCODINGS))


@ALL
def test_hooks_have_their_shapes(encoding: Encoding) -> None:
    if encoding.table:
        assert encoding.table(10, 16).shape == (10, 16)
    if encoding.angles:
        turned = encoding.angles(10, 32, 1e4)
        assert turned.shape[0] == 10 and turned.shape[1] <= 16 and (turned[0] == 0).all()
    if encoding.bias:
        assert encoding.bias(10, 4).shape == (4, 10)
    for hook in (encoding.table and encoding.table(10, 16), encoding.angles and encoding.angles(10, 32, 1e4)):
        assert hook is None or (hook.dtype == np.float64 and np.isfinite(hook).all())


@ALL
def test_a_longer_window_only_adds_rows(encoding: Encoding) -> None:
    if encoding.table:
        np.testing.assert_array_equal(encoding.table(40, 16)[:10], encoding.table(10, 16))
    if encoding.angles:
        np.testing.assert_array_equal(encoding.angles(40, 32, 1e4)[:10], encoding.angles(10, 32, 1e4))
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
    first, second = turn(100, 32, 1e4), turn(100, 32, 20.0)
    np.testing.assert_array_equal(first[:, 0], second[:, 0])
    assert second[99, -1] == pytest.approx(99 * 20.0 ** (-30 / 32))


def test_quarter_rotation_has_its_own_frequencies() -> None:
    turn = ENCODINGS["rope-partial"].angles
    assert turn is not None
    np.testing.assert_allclose(turn(2, 32, 1e4)[1], [1, 0.1, 0.01, 0.001])
