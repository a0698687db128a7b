"""Lesson 0 against published sizes, our own runs, Python's own UTF-8, and rows made by hand."""

import os
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers
from safetensors.numpy import load_file

from core.course.chain import added_scores, learned_table, slow_qwen3, slow_qwen38, unmoved
from core.course.embeddings import analogies, cosine, nearest, unread
from core.course.numbering import AT, INITIAL, UNIT, swamped
from core.course.vectors import MODELS, STAGES, layer_parts, parameters, pieces, total
from core.results import Store

ROOT = Path(__file__).resolve().parents[2]
CHECKPOINTS = sorted((ROOT / "runs" / "reference").glob("*-s0-*.safetensors"))


def test_sizes_of_published_models() -> None:
    """GPT-2's 124M; Qwen3's model card says 0.6B and 0.44B without embeddings."""
    assert total(MODELS["gpt2"]) == 124_439_808
    assert parameters(MODELS["gpt2"], "position") == 786_432
    assert total(MODELS["qwen3-0.6b"]) == 596_049_920
    assert round(parameters(MODELS["qwen3-0.6b"], "layer") / 1e9, 2) == 0.44  # type: ignore[operator]
    assert parameters(MODELS["qwen3-0.6b"], "vector") == 151_936 * 1_024 and 151_936 % 128 == 0


def test_what_nobody_reported_stays_unknown() -> None:
    model = MODELS["qwen3.8-27b"]
    assert [parameters(model, stage) for stage in STAGES] == [0, 0, 0, None, 0, None]
    assert total(model) is None and layer_parts(model) is None


@pytest.mark.parametrize("name", ["gpt2", "qwen3-0.6b"])
def test_sizes_agree_with_the_reference_implementation(name: str) -> None:
    made = MODELS[name].layers
    assert made is not None
    if name == "gpt2":
        config = transformers.GPT2Config()
    else:
        config = transformers.Qwen3Config(
            vocab_size=151_936,
            hidden_size=1_024,
            intermediate_size=made.inner,
            num_hidden_layers=made.count,
            num_attention_heads=made.heads,
            num_key_value_heads=made.key_value_heads,
            head_dim=made.head_dim,
            tie_word_embeddings=True,
        )
    with torch.device("meta"):
        model = transformers.AutoModelForCausalLM.from_config(config)
    model.tie_weights()
    assert sum(one.numel() for one in model.parameters()) == total(MODELS[name])


def test_our_own_model_is_the_one_that_was_trained() -> None:
    runs = Store(ROOT / "runs").index().runs
    mine = runs[runs["name"].str.startswith("reference/rope-s0") & (runs["scaling"] == "none")]
    assert int(mine["parameters"].iloc[0]) == total(MODELS["ours"])


def test_tokens_are_the_bytes_of_the_text() -> None:
    text = "aï猫😀 a"
    found = pieces(text)
    assert bytes(piece.id for piece in found) == text.encode()
    assert [piece.parts for piece in found] == [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 1, 1]
    assert [piece.place for piece in found] == list(range(12)) and found[0].id == found[-1].id
    assert pieces("\ud800")[0].id == ord("?"), "half a character is no text"


def test_cosine_and_nearest_on_rows_made_by_hand() -> None:
    table = np.array([[1.0, 0], [2, 0], [0, 3], [-1, 0], [1, 1], [0, 0]])
    assert [cosine(table, 0, other) for other in range(6)] == pytest.approx([1, 1, 0, -1, 0.5**0.5, 0])
    found = nearest(table, table[0], [1, 2, 3, 4], 2)
    assert [row for row, _ in found] == [1, 4] and found[1][1] == pytest.approx(0.5**0.5)


def test_analogies_of_a_table_that_is_made_of_letter_and_case() -> None:
    """Where case is a direction of its own, every sum is met; where capitals are the small letters, none is."""
    rng = np.random.default_rng(0)
    table = rng.normal(size=(256, 200)) * 0.01
    letters, case = rng.normal(size=(26, 200)), 5 * rng.normal(size=200)
    table[97:123], table[65:91] = letters + case, letters
    exact = analogies(table)
    assert (exact.count, exact.all_rows, exact.others, exact.came_back) == (650, 650, 650, 0)
    table[65:91] = letters + case
    same = analogies(table)
    assert (same.all_rows + same.came_back, same.came_back >= 325) == (650, True)


def test_rows_that_were_never_read_are_those_that_the_corpus_does_not_contain() -> None:
    corpus = os.environ.get("POSITION_LAB_TINYSHAKESPEARE")
    if not (corpus and CHECKPOINTS):
        pytest.skip("needs the corpus and the weights of the reference runs")
    missing = sorted(set(range(256)) - set(Path(corpus).read_bytes()))
    for path in CHECKPOINTS:
        assert unread(load_file(path)["model.embedding"].astype(float)) == missing


def test_what_the_lesson_says_of_our_table() -> None:
    path = next((path for path in CHECKPOINTS if path.name.startswith("rope-s0")), None)
    if path is None:
        pytest.skip("needs the weights of the reference runs")
    table = load_file(path)["model.embedding"].astype(float)
    vowels, cases, digits = (cosine(table, ord(one), ord(other)) for one, other in ("ae", "Aa", "78"))
    assert digits > 0.99 > 0.6 > vowels > 0.4 > 0.1 > cases
    assert cosine(table, ord("?"), ord("!")) > 0.8, "the task can be solved"
    found = analogies(table)
    assert found.others > 100 and found.all_rows < 10 and found.came_back > 600


def test_numbers_of_the_map() -> None:
    assert unmoved() < 1e-14
    assert [f"{swamped(AT, size).ratio:.3%}" for size in (UNIT, INITIAL)] == ["2.703%", "0.054%"] and AT == 37
    assert learned_table() == (1024, 768)
    assert (slow_qwen3().slow, slow_qwen3().pairs, slow_qwen3().window) == (24, 64, 32_768)
    assert (slow_qwen38().slow, slow_qwen38().pairs, slow_qwen38().window) == (10, 32, 262_144)
    before, after = added_scores()
    assert abs(after - before) > 1
