"""The gate on run sets written as run files: made worse, equal, noisy, unlike the baseline, or not whole."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.commands.main import main
from core.results import Store
from tests.results.conftest import footer_of, rows_of

ROOT = Path(__file__).resolve().parents[2]
SPREAD = {0: 0.00, 1: 0.02, 2: -0.02, 3: 0.01, 4: -0.01}
RISE = {"rope": 0.25, "alibi": 0.02}
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a run set: for each encoding and seed its rise from 128 to 256, as the baseline's or changed."""

    def run_set(name: str, encodings=tuple(RISE), seeds=tuple(SPREAD), rise=lambda encoding, seed: 0.0, **changes):
        store = Store(tmp_path / name)
        for encoding in encodings:
            for seed in seeds:
                noise = SPREAD.get(seed, 0.015 * (-1) ** seed)
                far = 2.0 + noise + RISE.get(encoding, 0.25) + noise / 2 + rise(encoding, seed)
                rows = rows_of({128: 2.0 + noise, 256: far})
                store.write(f"{encoding}-s{seed}", rows, footer_of(encoding, seed, **changes))
        return tmp_path / name

    return run_set


@pytest.fixture
def baseline(write: Write) -> Path:
    return write("baseline")


def gate(capsys, runs: Path, baseline: Path, *args: str) -> tuple[int, str, str]:
    """Exit status and what was said on both streams."""
    told = f"verdict --metric rise_at_2x --fail-if-worse --runs {runs} --baseline {baseline}"
    status = main([*told.split(), *args])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_a_run_set_made_worse_fails(write, baseline, capsys):
    worse = write("worse", rise=lambda encoding, seed: 0.2 if encoding == "alibi" else 0.0)
    status, out, err = gate(capsys, worse, baseline)
    assert status == 1
    assert "alibi" in err and "worse than alibi in the baseline: rise_at_2x differs by 0.2" in err
    assert "rope (experiment" in out and "rope" not in err


def test_an_equal_run_set_passes(write, baseline, capsys):
    status, out, err = gate(capsys, write("equal"), baseline)
    assert (status, err) == (0, "") and "2 passed, 0 worse, 0 not judged; passed" in out


def test_a_noisy_run_set_passes_and_says_what_it_could_not_have_seen(write, baseline, capsys):
    rng = np.random.default_rng(2)
    status, out, _ = gate(capsys, write("noisy", rise=lambda *_: rng.normal(0, 0.03)), baseline)
    assert status == 0
    assert len(re.findall(r"with 5 seeds a gap under 0\.\d+ nats/token could not have been seen", out)) == 2


def test_a_better_run_set_passes(write, baseline, capsys):
    status, out, _ = gate(capsys, write("better", rise=lambda *_: -0.2), baseline)
    assert status == 0 and "better than rope in the baseline" in out


def test_other_seeds_are_compared_by_welch(write, baseline, capsys):
    others = {"seeds": (5, 6, 7, 8)}
    status, out, _ = gate(capsys, write("as-good", **others), baseline)
    assert status == 0 and "4 seeds on the smaller side, compared by Welch's test" in out
    status, _, err = gate(capsys, write("as-bad", rise=lambda *_: 0.3, **others), baseline)
    assert status == 1 and "Welch" in err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"config": {"steps": 50, "batch_size": 8}}, "differs from the baseline's in batch_size and steps"),
        ({"corpus": {"name": "tiny", "sha256": "other", "bytes": 10}}, "differs from the baseline's in the corpus"),
        ({"seeds": (0, 1)}, "2 of 5 seeds have rise_at_2x on both sides and a verdict needs 3"),
        ({"status": "interrupted"}, "0 of 5 seeds have rise_at_2x on both sides"),
        ({"encodings": ("mine",)}, "the baseline has no such series; say by --against"),
    ],
)
def test_what_cannot_be_judged_has_a_status_of_its_own(write, baseline, capsys, changes, said):
    status, _, err = gate(capsys, write("other", **changes), baseline)
    assert status == 2 and said in err
    for line in err.strip().splitlines()[:-1]:
        assert line.count(". ") == 0 and line.endswith(".")


