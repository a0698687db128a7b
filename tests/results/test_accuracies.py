"""Accuracies over seeds, who is right beyond the training length, and where loss and task disagree."""

import json

import pandas as pd
import pytest

from core.commands.main import main
from core.results import Footer, Store, both, disagreement
from core.results.beyond import standing, twice, uneven
from core.results.kinds import on_tasks, on_texts

LENGTHS = (32, 64, 128)
CONFIG = {"corpus": "needle", "steps": 10, "train_length": 64, "eval_lengths": list(LENGTHS)}


def rows(shares: dict[int, float], step: int = 10) -> pd.DataFrame:
    """Accuracies of an early and of the last evaluation, the last one also at two depths."""
    made = []
    for length, share in shares.items():
        for metric, value in (("exact_match", share), ("token_accuracy", min(1.0, share + 0.05))):
            made.append((1, 0, 0, 0.0, "val", length, None, metric, 0.0))
            made.append((1, step, 640, 1.0, "val", length, None, metric, value))
            made += [(1, step, 640, 1.0, "val", length, depth, metric, 0.5 * value) for depth in (0, 100)]
    made.append((1, step, 640, 1.0, "train", None, None, "loss", 1.0))
    return pd.DataFrame(
        made, columns=["attempt", "step", "tokens", "seconds", "split", "eval_length", "position", "metric", "value"]
    )


def put(store: Store, encoding: str, seed: int, shares: dict[int, float], status: str = "finished", **more) -> None:
    config = CONFIG | {"encoding": encoding, "seed": seed} | more
    footer = Footer(run_id=f"{encoding}-s{seed}", encoding=encoding, seed=seed, config=config, status=status)
    store.write(f"tasks/{encoding}-s{seed}-{config['corpus'].replace('./', 'file-')}", rows(shares), footer)


@pytest.fixture
def filled(store: Store) -> Store:
    for seed in range(3):
        put(store, "rope", seed, {32: 1.0, 64: 0.9 + seed / 100, 128: 0.2 + seed / 100})
        put(store, "alibi", seed, {32: 1.0, 64: 0.8, 128: 0.8 - seed / 100})
        put(store, "none", seed, {32: 0.3, 64: 0.1, 128: 0.9})
    return store


def test_accuracies_are_those_of_the_last_evaluation_without_the_depths(filled: Store) -> None:
    values = filled.accuracies()
    rope = values[(values["series"] == "rope") & (values["metric"] == "exact_match") & (values["eval_length"] == 128)]
    assert sorted(rope["value"]) == pytest.approx([0.2, 0.21, 0.22]) and set(rope["step"]) == {10}
    assert len(values) == 3 * 3 * 2 * 3 and values["used"].all()


def test_a_run_that_did_not_finish_is_asked_for_and_not_in_the_mean(filled: Store) -> None:
    put(filled, "rope", 3, {}, status="diverged")
    values = filled.accuracies()
    rope = values[(values["series"] == "rope") & (values["metric"] == "exact_match") & (values["eval_length"] == 64)]
    assert len(rope) == 4 and rope["used"].sum() == 3


def test_losses_and_accuracies_keep_to_their_own_runs(filled: Store) -> None:
    put(filled, "rope", 0, {64: 0.5}, corpus="./needle")  # a file of that name is a text
    runs = filled.index().runs
    assert len(on_tasks(runs)) == 9 and set(on_tasks(runs)["task"]) == {"needle"} and len(on_texts(runs)) == 1
    assert set(filled.values()["metric"]) == {"val_loss"} and len(filled.values()) == 1
    assert len(set(filled.accuracies()["name"])) == 9


def test_the_best_and_the_worst_are_sought_among_those_that_learned(filled: Store) -> None:
    found = standing(filled.accuracies(), "exact_match", 64, 128)
    assert found is not None
    assert found.best == ("alibi",) and found.worst == ("rope",) and found.failed == ("none",)
    assert found.highest["mean"] == pytest.approx(0.79) and found.lowest["mean"] == pytest.approx(0.21)
    assert found.highest["n"] == 3 and found.partly == ()
    assert (
        standing(filled.accuracies([f"tasks/none-s{seed}-needle" for seed in range(3)]), "exact_match", 64, 128) is None
    )


