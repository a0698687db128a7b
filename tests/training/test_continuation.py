"""A run that goes on from another: its first weights, pairs by seed, resumed to the bit, refused in a sentence."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.commands.main import main
from core.positions.scaling import SCALINGS
from core.positions.scaling_rules import Setting
from core.results import Store, paired
from core.training.checkpoint import load_weights
from core.training.config import RunConfig
from core.training.continuation import go_on, plans
from core.training.corpus import Corpus
from core.training.extension import Extension, extension_of
from core.training.model import Transformer
from core.training.remeasure import remeasure
from core.training.train import Options, train
from tests.training.test_resume import losses

RULES = ("linear", "yarn", "abf", "none", "drope")


@pytest.fixture
def started(tiny: RunConfig, store: Store, options: Options) -> str:
    return train(tiny, store, replace(options, folder="reference/"))


def at_step(store: Store, name: str, step: int) -> list[float]:
    """tail_loss at this step, shortest evaluation length first."""
    rows = store.read(name).rows
    rows = rows[(rows["metric"] == "tail_loss") & (rows["step"] == step)]
    return list(rows.sort_values("eval_length")["value"])


def test_it_begins_with_exactly_what_evaluate_measures(
    started: str, store: Store, options: Options, tmp_path: Path
) -> None:
    planned = plans([started], store, tmp_path, RULES, 4.0, [2])
    for plan, outcome in zip(planned, go_on(planned, store, options), strict=True):
        assert outcome.status == "finished", outcome.message
        rule = extension_of(plan.config.scaling, 16)
        if rule.scaling == "none":
            expected = at_step(store, started, 30)
        else:
            expected = at_step(store, remeasure(started, store, tmp_path, rule), 30)
        assert at_step(store, outcome.run_id, 0) == expected
        footer = store.read(outcome.run_id).footer
        assert footer.scaling == rule.label and footer.extension["run"] == store.read(started).footer.run_id
        assert footer.config["train_length"] == 64 and footer.config["native_length"] == 16


def test_pairs_that_stood_still_stay_still_on_longer_windows(
    tiny: RunConfig, store: Store, options: Options, tmp_path: Path
) -> None:
    """HoPE's cut is that of the windows that it was trained on: four times as long, two more pairs finish a turn."""
    begun = train(replace(tiny, encoding="hope"), store, replace(options, folder="reference/"))
    (outcome,) = go_on(plans([begun], store, tmp_path, ["none"], 4.0, [2]), store, options)
    assert outcome.status == "finished", outcome.message
    assert at_step(store, outcome.run_id, 0) == at_step(store, begun, 30)


def test_its_first_weights_are_those_of_the_run(started: str, store: Store, options: Options, tmp_path: Path) -> None:
    before, after = (Transformer(store_config(store, started)) for _ in range(2))
    load_weights(tmp_path / f"{started}.safetensors", before)
    (plan,) = plans([started], store, tmp_path, ["yarn"], 4.0, [5])
    plan.start.give(after)
    for one, other in zip(before.parameters(), after.parameters(), strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=0)
    (outcome,) = go_on([plan], store, options)
    load_weights(tmp_path / f"{outcome.run_id}.safetensors", after)
    assert not torch.equal(before.embedding, after.embedding)


def store_config(store: Store, name: str) -> RunConfig:
    return RunConfig.from_dict(store.read(name).footer.config)


def test_drope_is_a_model_without_positions(tiny: RunConfig, corpus: Corpus) -> None:
    none = Transformer(replace(tiny, encoding="none"))
    dropped = Transformer(tiny, extension=Extension("drope", Setting(native_length=16)))
    dropped.load_state_dict(none.state_dict())
    tokens = torch.from_numpy(np.frombuffer(corpus.val[:192].tobytes(), np.uint8).astype(np.int64)).view(3, 64)
    torch.testing.assert_close(dropped(tokens), none(tokens), rtol=0, atol=0)


def test_rules_are_compared_as_pairs_of_one_experiment(
    tiny: RunConfig, store: Store, options: Options, tmp_path: Path
) -> None:
    names = [train(replace(tiny, seed=seed), store, options) for seed in (0, 1, 2)]
    go_on(plans(names, store, tmp_path, ["linear", "none"], 4.0, [3, 2]), store, options)
    values = store.values()
    values = values[values["experiment"] != store.index().runs.set_index("name").at[names[0], "experiment"]]
    assert values["experiment"].nunique() == 2, "one for each number of steps"
    assert set(values["series"]) == {"rope", "rope, linear x4"}
    compared = paired(values, "rope", "tail_loss", 64)
    assert list(compared["series"]) == ["rope, linear x4"] * 2 and list(compared["pairs"]) == [3, 3]
    assert not compared["differs"].any()
    rates = store.rows(sorted(set(values["name"])), "train", "learning_rate")["value"]
    assert len(rates) == 12 and rates.max() <= tiny.learning_rate / 2


