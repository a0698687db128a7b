"""What the model makes of trained biases, gates, layers without positions and random positions."""

from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from core.positions.attention import attention
from core.positions.encodings import ENCODINGS
from core.positions.rope import angles, inv_freq, rotate
from core.positions.trained_bias import forgetting_bias
from core.training.config import RunConfig
from core.training.corpus import Corpus
from core.training.evaluate import evaluate
from core.training.model import Transformer
from core.training.position import places
from core.training.trainer import Trainer

LENGTH = 16
TOKENS = torch.randint(0, 256, (2, LENGTH), generator=torch.Generator().manual_seed(0))
TRAINED = [name for name, encoding in ENCODINGS.items() if encoding.trained_bias]


def heads_of(model: Transformer, x: torch.Tensor) -> np.ndarray:
    """q, k and v of the first layer, (3, heads, T, head_dim), for one text (T, d_model)."""
    weight = model.blocks[0].attention.qkv.weight
    return (x @ weight.T).view(len(x), 3, model.config.heads, -1).permute(1, 2, 0, 3).detach().numpy()


def found_and_expected(model: Transformer, bias: np.ndarray, x: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    """The first layer's output, and what numpy makes of its weights and this bias."""
    layer = model.blocks[0].attention
    mixed = attention(*heads_of(model, x[0]), bias).transpose(1, 0, 2).reshape(x.shape[1:])
    expected = mixed @ layer.out.weight.detach().numpy().T
    return layer(x, model.positions(x.shape[1]), True)[0].detach().numpy(), expected


@pytest.mark.parametrize("name", TRAINED)
def test_trained_bias_is_the_one_that_numpy_computes(tiny: RunConfig, name: str) -> None:
    model = Transformer(replace(tiny, encoding=name)).double()
    x = torch.randn(1, 24, 32, dtype=torch.float64)
    values = {key: value.detach().numpy() for key, value in model.position_bias.items()}
    query = np.arange(24)[:, None]
    said = ENCODINGS[name].trained_bias
    assert said is not None
    bias = said.value(values, np.maximum(query - query.T, 0), query, model.config.sizes, np)
    np.testing.assert_allclose(*found_and_expected(model, bias, x), atol=1e-6)


def test_forget_gate_is_the_one_that_numpy_computes(tiny: RunConfig) -> None:
    model = Transformer(replace(tiny, encoding="fox")).double()
    gate, x = model.blocks[0].attention.gate, torch.randn(1, 24, 32, dtype=torch.float64)
    torch.nn.init.normal_(gate.weight)
    open_share = 1 / (1 + np.exp(-(x[0] @ gate.weight.T + gate.bias).detach().numpy().T))
    np.testing.assert_allclose(*found_and_expected(model, forgetting_bias(np.log(open_share)), x), atol=1e-12)


@pytest.mark.parametrize("name", [*TRAINED, "fox"])
def test_every_parameter_of_an_encoding_learns(tiny: RunConfig, corpus: Corpus, name: str) -> None:
    trainer = Trainer(replace(tiny, encoding=name), corpus, False)
    before = {key: value.clone() for key, value in trainer.model.named_parameters() if is_extra(key)}
    for step in range(3):
        trainer.step(step)
    after = dict(trainer.model.named_parameters())
    assert before and all((after[key] != value).any() for key, value in before.items())


def is_extra(parameter: str) -> bool:
    return "gate" in parameter or parameter.startswith("position_bias.")


def test_kerple_stays_at_or_above_its_bound(tiny: RunConfig, corpus: Corpus) -> None:
    trainer = Trainer(replace(tiny, encoding="kerple"), corpus, False)
    for value in trainer.model.position_bias.values():
        value.data.fill_(0.01)
    for step in range(5):
        trainer.step(step)
    values = torch.cat([value.detach() for value in trainer.model.position_bias.values()])
    assert (values >= np.float32(0.01)).all() and (values > 0.0101).any(), "one that rises is not held"


def test_each_fourth_layer_knows_no_position(tiny: RunConfig) -> None:
    def silenced(encoding: str, speaking: int) -> torch.Tensor:
        """The logits of four layers of which one alone adds anything by its attention."""
        model = Transformer(replace(tiny, encoding=encoding, layers=4)).double()
        for number, block in enumerate(model.blocks, 1):
            if number != speaking:
                block.attention.out.weight.data.zero_()
        return model(TOKENS)

    for layer in (1, 2, 3):
        assert torch.equal(silenced("rope-hybrid", layer), silenced("rope", layer))
    assert torch.equal(silenced("rope-hybrid", 4), silenced("none", 4))
    assert not torch.equal(silenced("rope-hybrid", 4), silenced("rope", 4))


def test_random_positions_are_sorted_new_each_step_and_fixed_for_evaluations(tiny: RunConfig) -> None:
    config = replace(tiny, encoding="rope-randomised")
    drawn = [places(config, 128, step) for step in (0, 1)]
    for one in (*drawn, places(config, 128)):
        assert len(one) == 128 and (np.diff(one) > 0).all() and one.min() >= 0 and one.max() < 2048
    assert (drawn[0] != drawn[1]).any()
    np.testing.assert_array_equal(places(config, 128, 1), drawn[1])
    np.testing.assert_array_equal(places(replace(config, seed=9), 128), places(config, 128))
    assert (places(replace(config, seed=9), 128, 1) != drawn[1]).any()
    np.testing.assert_array_equal(places(tiny, 5, 3), np.arange(5))
    first = np.array([places(config, 2, step)[0] for step in range(400)])
    assert first.mean() == pytest.approx(2047 / 3, rel=0.1), "the smaller of two uniform draws has this mean"


def test_random_positions_turn_queries_and_keys(tiny: RunConfig) -> None:
    model = Transformer(replace(tiny, encoding="rope-randomised")).double()
    x = torch.randn(1, 16, 32, dtype=torch.float64)
    turned = angles(places(model.config, 16), inv_freq(16))
    q, k, v = heads_of(model, x[0])
    mixed = attention(rotate(q, turned), rotate(k, turned), v).transpose(1, 0, 2).reshape(16, 32)
    layer = model.blocks[0].attention
    expected = mixed @ layer.out.weight.detach().numpy().T
    np.testing.assert_allclose(layer(x, model.positions(16), True)[0].detach().numpy(), expected, atol=1e-12)
    assert model.positions(16) is model.positions(16) and model.positions(16, 3) is not model.positions(16, 3)


def test_too_long_a_text_for_the_positions_to_draw_is_refused(tiny: RunConfig) -> None:
    with pytest.raises(ValueError, match="draws positions from 2048; a text of 2049 tokens needs more"):
        places(replace(tiny, encoding="rope-randomised"), 2049)


@pytest.mark.parametrize("name", ["t5", "fox"])
def test_compiled_and_plain_steps_agree(tiny: RunConfig, corpus: Corpus, name: str) -> None:
    fast, plain = (Trainer(replace(tiny, encoding=name), corpus, compiled) for compiled in (True, False))
    assert fast.compiled
    for step in range(3):
        assert fast.step(step) == pytest.approx(plain.step(step), rel=1e-4)
    scores = zip(evaluate(fast.model, corpus, True, fast.token_loss), evaluate(fast.model, corpus, True), strict=True)
    assert all(one.value == pytest.approx(other.value, abs=1e-4) for one, other in scores)


def test_a_model_of_a_trained_bias_trains_to_a_lower_loss_than_at_first(tiny: RunConfig, corpus: Corpus) -> None:
    for name in (*TRAINED, "fox"):
        trainer = Trainer(replace(tiny, encoding=name, learning_rate=5e-3), corpus, False)
        inputs, targets = trainer.batch(0)
        for step in range(30):
            trainer.step(step)
        last = F.cross_entropy(trainer.model(inputs).flatten(0, 1), targets.flatten()).item()
        assert last < 4.5, f"{name}: a uniform guess has 5.55"
