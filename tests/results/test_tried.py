"""Published claims asked of simulated runs whose answer is known."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from core.results.claims import CLAIMS, Claim, Comparison
from core.results.tried import measured_experiment, outcome_of, tried
from core.results.vary import labelled

LENGTHS = (128, 256, 1024)


def frames(losses: dict[str, list[list[float]]]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Final values and an index: for each series, for each seed, the tail loss at 128, 256 and 1,024."""
    config = '{"rope_theta": 10000.0, "train_length": 128, "encoding": "%s"}'
    rows, runs = [], []
    for series, seeds in losses.items():
        encoding, _, scaling = series.partition(", ")
        for seed, by_length in enumerate(seeds):
            name = f"{series}-{seed}"
            run = {
                "name": name,
                "run_id": name,
                "experiment": "e",
                "encoding": encoding,
                "series": series,
                "seed": seed,
            }
            run |= {"scaling": scaling or "none", "status": "finished", "config": config % encoding, "split": "val"}
            run |= {"machine": "m", "threads": 1, "dtype": "float32", "torch": "2", "train_length": 128, "step": 9}
            run |= {"corpus_sha256": "c", "used": True, "replaces": ()}
            runs.append(run)
            for length, loss in zip(LENGTHS, by_length, strict=True):
                rows.append(run | {"metric": "tail_loss", "eval_length": length, "value": loss})
            rows.append(run | {"metric": "val_loss", "eval_length": 128, "value": by_length[0]})
    return pd.DataFrame(rows), pd.DataFrame(runs)


def noisy(level: float, rise: float, seed: int, std: float = 0.01) -> list[list[float]]:
    rng = np.random.default_rng(seed)
    return [[level + one, level + rise / 2 + one, level + rise + one] for one in rng.normal(0, std, 5)]


def one(*comparisons: Comparison) -> Claim:
    return Claim(name="c", statement="s", published="p", comparisons=comparisons)


BETTER = Comparison(series="rope", against="none", expected="better", metric="val_loss")
FLAT = Comparison(series="rope", expected="not worse", times=8)


@pytest.mark.parametrize(("shift", "outcome"), [(-0.5, "reproduced"), (0.5, "not reproduced"), (0.0, "not separated")])
def test_a_difference_of_known_sign(shift: float, outcome: str) -> None:
    values, runs = frames({"none": noisy(2, 0, 1), "rope": noisy(2 + shift, 0, 2)})
    (row,) = tried(values, runs, "e", (one(BETTER),)).to_dict("records")
    assert row["outcome"] == outcome and row["pairs"] == 5 and row["eval_length"] == 128
    assert row["mean_difference"] == pytest.approx(shift, abs=0.02)


def test_the_figures_are_those_of_a_paired_t_test() -> None:
    values, runs = frames({"none": noisy(2, 0, 1), "rope": noisy(1.9, 0, 2)})
    (row,) = tried(values, runs, "e", (one(BETTER),)).to_dict("records")
    sides = [
        values[(values["series"] == name) & (values["metric"] == "val_loss")]["value"] for name in ("rope", "none")
    ]
    expected = stats.ttest_rel(*sides)
    interval = expected.confidence_interval(0.95)
    assert row["p"] == pytest.approx(expected.pvalue, rel=1e-9)
    assert (row["lo"], row["hi"]) == pytest.approx((interval.low, interval.high), rel=1e-9)


@pytest.mark.parametrize(("rise", "outcome"), [(0.0, "reproduced"), (-1.0, "reproduced"), (1.0, "not reproduced")])
def test_a_series_against_itself_at_the_training_length(rise: float, outcome: str) -> None:
    values, runs = frames({"rope": noisy(2, rise, 3)})
    rng = np.random.default_rng(0)
    values["value"] += rng.normal(0, 1e-4, len(values))
    (row,) = tried(values, runs, "e", (one(FLAT),)).to_dict("records")
    assert row["outcome"] == outcome and row["eval_length"] == 1024
    assert row["mean_difference"] == pytest.approx(rise, abs=0.01)


def test_what_was_not_trained_is_not_measured() -> None:
    values, runs = frames({"none": noisy(2, 0, 1)[:2], "rope": noisy(1, 0, 2)})
    rows = tried(values, runs, "e", (one(BETTER), one(replace(BETTER, series="fire")), one(FLAT)))
    assert list(rows["outcome"]) == ["not measured", "not measured", "reproduced"]
    assert list(rows["pairs"]) == [2, 0, 5]