def test_what_is_there_is_skipped_and_what_was_stopped_goes_on_to_the_bit(
    started: str, store: Store, options: Options, tmp_path: Path
) -> None:
    planned = plans([started], store, tmp_path, ["yarn", "drope"], 4.0, [30])
    seen = list[int]()
    stopping = replace(options, stop=lambda: len(seen) == 12, report=lambda _: seen.append(1))
    (stopped,) = go_on(planned, store, replace(stopping, folder="stopped/"))
    assert (stopped.status, stopped.message) == ("interrupted", "interrupted at step 12"), "and the rest not begun"
    resumed, fresh = go_on(planned, store, options)
    assert resumed.run_id == stopped.run_id and {resumed.status, fresh.status} == {"finished"}
    assert [one.status for one in go_on(planned, store, options)] == ["skipped", "skipped"]

    elsewhere = Store(tmp_path / "elsewhere")
    whole, other = go_on(planned, elsewhere, replace(options, checkpoints=tmp_path / "elsewhere"))
    assert {whole.status, other.status} == {"finished"}, whole.message
    pd.testing.assert_frame_equal(
        losses(store, f"stopped/{stopped.run_id}"), losses(elsewhere, whole.run_id), check_exact=True
    )
    assert store.read(f"stopped/{stopped.run_id}").footer.extension["scaling"] == "yarn"


def test_the_command_trains_skips_and_says_what_it_cannot(
    tiny: RunConfig, started: str, store: Store, options: Options, capsys: pytest.CaptureFixture
) -> None:
    command = ["continue", started, "--runs", str(store.root), "--no-compile", "--steps", "2"]
    assert main([*command, "--scaling", "linear", "none", "--factor", "2"]) == 0
    assert "2 of 2 runs are there" in capsys.readouterr().out
    made = [name for name in store.index().runs["name"] if name.startswith("continued/")]
    assert len(made) == 2
    assert main([*command, "--scaling", "linear", "none", "--factor", "2"]) == 0
    assert "skipped (finished before)" in capsys.readouterr().out
    under_rule = next(name for name in made if "linear" in name)
    unturned = train(replace(tiny, encoding="alibi"), store, options)
    wrong = {
        ("--factor", "3"): "The factor is 3; 4 windows of 16 tokens must make whole windows",
        ("--factor", "8"): "must make whole windows",
        ("--factor", "-1"): "must make whole windows",
        ("--scaling", "su"): 'there is no scaling "su"',
        ("--scaling", "longrope"): "",
    }
    for flags, sentence in wrong.items():
        assert main([*command, *flags]) == 1
        captured = capsys.readouterr()
        assert sentence in captured.err and "Traceback" not in captured.err
    for name, sentence in ((under_rule, "was itself trained under linear x2"), (unturned, "does not turn queries")):
        assert main(["continue", name, "--runs", str(store.root)]) == 1
        assert sentence in capsys.readouterr().err
    (Path(str(store.root)) / f"{started}.safetensors").unlink()
    assert main(command) == 1 and "has no weights beside it" in capsys.readouterr().err


def test_a_config_that_goes_on_from_nowhere_is_refused(tiny: RunConfig, store: Store, options: Options) -> None:
    with pytest.raises(ValueError, match="are of a run that goes on: python -m core continue RUN"):
        replace(tiny, scaling="linear x4")
    with pytest.raises(ValueError, match="its first word must be one of none, linear"):
        replace(tiny, scaling="pi x4", start="rope 0a1b2c3d", native_length=16)
    with pytest.raises(ValueError, match="is of a run that goes on from another"):
        train(replace(tiny, scaling="linear x4", start="rope 0a1b2c3d", native_length=16), store, options)


def test_other_runs_are_named_and_recorded_as_before() -> None:
    config = RunConfig()
    assert not {"scaling", "start", "native_length"} & set(config.to_dict())
    on = replace(config, scaling="yarn x4", start="rope 0a1b2c3d", native_length=128)
    assert RunConfig.from_dict(on.to_dict()) == on and on.run_id().startswith("rope-s0-yarn-x4-1000-")
    root = Path(__file__).resolve().parents[2] / "runs"
    reference = Store(root).read("reference/rope-s0-00b3c892").footer
    assert RunConfig.from_dict(reference.config).to_dict() == reference.config
    assert RunConfig.from_dict(reference.config).run_id() == reference.run_id


VALUES = {
    bool: st.booleans(), float: st.floats(allow_nan=False, allow_infinity=False),
    tuple: st.lists(st.floats(0.5, 64), min_size=1, max_size=16).map(tuple), type(None): st.floats(1e-3, 1e6),
}  # fmt: skip


@given(data=st.data(), name=st.sampled_from(list(SCALINGS)), native_length=st.integers(1, 10**6))
def test_a_label_leads_back_to_its_extension(data: st.DataObject, name: str, native_length: int) -> None:
    told = {}
    for field in SCALINGS[name].reads:
        if field not in ("native_length", "length") and data.draw(st.booleans()):
            told[field] = data.draw(VALUES[type(getattr(Setting(), field))])
    extension = Extension(name, Setting(native_length=native_length, **told))
    assert extension_of(extension.label, native_length) == extension


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("", "its first word must be one of"),
        ("yarn", 'write it as "yarn x1"'),
        ("yarn x4.0", 'write it as "yarn x4"'),
        ("yarn  x4", '"" cannot be its factor'),
        ("linear x4 beta_fast=16", '"beta_fast=16" is nothing that linear can be told'),
        ("yarn x4 native_length=128", "is nothing that yarn can be told"),
        ("yarn xfour", '"four" cannot be its factor'),
        ("yarn x4 truncate=0", '"0" cannot be its truncate'),
        ("yarn x4 beta_fast=32", 'write it as "yarn x4"'),
    ],
)
def test_other_labels_are_refused_in_a_sentence(label: str, said: str) -> None:
    with pytest.raises(ValueError) as refused:
        extension_of(label, 128)
    assert said in str(refused.value) and str(refused.value).endswith(".")