def test_seeds_that_did_not_learn_are_counted(filled: Store) -> None:
    put(filled, "alibi", 2, {32: 0.1, 64: 0.0, 128: 0.0})
    found = standing(filled.accuracies(), "exact_match", 64, 128)
    assert found is not None and found.partly == (("alibi", 2, 3),) and "alibi" in found.learned


@pytest.mark.parametrize(
    ("lengths", "train_length", "found"),
    [((22, 42, 52, 82, 122), 42, 82), ((32, 64), 64, None), ((64, 96, 256), 64, 96), ((), 8, None)],
)
def test_the_length_beyond_is_the_one_nearest_to_twice(lengths, train_length, found) -> None:
    assert twice(lengths, train_length) == found


def test_the_most_uneven_series_is_named_with_its_ends() -> None:
    table = pd.DataFrame(
        [("a", 64, 0, 0.5), ("a", 64, 50, 0.9), ("b", 64, 0, 0.1), ("b", 64, 50, 0.8), ("b", 32, 0, 0.0)],
        columns=["series", "eval_length", "position", "mean"],
    )
    found = uneven(table, 64)
    assert found is not None and (found[0]["series"], found[0]["position"], found[1]["position"]) == ("b", 0, 50)
    assert uneven(table, 128) is None


def test_pairs_in_opposite_order_are_found_and_judged(make_values) -> None:
    losses = make_values(
        {"rope": {0: 1.0, 1: 1.01, 2: 1.02}, "alibi": {0: 1.5, 1: 1.52, 2: 1.51}, "none": {0: 1.1, 1: 1.0, 2: 1.06}},
        metric="val_loss",
    )
    shares = make_values(
        {"rope": {0: 0.2, 1: 0.21, 2: 0.22}, "alibi": {0: 0.9, 1: 0.91, 2: 0.89}, "none": {0: 0.1, 1: 0.1, 2: 0.1}},
        metric="exact_match",
    )
    shares = pd.concat([shares, shares.assign(metric="token_accuracy"), shares.assign(eval_length=64)])
    found = disagreement(losses, ("val_loss", None), shares, ("exact_match", 256)).set_index(["first", "second"])
    assert len(found) == 3
    one = found.loc[("rope", "alibi")]
    assert one["opposed"] and one["separated"] and (one["loss_verdict"], one["accuracy_verdict"]) == ("better", "worse")
    assert one["loss"] == pytest.approx(-0.5) and one["accuracy"] == pytest.approx(-0.69)
    assert one["loss_pairs"] == one["accuracy_pairs"] == 3
    same = found.loc[("rope", "none")]  # the lower loss and the better answers, but no loss beyond the seeds
    assert not same["opposed"] and not same["separated"]
    means = both(losses, ("val_loss", None), shares, ("exact_match", 256)).set_index("series")
    assert means.loc["alibi", "accuracy"] == pytest.approx(0.9) and means.loc["alibi", "loss_n"] == 3


def test_series_on_one_side_alone_are_left_out(make_values) -> None:
    losses = make_values({"rope": {0: 1.0}, "alibi": {1: 1.5}}, metric="val_loss")
    shares = make_values({"rope": {0: 0.2}, "alibi": {0: 0.9}, "none": {0: 0.1}}, metric="exact_match")
    assert disagreement(losses, ("val_loss", None), shares, ("exact_match", 256)).empty


def test_the_command_prints_every_task(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    root = str(filled.root)
    assert main(["tasks", "--runs", root]) == 0
    out = capsys.readouterr().out
    assert "needle: share of texts whose whole answer is right" in out and "0.210 ± 0.010" in out
    assert main(["tasks", "--json", "--runs", root]) == 0
    said = json.loads(capsys.readouterr().out)
    (one,) = [r for r in said if (r["encoding"], r["metric"], r["eval_length"]) == ("rope", "exact_match", 128)]
    assert one["mean"] == pytest.approx(0.21) and one["n"] == 3 and one["task"] == "needle"
    assert main(["tasks", "--markdown", "--runs", root]) == 0
    assert "| series |" in capsys.readouterr().out
    assert main(["summary", "--runs", root]) == 1  # no run here has a loss
    assert "holds no run" in capsys.readouterr().err
