"""Each pitfall happens, and its cure undoes it."""

import pytest

from core.course import pitfalls


def test_order_is_lost_without_positions_and_kept_with_them() -> None:
    bag, turned = pitfalls.without_position()
    assert bag < 1e-12 and turned > 0.01


def test_published_numbers() -> None:
    assert pitfalls.raw_index(37) == pytest.approx(0.02703, abs=1e-5)
    rope, long = pitfalls.partly_turned(), pitfalls.stretched()
    assert (rope.rotary_dim, rope.head_dim) == (64, 256)
    assert long.original is not None and long.original * long.setting.factor == long.target == 1_048_576


def test_a_table_says_where_it_ends() -> None:
    assert pitfalls.past_the_table(129, 128).startswith("Position 128 has no row")
    assert pitfalls.past_the_table(128, 128) == ""


def test_a_shift_moves_scores_only_where_embeddings_are_turned() -> None:
    right, wrong = pitfalls.turned_embeddings()
    assert right < 1e-11 and wrong > 1


def test_mixed_pairings_ruin_scores_and_a_permutation_mends_them() -> None:
    mixed, mended = pitfalls.mixed_pairings()
    assert mixed > 1 and mended < 1e-12
