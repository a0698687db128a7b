"""What a rule does to a model, against counts by hand, published bands and a walk over the cells."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.positions.extension import COMPARED, bounds, cells, extended, runs_of, shares, target_setting
from core.positions.rope import inv_freq
from core.positions.scaling_rules import Setting
from core.positions.seen import SEEN, TRAINED, UNSEEN

QWEN = inv_freq(128, 1e6)
AT_4 = target_setting(32768, 4.0)


def test_pairs_kept_blended_and_divided() -> None:
    counts = {name: extended(name, QWEN, AT_4) for name in ("none", "linear", "ntk", "yarn")}
    told = {name: (one.kept, one.blended, one.divided) for name, one in counts.items()}
    # The released YaRN's ramp is [23, 40] for this model; pairs up to 23 are kept, those from 40 on divided.
    assert told == {"none": (64, 0, 0), "linear": (0, 0, 64), "ntk": (1, 62, 1), "yarn": (24, 16, 24)}
    llama = extended("llama3", inv_freq(128, 5e5), Setting(factor=8.0, native_length=8192, length=65536))
    assert (llama.kept, llama.blended, llama.divided) == (29, 6, 29)


@pytest.mark.parametrize("name", [name for name in COMPARED if name != "longrope"])
@pytest.mark.parametrize(("dim", "base"), [(32, 1e4), (128, 1e6)])
def test_every_pair_is_counted_once_and_shares_are_shares(name: str, dim: int, base: float) -> None:
    one = extended(name, inv_freq(dim, base), target_setting(1024, 8.0))
    assert one.kept + one.blended + one.divided == dim // 2
    assert one.seen.shape == (dim // 2, len(one.positions)) and 0 <= one.unseen < 1
    assert one.unseen == np.count_nonzero(one.seen == UNSEEN) / one.seen.size
    assert one.logit_factor == pytest.approx(one.attention_factor**2)


def test_interpolation_leaves_no_angle_unseen_and_costs_resolution() -> None:
    direct, linear, yarn = (extended(name, QWEN, AT_4) for name in ("none", "linear", "yarn"))
    assert linear.unseen == yarn.unseen == 0 < direct.unseen
    assert direct.contrast == 1 and linear.neighbour_angle == pytest.approx(0.25)
    # 1 - mean cos(w / 4) over 1 - mean cos(w), by hand.
    apart = [sum(1 - math.cos(w / by) for w in QWEN) for by in (4, 1)]
    assert linear.contrast == pytest.approx(apart[0] / apart[1], rel=1e-12)
    assert yarn.attention_factor == pytest.approx(1.138629, abs=1e-6)


def test_only_rules_by_length_leave_short_texts_alone() -> None:
    changes = {name: extended(name, QWEN, AT_4).changes_short_texts for name in COMPARED if name != "longrope"}
    assert {name for name, changed in changes.items() if not changed} == {"none", "dynamic", "dynamic-paper"}


def test_bounds_are_where_a_pair_makes_so_many_turns() -> None:
    first, last = bounds("by-parts", QWEN, AT_4)  # type: ignore[misc]
    at = [32768 * 1e6 ** (-index / 64) / (2 * math.pi) for index in (first, last)]
    assert at == pytest.approx([32, 1], rel=1e-9)
    assert bounds("yarn", QWEN, AT_4) == (23, 40) and bounds("linear", QWEN, AT_4) is None


@given(st.integers(1, 5_000_000))
def test_cells_are_positions_of_the_text_in_order(length: int) -> None:
    found = cells(length)
    assert len(found) == min(256, length) and found[0] >= 0 and found[-1] < length
    assert (np.diff(found) > 0).all()


@given(st.lists(st.sampled_from([TRAINED, SEEN, UNSEEN]), min_size=1, max_size=40))
def test_stretches_tell_the_row_again(row: list[int]) -> None:
    stretches = runs_of(np.array(row))
    assert [value for value, start, end in stretches for _ in range(start, end)] == row
    assert all(one[0] != other[0] for one, other in pairwise(stretches))


def test_shares_begin_at_nothing_and_end_at_the_target() -> None:
    edges = shares(extended("none", QWEN, AT_4))
    assert (edges[0], edges[-1]) == (0, 1) and len(edges) == 257
