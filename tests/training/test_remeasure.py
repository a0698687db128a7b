"""A run evaluated under a rule for longer texts: the right angles, a file of its own, and refusals in a sentence."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

from core.commands.main import main
from core.positions.scaling_rules import Setting
from core.results import Store
from core.training.config import RunConfig
from core.training.extension import Extension, extensions
from core.training.position import positions
from core.training.remeasure import remeasure
from core.training.train import Options, train


@pytest.fixture
def trained(tiny: RunConfig, store: Store, options: Options) -> str:
    return train(tiny, store, replace(options, folder="reference/"))


@pytest.mark.parametrize("length", [16, 64])
@pytest.mark.parametrize("name", ["yarn", "linear", "dynamic"])
def test_cos_and_sin_are_those_of_transformers(tiny: RunConfig, name: str, length: int) -> None:
    extension = Extension(name, Setting(factor=4.0, native_length=16))
    found = positions(tiny, length, True, torch.float64, extension)
    block = {"rope_type": name, "factor": 4.0, "rope_theta": tiny.rope_theta}
    if name == "yarn":
        block["original_max_position_embeddings"] = 16
    oracle = LlamaRotaryEmbedding(
        LlamaConfig(hidden_size=32, num_attention_heads=2, max_position_embeddings=16, rope_parameters=block)
    )
    cos, sin = oracle(torch.zeros(1, length, 16), torch.arange(length)[None])
    np.testing.assert_allclose(found.cos, cos[0, :, :8], atol=2e-5)
    np.testing.assert_allclose(found.sin, sin[0, :, :8], atol=2e-5)


def test_a_rule_that_changes_nothing_gives_the_losses_of_the_run(trained: str, store: Store, tmp_path: Path) -> None:
    again = remeasure(trained, store, tmp_path, Extension("linear", Setting(factor=1.0, native_length=16)))
    run = store.read(again)
    assert (run.footer.status, run.footer.scaling) == ("finished", "linear x1")
    assert run.footer.extension["run"] == store.read(trained).footer.run_id
    assert run.footer.config == store.read(trained).footer.config
    old, new = (rows[rows["metric"] == "tail_loss"] for rows in (store.read(trained).rows, run.rows))
    old = old[old["step"] == 30]
    np.testing.assert_allclose(new["value"], old["value"], atol=1e-5)
    assert list(new["eval_length"]) == [16, 32, 64]


def test_a_stretched_run_is_a_series_of_its_own(trained: str, store: Store, capsys: pytest.CaptureFixture) -> None:
    command = ["evaluate", trained, "--runs", str(store.root), "--scaling", "yarn", "abf", "--factor", "2", "4"]
    assert main([*command, "--base", "50000"]) == 0
    values = store.values()
    assert set(values["series"]) == {"rope", "rope, yarn x2", "rope, yarn x4", "rope, abf base=50000"}
    assert values["experiment"].nunique() == 1, "so that they are compared with the run itself"
    assert main([*command, "--base", "50000"]) == 0
    assert "0 evaluated, 3 were there already" in capsys.readouterr().out


def test_labels_say_the_rule_the_factor_and_what_is_unusual() -> None:
    made = extensions(128, ["linear", "dynamic-paper", "by-parts"], [2.0, 8.0], Setting(beta_fast=16.0))
    said = ["linear x2", "linear x8", "dynamic-paper", "by-parts x2 beta_fast=16", "by-parts x8 beta_fast=16"]
    assert [one.label for one in made] == said
    assert made[-1].said() == {
        "scaling": "by-parts", "factor": 8.0, "native_length": 128, "beta_fast": 16.0, "beta_slow": 1.0,
    }  # fmt: skip


def test_what_cannot_be_stretched_is_said_in_a_sentence(
    tiny: RunConfig, trained: str, store: Store, options: Options, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    plan = Extension("linear", Setting(factor=2.0, native_length=16))
    with pytest.raises(ValueError, match="has no weights beside it"):
        remeasure(trained, store, tmp_path / "elsewhere", plan)
    with pytest.raises(ValueError, match="is itself an evaluation under linear x2"):
        remeasure(remeasure(trained, store, tmp_path, plan), store, tmp_path, plan)
    unturned = train(replace(tiny, encoding="alibi"), store, options)
    with pytest.raises(ValueError, match="does not turn queries and keys"):
        remeasure(unturned, store, tmp_path, plan)
    for wrong in ("ntk-aware", "none"):
        assert main(["evaluate", trained, "--runs", str(store.root), "--scaling", wrong]) == 1
        assert f'there is no scaling "{wrong}" to evaluate under' in capsys.readouterr().err
    assert main(["evaluate", trained, "--runs", str(store.root), "--scaling", "longrope"]) == 1
    assert "it needs 8, one for each pair" in capsys.readouterr().err
    assert len(store.index().runs) == 3, "a refusal leaves no file"
