"""The noise floor: recorded from the committed runs, used only at their settings."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from core.results import Store
from core.results.noise import measured, noise_floor, recorded

RUNS = Path(__file__).resolve().parents[2] / "runs"


def test_the_record_is_what_the_committed_runs_give():
    record = recorded()
    values = {name: Store(RUNS).read(name) for name in record.runs}
    last = {name: run.rows[run.rows["step"] == run.rows["step"].max()] for name, run in values.items()}
    of = {}
    for name, rows in last.items():
        for length in (128, 256):
            tail = rows[(rows["split"] == "val") & (rows["metric"] == "tail_loss") & (rows["eval_length"] == length)]
            of[values[name].footer.config["precision"], values[name].footer.seed, length] = tail["value"].item()
    rise = [
        (of[one, seed, 256] - of[one, seed, 128]) - (of[other, seed, 256] - of[other, seed, 128])
        for seed in record.seeds
        for one, other in [record.between]
    ]
    told = {(floor.metric, floor.eval_length): floor for floor in record.floors}
    assert told["rise_at_2x", 256].floor == pytest.approx(math.sqrt(np.mean(np.square(rise))), rel=1e-3)
    assert told["rise_at_2x", 256].pairs == len(record.seeds) == 3


def test_recording_again_changes_nothing():
    store = Store(RUNS)
    assert measured(store.values(recorded().runs)) == recorded()


def test_a_floor_holds_at_the_settings_it_was_measured_at():
    settings = dict(recorded().settings) | {"encoding": "alibi", "seed": 9, "rope_theta": 20.0, "precision": "float32"}
    assert noise_floor(json.dumps(settings), "rise_at_2x", 256) > 0
    assert math.isnan(noise_floor(json.dumps(settings | {"steps": 5}), "rise_at_2x", 256))
    assert math.isnan(noise_floor(json.dumps(settings), "rise_at_2x", 300))
    assert math.isnan(noise_floor("{}", "rise_at_2x", 256))


def test_root_mean_square_of_the_pairs_by_hand(store, put):
    for seed, shift in ((0, 0.3), (1, -0.4)):
        for precision, more in (("float32", 0.0), ("bfloat16", shift)):
            name, config = f"{precision}-{seed}", {"precision": precision}
            put("rope", seed, {128: 2.0 + more, 256: 2.5}, name=name, config=config)
    put("rope", 2, config={"precision": "float32"})
    found = measured(store.values())
    told = {(floor.metric, floor.eval_length): floor.floor for floor in found.floors}
    assert told["tail_loss", 128] == told["rise_at_2x", 256] == pytest.approx(math.sqrt((0.09 + 0.16) / 2), rel=1e-3)
    assert told["tail_loss", 256] == 0
    assert (found.seeds, found.between, found.series) == ((0, 1), ("float32", "bfloat16"), "rope")
    assert "precision" not in found.settings and found.settings["steps"] == 100


def test_without_two_precisions_there_is_no_floor(store, put):
    put("rope", 0)
    with pytest.raises(ValueError, match="two precisions"):
        measured(store.values())
