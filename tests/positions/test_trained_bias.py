"""The trained biases against reference implementations and loops over single pairs of positions."""

import math

import numpy as np
import pytest
import torch
from transformers import T5Config
from transformers.models.t5.modeling_t5 import T5Attention
from x_transformers.x_transformers import DataDependentAlibi

from core.positions.encodings import ENCODINGS, Sizes
from core.positions.trained_bias import fire_bias, forgetting_bias, kerple_log_bias, t5_bias

SIZES = Sizes(train_length=64, d_model=16, heads=3)
QUERY = np.arange(200)[:, None]
DISTANCE = np.maximum(QUERY - QUERY.T, 0)


def started(name: str, seed: int = 0) -> dict[str, np.ndarray]:
    """The parameters of an encoding as they are before the first step."""
    bias = ENCODINGS[name].trained_bias
    assert bias is not None
    rng = np.random.default_rng(seed)
    return {key: np.asarray(one.start(rng, one.shape(SIZES))) for key, one in bias.parameters.items()}


def test_t5_equals_transformers() -> None:
    config = T5Config(d_model=16, num_heads=3, d_kv=4, is_decoder=True)
    theirs = T5Attention(config, has_relative_attention_bias=True, layer_idx=0).double()
    table = np.random.default_rng(1).normal(size=(32, 3))
    theirs.relative_attention_bias.weight.data = torch.from_numpy(table)
    expected = theirs.compute_bias(200, 200)[0].detach().numpy()
    found = t5_bias({"table": table}, DISTANCE, QUERY, SIZES, np)
    seen = np.tri(200, dtype=bool)
    np.testing.assert_array_equal(found[:, seen], expected[:, seen])


def test_kerple_one_pair_at_a_time() -> None:
    p, a = [0.5, 1.9, 0.01], [0.2, 0.01, 1.0]
    found = kerple_log_bias({"p": np.array(p), "a": np.array(a)}, DISTANCE, QUERY, SIZES, np)
    for head in range(3):
        for i, j in ((0, 0), (5, 5), (7, 2), (199, 0)):
            assert found[head, i, j] == pytest.approx(-p[head] * math.log(1 + a[head] * (i - j)), rel=1e-14)


def test_fire_one_pair_at_a_time() -> None:
    parameters = started("fire", 3) | {"c": np.array(-0.3), "length": np.array(1.5)}  # both count by their size
    found = fire_bias(parameters, DISTANCE, QUERY, SIZES, np)
    threshold = 1.5 * 64 / 4
    for i, j in ((0, 0), (3, 1), (24, 0), (25, 0), (199, 0), (199, 198)):
        share = math.log(0.3 * (i - j) + 1) / (math.log(0.3 * max(i, threshold) + 1) + 1e-6)
        hidden = [max(0.0, w * share + b) for w, b in zip(parameters["weight_in"], parameters["bias_in"], strict=True)]
        for head in range(3):
            expected = sum(w * h for w, h in zip(parameters["weight_out"][head], hidden, strict=True))
            assert found[head, i, j] == pytest.approx(expected + parameters["bias_out"][head], rel=1e-12)


def test_fire_says_the_same_of_a_whole_text_whatever_its_length() -> None:
    # Its interpolation: beyond the threshold the farthest key of every query has the same share, almost 1.
    found = fire_bias(started("fire"), DISTANCE, QUERY, SIZES, np)
    np.testing.assert_allclose(found[:, 20:, 0], np.repeat(found[:, -1:, 0], 180, axis=1), atol=1e-5)


def test_forgetting_equals_x_transformers() -> None:
    module = DataDependentAlibi(16, 3, causal=True, bias_init=0.7)
    x = torch.randn(1, 40, 16, generator=torch.Generator().manual_seed(0))
    expected = module(x)[0].detach().numpy()
    (linear,) = (layer for layer in module.modules() if isinstance(layer, torch.nn.Linear))
    gates = torch.nn.functional.logsigmoid(linear(x))[0].T.detach().double().numpy()
    seen = np.tri(40, dtype=bool)
    np.testing.assert_allclose(forgetting_bias(gates)[:, seen], expected[:, seen], atol=1e-4)


def test_forgetting_sums_the_gates_between() -> None:
    gates = -np.random.default_rng(0).exponential(size=(2, 9))
    found = forgetting_bias(gates)
    for i in range(9):
        for j in range(9):
            expected = sum(gates[1, j + 1 : i + 1]) if j <= i else 0
            assert found[1, i, j] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", [name for name, one in ENCODINGS.items() if one.trained_bias])
def test_numpy_and_torch_agree(name: str) -> None:
    bias = ENCODINGS[name].trained_bias
    assert bias is not None
    numbers = started(name)
    tensors = {key: torch.from_numpy(value) for key, value in numbers.items()}
    ours = bias.value(numbers, DISTANCE, QUERY, SIZES, np)
    theirs = bias.value(tensors, DISTANCE, QUERY, SIZES, torch)
    assert ours.shape == (3, 200, 200)
    np.testing.assert_allclose(theirs.double().numpy(), ours, rtol=1e-5, atol=1e-6)


def test_parameters_start_where_the_papers_start() -> None:
    kerple = [started("kerple", seed) for seed in range(300)]
    p, a = (np.array([one[name] for one in kerple]) for name in ("p", "a"))
    assert p.min() >= 0 and 1.9 < p.max() < 2 and p.mean() == pytest.approx(1, abs=0.06)
    assert a.min() >= 0 and 0.95 < a.max() < 1 and a.mean() == pytest.approx(0.5, abs=0.03)
    assert started("fire")["c"] == 0.1 and started("fire")["length"] == 1
