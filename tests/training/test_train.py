"""Whole small runs: they learn, they are the same twice, and they end as they should."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from core.positions.encodings import ENCODINGS
from core.results import Store, StoreError
from core.training import trainer as trainer_module
from core.training.checkpoint import load_weights
from core.training.config import RunConfig
from core.training.corpus import Corpus
from core.training.evaluate import evaluate
from core.training.model import Transformer
from core.training.train import Options, resume, train
from core.training.trainer import Trainer, learning_rate


@pytest.mark.parametrize("name", list(ENCODINGS))
def test_every_encoding_learns_and_is_recorded(tiny: RunConfig, store: Store, options: Options, name: str) -> None:
    run = store.read(train(replace(tiny, encoding=name, learning_rate=1e-2), store, options))
    assert run.footer.status == "finished" and run.footer.steps_done == 30 and run.footer.encoding == name
    assert RunConfig.from_dict(run.footer.config).precision == "float32"
    rows = run.rows
    loss = rows[(rows["split"] == "val") & (rows["metric"] == "window_loss") & (rows["eval_length"] == 16)]
    assert list(loss["step"]) == [0, 10, 20, 30]
    assert loss["value"].iloc[-1] < loss["value"].iloc[0] - 1
    assert set(rows["metric"][rows["split"] == "train"]) == {"loss", "grad_norm", "learning_rate", "tokens_per_s"}
    assert list(rows["step"][(rows["split"] == "train") & (rows["metric"] == "loss")]) == [10, 20, 30]


def test_first_batch_is_the_same_for_every_encoding(tiny: RunConfig, corpus: Corpus) -> None:
    batches = [Trainer(replace(tiny, encoding=name), corpus, False).batch(0) for name in ENCODINGS]
    for inputs, targets in batches:
        assert torch.equal(inputs, batches[0][0]) and torch.equal(targets, batches[0][1])
        assert torch.equal(inputs[:, 1:], targets[:, :-1])


def test_same_config_gives_the_same_losses_to_the_bit(tiny: RunConfig, store: Store, options: Options) -> None:
    names = [train(tiny, store, options) for _ in range(2)]
    assert names[1] == names[0] + "-2", "nothing recorded may be overwritten"
    first, second = (store.read(name).rows for name in names)
    steady = ~first["metric"].isin(["tokens_per_s"])
    np.testing.assert_array_equal(first["value"][steady], second["value"][steady])
    other = store.read(train(replace(tiny, seed=1), store, options)).rows
    assert (other["value"][steady].to_numpy() != first["value"][steady].to_numpy()).any()


def test_loss_that_is_no_number_ends_the_run_and_keeps_the_rest(
    tiny: RunConfig, store: Store, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_step = Trainer.step
    monkeypatch.setattr(Trainer, "step", lambda self, step: true_step(self, step) if step < 14 else (float("nan"), 0.0))
    run = store.read(train(tiny, store, options))
    assert run.footer.status == "diverged" and run.footer.message.startswith("diverged at step 15")
    losses = run.rows[run.rows["metric"] == "loss"]
    assert list(losses["step"]) == [10, 15] and np.isnan(losses["value"].iloc[1]) and losses["value"].iloc[0] < 6
    assert 10 in set(run.rows["step"][run.rows["metric"] == "window_loss"])


def test_infinite_weights_diverge_for_real(tiny: RunConfig, corpus: Corpus) -> None:
    trainer = Trainer(tiny, corpus, False)
    before = trainer.model.blocks[0].up.weight.clone()
    with torch.no_grad():
        trainer.model.norm.weight.fill_(float("inf"))
    loss, _ = trainer.step(0)
    assert not np.isfinite(loss) and torch.equal(trainer.model.blocks[0].up.weight, before)


def test_without_a_compiler_it_trains_all_the_same(
    tiny: RunConfig, store: Store, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no C++ compiler")

    monkeypatch.setattr(trainer_module, "compiled_mean_loss", broken)
    run = store.read(train(tiny, store, replace(options, compiled=True)))
    assert run.footer.status == "finished" and run.footer.compiled is False


def test_a_disk_that_fills_costs_neither_the_run_nor_what_was_there(
    tiny: RunConfig, store: Store, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices, writes, write = list[str](), [0], Store.write

    def full(self: Store, *rest: object) -> None:
        writes[0] += 1
        if writes[0] in (2, 3):
            raise StoreError("The disk is full; make room.")
        write(self, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "write", full)
    run = store.read(train(tiny, store, replace(options, report=lambda p: notices.append(p.notice))))
    assert run.footer.status == "finished" and "The disk is full; make room." in notices
    assert set(run.rows["step"][run.rows["metric"] == "window_loss"]) == {0, 10, 20, 30}


def test_a_checkpoint_that_cannot_be_written_is_said(
    tiny: RunConfig, store: Store, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    notices = list[str]()
    monkeypatch.setattr("core.training.checkpoint.save_file", full)
    run = store.read(train(tiny, store, replace(options, report=lambda p: notices.append(p.notice))))
    assert run.footer.status == "finished"
    assert any("No space left on device" in notice and "make room" in notice for notice in notices)


def test_kept_weights_give_the_recorded_loss(
    tiny: RunConfig, store: Store, options: Options, tmp_path: Path, corpus: Corpus
) -> None:
    for half, close in ((False, 1e-6), (True, 2e-3)):
        name = train(replace(tiny, seed=int(half)), store, replace(options, half_weights=half))
        model = Transformer(replace(tiny, seed=9))
        load_weights(tmp_path / f"{name}.safetensors", model)
        rows = store.read(name).rows
        last = rows[(rows["step"] == 30) & (rows["metric"] == "tail_loss")].set_index("eval_length")["value"]
        for score in evaluate(model, corpus, last=False):
            if score.metric == "tail_loss":
                assert score.value == pytest.approx(last[score.eval_length], rel=close)


def test_finished_and_unknown_runs_cannot_be_resumed(tiny: RunConfig, store: Store, options: Options) -> None:
    name = train(tiny, store, options)
    with pytest.raises(ValueError, match="is finished; there is nothing left to resume"):
        resume(name, store, options)


def test_learning_rate_warms_up_and_falls() -> None:
    config = RunConfig(steps=1000, warmup_steps=100, learning_rate=2e-3, min_learning_rate=2e-4)
    rates = [learning_rate(config, step) for step in range(1000)]
    assert rates[0] == pytest.approx(2e-5) and rates[99] == pytest.approx(2e-3) == max(rates)
    assert rates[550] == pytest.approx((2e-3 + 2e-4) / 2) and rates[999] == pytest.approx(2e-4, rel=0.01)
    assert learning_rate(RunConfig(steps=10, warmup_steps=100), 9) == pytest.approx(2e-4)
