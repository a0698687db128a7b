"""Tasks as corpora: batches, accuracies against models whose answers are known, and whole small runs."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from core.commands.task_settings import with_task_settings
from core.results import Store
from core.tasks import DEPTHS, TASKS, Task, fingerprint
from core.training.accuracy import answered, task_scores
from core.training.config import RunConfig
from core.training.data import load
from core.training.losses import mean_loss
from core.training.model import Transformer
from core.training.tasks import UNSCORED, evaluation_examples, stacked, training_batch
from core.training.train import Options, resume, train
from core.training.trainer import Trainer

SMALL = RunConfig(
    corpus="copy", steps=20, train_length=16, batch_size=8, layers=1, d_model=32, heads=2, warmup_steps=5,
    precision="float32", eval_every=10, eval_lengths=(16, 32), eval_windows=20,
)  # fmt: skip


class Known(Transformer):
    """A model whose logits are given as a function of the tokens."""

    def __init__(self, config: RunConfig, logits: Callable[[torch.Tensor], torch.Tensor]) -> None:
        super().__init__(config)
        self.logits = logits

    def forward(self, tokens: torch.Tensor, position: object = None) -> torch.Tensor:
        return self.logits(tokens)


def right_for(task: Task, lengths: tuple[int, ...], count: int) -> Callable[[torch.Tensor], torch.Tensor]:
    """Logits that put everything on the target of the texts of an evaluation."""
    known = {}
    for length in lengths:
        for depth in (None, *DEPTHS):
            for tokens, _ in evaluation_examples(task, length, count, depth):
                known[tuple(tokens[:-1])] = tokens[1:]

    def logits(tokens: torch.Tensor) -> torch.Tensor:
        targets = np.array([known[tuple(row)] for row in tokens.tolist()])
        return torch.nn.functional.one_hot(torch.from_numpy(targets), 256).float()

    return logits


@pytest.mark.parametrize("name", list(TASKS))
def test_a_model_that_knows_scores_one_and_one_that_guesses_scores_chance(name: str) -> None:
    task, config = TASKS[name], replace(SMALL, corpus=name, eval_windows=200)
    knows = Known(config, right_for(task, config.eval_lengths, 200))
    assert {score.value for score in task_scores(knows, task, last=True)} == {1.0}
    generator = torch.Generator().manual_seed(0)
    guesses = Known(config, lambda tokens: torch.rand(*tokens.shape, 256, generator=generator))
    for score in task_scores(guesses, task, last=False):
        assert score.value < 0.03  # of 256 tokens one is right


def test_one_wrong_token_spoils_the_whole_answer_and_no_more() -> None:
    task, config = TASKS["copy"], replace(SMALL, eval_windows=50)
    right = right_for(task, config.eval_lengths, 50)

    def wrong_at_the_end(tokens: torch.Tensor) -> torch.Tensor:
        logits = right(tokens)
        logits[:, -1] = 0.0
        return logits

    scores = {(s.eval_length, s.metric): s.value for s in task_scores(Known(config, wrong_at_the_end), task, False)}
    assert scores[16, "exact_match"] == 0.0
    assert scores[16, "token_accuracy"] == pytest.approx(7 / 8)  # seven symbols and END, which is wrong
    assert scores[32, "token_accuracy"] == pytest.approx(15 / 16)


def test_only_the_answer_is_scored() -> None:
    """A model that is wrong everywhere else still scores one."""
    task = TASKS["needle"]
    examples = evaluation_examples(task, 32, 30)
    model = Known(
        replace(SMALL, corpus="needle"),
        lambda tokens: torch.cat([torch.zeros(len(tokens), 31, 256), right_for(task, (32,), 30)(tokens)[:, -1:]], 1),
    )
    right, scored = answered(model, examples)
    assert right[scored].all() and scored.sum() == 30 and not right[~scored].any()


def test_the_loss_is_the_mean_over_the_answers_alone() -> None:
    model = Transformer(SMALL)
    inputs, targets = (torch.from_numpy(array) for array in training_batch(TASKS["copy"], SMALL, 0))
    with torch.no_grad():
        logits = model(inputs).double().numpy()
        found = float(mean_loss(model, inputs, targets, model.positions(16)))
    by_hand = [
        np.log(np.exp(logits[row, at]).sum()) - logits[row, at, targets[row, at]]
        for row in range(len(targets))
        for at in range(16)
        if targets[row, at] >= 0
    ]
    assert found == pytest.approx(np.mean(by_hand), rel=1e-5) and len(by_hand) < inputs.numel()


@pytest.mark.parametrize("name", list(TASKS))
def test_batches_hold_texts_of_every_length_up_to_the_trained_one(name: str) -> None:
    config = replace(SMALL, corpus=name, batch_size=200)
    inputs, targets = training_batch(TASKS[name], config, 3)
    again = training_batch(TASKS[name], replace(config, encoding="alibi", steps=7), 3)
    np.testing.assert_array_equal(inputs, again[0])
    np.testing.assert_array_equal(targets, again[1])
    assert (training_batch(TASKS[name], config, 4)[0] != inputs).any()
    assert (training_batch(TASKS[name], replace(config, seed=1), 3)[0] != inputs).any()
    last = [int(np.flatnonzero(row != UNSCORED)[-1]) for row in targets]
    assert inputs.shape == targets.shape == (200, 16) and max(last) == 15 and min(last) < 8
    assert ((targets != UNSCORED).sum(axis=1) > 0).all()


def test_padding_changes_no_answer() -> None:
    """The scored logits of a short text are the same alone and padded into a batch, because no token sees ahead."""
    model = Transformer(replace(SMALL, encoding="rope"))
    (example,) = evaluation_examples(TASKS["copy"], 10, 1)
    alone, padded = (torch.from_numpy(stacked([example], length)[0]) for length in (10, 16))
    with torch.no_grad():
        torch.testing.assert_close(model(alone), model(padded)[:, :10])


def test_depths_come_with_the_last_evaluation_of_the_needle_alone() -> None:
    for name, last, positions in (("needle", True, {None, *DEPTHS}), ("needle", False, {None}), ("copy", True, {None})):
        config = replace(SMALL, corpus=name, eval_windows=2)
        scores = list(task_scores(Transformer(config), TASKS[name], last))
        assert {score.position for score in scores} == positions
        assert {score.metric for score in scores} == {"exact_match", "token_accuracy"}


def test_a_learned_table_has_no_accuracy_beyond_its_rows(store: Store, options: Options) -> None:
    rows = store.read(train(replace(SMALL, encoding="learned"), store, options)).rows
    assert set(rows["eval_length"][rows["metric"] == "exact_match"]) == {16} and "forced" not in set(rows["split"])


def test_the_footer_names_the_task_and_what_it_draws(store: Store, options: Options) -> None:
    footer = store.read(train(SMALL, store, options)).footer
    assert footer.corpus == {"name": "copy", "sha256": fingerprint(TASKS["copy"]), "bytes": 0}
    assert footer.config["corpus"] == "copy"


def test_a_file_with_the_name_of_a_task_is_reached_as_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "copy").write_bytes(b"to be or not to be" * 9)
    monkeypatch.chdir(tmp_path)
    assert load("copy").size == 0 and load("./copy").size == 18 * 9
    with pytest.raises(ValueError, match="the tasks are copy, needle"):
        load("copies")


def test_a_resumed_task_ends_with_the_same_numbers(tmp_path: Path, store: Store) -> None:
    seen = list[int]()
    stops = Options(tmp_path, compiled=False, stop=lambda: len(seen) == 7, report=lambda _: seen.append(1))
    name = train(SMALL, store, stops)
    assert store.read(name).footer.message == "interrupted at step 7"
    resume(name, store, replace(stops, stop=lambda: False))
    whole = train(SMALL, store, Options(tmp_path, compiled=False))

    def numbers(name: str) -> pd.DataFrame:
        rows = store.read(name).rows
        rows = rows[rows["metric"].isin(["loss", "grad_norm", "exact_match", "token_accuracy"])]
        keys = ["step", "split", "metric", "eval_length"]
        return rows.sort_values(keys)[[*keys, "value"]].reset_index(drop=True)

    pd.testing.assert_frame_equal(numbers(name), numbers(whole), check_exact=True)


def test_a_small_model_learns_to_copy_better_than_chance() -> None:
    config = replace(SMALL, train_length=4, eval_lengths=(4,), steps=150, batch_size=32, d_model=64, learning_rate=3e-3)
    trainer = Trainer(replace(config, encoding="rope", eval_windows=200), load("copy"), compiled=False)
    for step in range(config.steps):
        trainer.step(step)
    (accuracy,) = [s.value for s in task_scores(trainer.model, TASKS["copy"], False) if s.metric == "exact_match"]
    assert accuracy > 0.3  # one symbol of a hundred, and END


@pytest.mark.parametrize("flag", [["--corpus", "copy"], ["--corpus=copy"]])
def test_the_command_line_takes_a_tasks_sizes_and_lets_the_user_win(flag: list[str]) -> None:
    args = with_task_settings(["train", *flag, "--steps", "7"])
    assert args[0] == "train" and args[-2:] == ["--steps", "7"] and args.index("--steps") < args.index(flag[0])
    assert args[args.index("--train-length") + 1] == "42"
    assert with_task_settings(["train", "--corpus", "pydoc"]) == ["train", "--corpus", "pydoc"]
    assert with_task_settings(["train", "--corpus", "./copy"]) == ["train", "--corpus", "./copy"]
    assert with_task_settings(["summary"]) == ["summary"] and with_task_settings([]) == []


@pytest.mark.parametrize("name", list(TASKS))
def test_a_tasks_settings_make_a_config(name: str) -> None:
    config = RunConfig(corpus=name, **TASKS[name].settings)  # type: ignore[arg-type]
    assert config.layers == 2 and max(config.eval_lengths) >= 2 * config.train_length