def test_missing_runs_are_not_judged(write, baseline, capsys, tmp_path):
    assert gate(capsys, tmp_path / "nothing", baseline)[0] == 2
    assert gate(capsys, baseline, tmp_path / "nothing")[0] == 2
    only_rope = write("only-rope", encodings=("rope",))
    assert gate(capsys, only_rope, baseline)[0] == 0  # what is not there is not asked for
    status, _, err = gate(capsys, only_rope, baseline, "--family", "rope", "alibi")
    assert status == 2 and 'No series is named "alibi"' in err
    status, _, err = gate(capsys, baseline, baseline, "--eval-length", "512")
    assert status == 2 and "No run of the set has rise_at_2x at 512 tokens." in err
    (only_rope / "rope-s0.parquet").write_bytes(b"")
    status, _, err = gate(capsys, only_rope, baseline)
    assert status == 2 and "rope-s0 is no run that can be read: it is empty." in err


def test_what_the_gate_cannot_be_asked_is_not_a_verdict(baseline, capsys):
    status, _, err = gate(capsys, baseline, baseline, "--metric", "speed")
    assert status == 2 and "choose one of val_loss" in err
    status, _, err = gate(capsys, baseline, baseline, "--vary", "rope_theta")
    assert status == 2 and "leave it out" in err


def test_a_diverged_seed_does_not_pass(write, baseline, capsys):
    runs = write("diverged")
    Store(runs).write(
        "rope-s4", rows_of({128: float("nan"), 256: float("nan")}), footer_of("rope", 4, status="diverged")
    )
    status, _, err = gate(capsys, runs, baseline)
    assert status == 2 and "1 of its seeds diverged" in err


def test_a_new_encoding_is_held_against_the_named_series(write, baseline, capsys):
    as_good = write("as-good", encodings=("mine",))
    assert gate(capsys, as_good, baseline, "--against", "rope")[0] == 0
    worse = write("worse", encodings=("mine", "alibi"), rise=lambda encoding, _: 0.3 * (encoding == "mine"))
    status, out, err = gate(capsys, worse, baseline, "--against", "rope")
    assert status == 1 and "mine" in err and "worse than rope in the baseline" in err
    assert "alibi" in out  # which the baseline has: held against its own


def test_a_stated_noise_floor_lets_a_small_steady_loss_pass(write, baseline, capsys):
    slightly = write("slightly", rise=lambda *_: 0.05)
    assert gate(capsys, slightly, baseline)[0] == 1
    assert gate(capsys, slightly, baseline, "--noise-floor", "0.06")[0] == 0


def test_json_tells_the_same(write, baseline, capsys):
    status, out, _ = gate(capsys, write("worse", rise=lambda *_: 0.3), baseline, "--json")
    said = json.loads(out)
    assert (status, said["status"], said["outcome"]) == (1, 1, "worse")
    assert {row["series"]: row["verdict"] for row in said["series"]} == {"rope": "worse", "alibi": "worse"}


def test_the_committed_runs_pass_and_made_worse_they_fail(tmp_path, capsys):
    assert main("verdict --metric rise_at_2x --against rope --fail-if-worse".split()) == 0
    assert "the baseline itself" in capsys.readouterr().out
    store, worse = Store(ROOT / "runs"), Store(tmp_path)
    index = store.index().runs
    chosen = index[index["encoding"].isin(["rope", "alibi"]) & (index["scaling"] == "none")]
    for name in chosen[chosen["name"].str.startswith("reference/")]["name"]:
        run = store.read(name)
        beyond = run.rows["eval_length"].fillna(0) > 128
        worse.write(name, run.rows.assign(value=run.rows["value"] + 0.3 * beyond), run.footer)
    assert main(["verdict", "--metric", "val_loss", "--fail-if-worse", "--runs", str(tmp_path)]) == 0
    assert main(["verdict", "--metric", "rise_at_2x", "--fail-if-worse", "--runs", str(tmp_path)]) == 1
    assert "alibi" in capsys.readouterr().err


def test_the_documented_ci_line_works_as_written(tmp_path, monkeypatch):
    text = (ROOT / "docs/gate.md").read_text()
    line = next(line.strip() for line in text.splitlines() if "--runs candidate/" in line and "verdict" in line)
    for run in (ROOT / "runs/reference").glob("rope-s?-????????.parquet"):
        target = tmp_path / "candidate" / run.name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(run.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert main(line.removeprefix("python -m core ").split()) == 0
