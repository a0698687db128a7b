"""Verdicts with seeds left out, on the sample, held against choices made by hand."""

from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest

from core.results import Store, paired
from core.results.leaveout import lottery, of_all_seeds, verdicts_of
from tests.pages import sample


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    root: Path = tmp_path_factory.mktemp("five")
    store = Store(root)
    for encoding, seeds in {"rope": 5, "alibi": 5, "none": 5, "t5": 3}.items():
        for seed in range(seeds):
            store.write(f"{encoding}-s{seed}", sample.rows(encoding, seed), sample.footer(encoding, seed))
    return store.values(store.index().runs["name"])


def test_a_series_that_lacks_a_seed_takes_no_part(values: pd.DataFrame) -> None:
    kept = of_all_seeds(values, "rope", "tail_loss", 256)
    assert set(kept["series"]) == {"rope", "alibi", "none"} and set(kept["eval_length"]) == {256}
    assert of_all_seeds(values, "fire", "tail_loss", 256).empty


def test_the_lottery_counts_what_each_draw_says(values: pd.DataFrame) -> None:
    kept = of_all_seeds(values, "rope", "tail_loss", 256)
    table = lottery(kept, "rope", 3).set_index("series")
    by_hand = []
    for some in combinations(range(5), 3):
        rows = paired(kept[kept["seed"].isin(some)], "rope", "tail_loss", 256).set_index("series")
        by_hand.append(rows.at["alibi", "verdict"])
    assert len(by_hand) == 10 == table.at["alibi", "draws"]
    assert table.at["alibi", "told"] == {one: by_hand.count(one) for one in set(by_hand)}
    assert table.at["alibi", "flipped"] == sum(one != table.at["alibi", "whole"] for one in by_hand)


def test_two_seeds_give_no_verdict_and_no_lottery(values: pd.DataFrame) -> None:
    kept = of_all_seeds(values, "rope", "tail_loss", 256)
    assert set(verdicts_of(kept, "rope", (0, 1)).values()) == {"too few seeds"}
    for size in (2, 6):
        with pytest.raises(ValueError, match=f"size is {size}"):
            lottery(kept, "rope", size)