def test_holm_is_over_the_comparisons_of_a_claim() -> None:
    values, runs = frames({"none": noisy(2, 0, 1), "rope": noisy(1.985, 0.2, 2), "alibi": noisy(1.9, 0, 4)})
    pair = (BETTER, replace(BETTER, series="alibi"))
    apart = [tried(values, runs, "e", (one(comparison),))["p_holm"].iloc[0] for comparison in pair]
    together = list(tried(values, runs, "e", (one(*pair),))["p_holm"])
    assert together[0] >= apart[0] and min(together) == pytest.approx(2 * min(apart))


def test_rules_are_compared_at_their_factor() -> None:
    losses = {"rope": noisy(2, 1, 1), "rope, yarn x8": noisy(2.2, 0.1, 2), "rope, linear x8": noisy(3, 0.1, 3)}
    values, runs = frames(losses)
    claim = one(Comparison(series="rope, yarn x8", against="rope, linear x8", expected="better", times=8))
    (row,) = tried(values, runs, "e", (claim,)).to_dict("records")
    assert row["outcome"] == "reproduced" and row["mean_difference"] == pytest.approx(-0.8, abs=0.02)


@pytest.mark.parametrize(
    ("findings", "outcome"),
    [
        ([("better", "better"), ("better", "better")], "reproduced"),
        ([("better", "better"), ("better", "not separated")], "reproduced in part"),
        ([("better", "better"), ("better", "worse")], "not reproduced"),
        ([("worse", "not separated")], "not separated"),
        ([("not worse", "not separated"), ("not worse", "better")], "reproduced"),
        ([("not worse", "worse")], "not reproduced"),
        ([("better", "better"), ("better", "too few seeds")], "not measured"),
    ],
)
def test_what_findings_say_of_a_claim(findings: list[tuple[str, str]], outcome: str) -> None:
    assert outcome_of(findings) == outcome


def test_every_claim_names_its_source_and_is_there_once() -> None:
    assert len({claim.name for claim in CLAIMS}) == len(CLAIMS)
    for claim in CLAIMS:
        assert claim.comparisons and claim.statement.endswith(".")
        assert any(source in claim.published for source in ("arXiv", "kexue.fm", "EleutherAI", "Haviv", "Levy"))


def test_without_a_finished_run_there_is_nothing_to_ask(tmp_path: Path) -> None:
    _, runs = frames({"rope": noisy(2, 0, 1)})
    assert measured_experiment(runs) == "e"
    with pytest.raises(ValueError, match="No run has finished yet"):
        measured_experiment(runs.assign(status="running"))


def test_bases_are_found_in_the_other_experiment() -> None:
    values, runs = frames({"rope": noisy(2, 0, 1)})
    other, others = frames({"rope": noisy(1.5, 0, 2)})
    for frame in (other, others):
        frame["experiment"], frame["name"] = "f", frame["name"] + "b"
        frame["config"] = frame["config"].str.replace("10000.0", "100000.0")
    values, runs = pd.concat([values, other], ignore_index=True), pd.concat([runs, others], ignore_index=True)
    assert set(labelled(values, runs, "rope_theta")["series"]) == {"rope, rope_theta=10000", "rope, rope_theta=100000"}
    claim = next(claim for claim in CLAIMS if claim.name == "large-base")
    (row,) = tried(values, runs, "e", (claim,)).to_dict("records")
    assert row["outcome"] == "reproduced" and row["mean_difference"] == pytest.approx(-0.5, abs=0.02)


@pytest.mark.parametrize(("left", "outcome"), [(0.0, "reproduced"), (0.2, "not reproduced")])
def test_what_further_steps_leave_is_held_against_the_models_before(left: float, outcome: str) -> None:
    before, index = frames({"rope": noisy(2, 1, 1)})
    after, later = frames({"rope": noisy(2 + left, 1, 1)})
    config = '{"start": "run e", "native_length": 128, "train_length": 512}'
    told = {"experiment": "later", "scaling": "linear x4", "config": config, "train_length": 512, "steps": 100}
    names = {"name": "later-" + after["name"], "run_id": "later-" + after["name"]}
    after, later = after.assign(**told, **names), later.assign(**told, name="later-" + later["name"])
    pairs = ((index, later), (before, after))
    runs, values = (pd.concat([old.assign(steps=1000), new], ignore_index=True) for old, new in pairs)
    claim = one(Comparison(series="rope, linear x4", against="rope", expected="not worse", after=100))
    (row,) = tried(values, runs, "e", (claim,)).to_dict("records")
    assert row["outcome"] == outcome and row["pairs"] == 5 and row["eval_length"] == 128
    assert row["mean_difference"] == pytest.approx(left, abs=1e-9)
    other = replace(claim, comparisons=(replace(claim.comparisons[0], after=300),))
    assert tried(values, runs, "e", (other,))["outcome"].item() == "not measured"
