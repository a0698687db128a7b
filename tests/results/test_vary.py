"""What is compared: series by the value of a setting, and pairs in which nothing else differs."""

import json

import numpy as np
import pytest

from core.results import paired
from core.results.leaders import leaders
from core.results.vary import as_text, labelled, setting_of


def fill(put):
    for seed in range(3):
        for base, loss in ((10_000.0, 2.3), (100.0, 2.6), (20.0, 2.0)):
            config = {"rope_theta": base}
            put("rope", seed, {128: 1.6, 256: loss + seed / 100}, name=f"rope-{base:g}-{seed}", config=config)
        put("alibi", seed, {128: 1.7, 256: 1.9 + seed / 99})
        put("rope", seed, {128: 1.6, 256: 2.2 + seed / 98}, name=f"yarn-{seed}", scaling="yarn x2")
        put("rope", seed, {128: 1.0, 256: 1.0}, name=f"long-{seed}", config={"rope_theta": 50.0, "steps": 7})


def test_a_series_for_each_value_in_their_order(store, put):
    fill(put)
    runs = store.index().runs
    values = labelled(store.values(), runs, "rope_theta")
    rope = [name for name in dict.fromkeys(values["series"]) if name.startswith("rope, rope_theta")]
    assert rope == [f"rope, rope_theta={base}" for base in (20, 50, 100, 10000)]
    assert "rope, yarn x2, rope_theta=10000" in set(values["series"])
    assert setting_of("rope, yarn x2, rope_theta=10000", "rope_theta") == "10000"
    assert setting_of("rope, yarn x2", "rope_theta") is None
    assert labelled(store.values(), runs, "scaling")["series"].equals(store.values()["series"])


def test_numbers_are_written_as_one_reads_them():
    assert [as_text(value) for value in (1e4, 0.5, 7, True, None, "auto")] == [
        "10000",
        "0.5",
        "7",
        "true",
        "null",
        "auto",
    ]


def test_only_pairs_in_which_nothing_else_differs_get_a_verdict(store, put):
    fill(put)
    values = labelled(store.values(), store.index().runs, "rope_theta")
    result = paired(values, "rope, rope_theta=10000", "rise_at_2x", vary="rope_theta").set_index("series")
    assert result.loc["rope, rope_theta=100", ["verdict", "compared"]].tolist() == ["worse", ("rope_theta",)]
    assert result.loc["rope, rope_theta=20", "verdict"] == "better"
    assert result.loc["rope, rope_theta=50", "differs"] == ("rope_theta", "steps")
    assert result.loc["rope, rope_theta=50", "verdict"] == ""
    assert result.loc["alibi, rope_theta=10000", "compared"] == ("encoding",)
    assert result.loc["rope, yarn x2, rope_theta=10000", "compared"] == ("scaling",)
    assert set(result.loc["rope, rope_theta=20", "family"]) == set(result.index) - {"rope, rope_theta=50"}
    np.testing.assert_allclose(result.loc["rope, rope_theta=100", "mean_difference"], 0.3, atol=1e-9)


def test_a_corpus_of_other_bytes_is_never_compared(make_values):
    values = make_values({"rope": {0: 1.0, 1: 1.1, 2: 1.2}, "none": {0: 2.0, 1: 2.1, 2: 2.3}})
    values.loc[values["series"] == "none", "corpus_sha256"] = "other"
    row = paired(values, "rope", "tail_loss").iloc[0]
    assert (row["verdict"], row["differs"], row["compared"]) == ("", ("corpus_sha256",), ("encoding",))


def test_the_leader_by_hand(make_values):
    rope = {seed: 2.0 + 0.01 * seed for seed in range(3)}
    near = {seed: loss - 0.001 * (-1) ** seed for seed, loss in rope.items()}
    values = make_values({"rope": rope, "alibi": {s: v - 0.5 - 0.001 * s for s, v in rope.items()}, "none": near})
    (found,) = leaders(values, "tail_loss", (256, 9999), "rope")
    assert (found.series, found.against, found.verdict, found.others, found.n) == ("alibi", "rope", "better", 2, 3)
    assert found.mean_difference == pytest.approx(-0.501) and found.mean == pytest.approx(1.509)
    (found,) = leaders(values, "tail_loss", (256,), "alibi")  # the baseline leads: against the runner-up
    assert (found.series, found.against, found.verdict) == ("alibi", "none", "better")
    assert found.mean_difference < 0
    (found,) = leaders(values[values["series"] != "alibi"], "tail_loss", (256,), "rope")
    assert found.verdict == "not separated" and found.unseen_gap > 0
    (found,) = leaders(values[values["series"] == "none"], "tail_loss", (256,), "rope")
    assert (found.against, found.others) == (None, 0)
    assert leaders(values, "window_loss", (256,), "rope") == []


def test_a_diverged_series_does_not_lead(make_values):
    values = make_values({"rope": {0: 2.0, 1: 2.0, 2: 2.0}, "alibi": {0: 1.0, 1: 1.0, 2: 1.0}})
    values.loc[values["series"] == "alibi", ["used", "status"]] = [False, "diverged"]
    assert [one.series for one in leaders(values, "tail_loss", (256,), "rope")] == ["rope"]


def test_a_setting_that_nobody_has_is_refused(store, put):
    put("rope", 0)
    with pytest.raises(ValueError, match='No run has a setting "colour"; compare by encoding, scaling, batch_size'):
        labelled(store.values(), store.index().runs, "colour")
    assert json.loads(store.index().runs["config"].iloc[0])["steps"] == 100
