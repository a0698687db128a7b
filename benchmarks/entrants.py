"""What can be timed, by name: our training step and evaluation, and the peers' training steps at the same size.

Every peer is set up as its own documentation does it, in float32, its default on a processor; each reads a fresh batch,
clips the gradient and steps AdamW, as ours does. `python -m benchmarks.entrants WORDS` is a process of a contest.
"""

import importlib.util
import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn

from core.training.config import RunConfig
from core.training.corpus import load_corpus
from core.training.environment import keep_freed_memory, resolve_precision
from core.training.evaluate import evaluate
from core.training.losses import compiled_token_loss
from core.training.model import Transformer
from core.training.trainer import BETAS, Trainer

REFERENCE = RunConfig(corpus="pydoc")
Step = Callable[[], object]


def ours(**changes: Any) -> tuple[Step, dict[str, Any]]:
    """Our training step, for the reference config with these changes."""
    trainer = _trainer(changes)
    steps = iter(range(10**9))
    config = trainer.config
    facts = {"precision": config.precision, "compiled": trainer.compiled, "tokens": config.tokens_per_step}
    return lambda: trainer.step(next(steps) % config.steps), facts | {"flops": flops(trainer.model, config)}


def evaluation(windows: int, length: int, encoding: str) -> tuple[Step, dict[str, Any]]:
    """Our evaluation of so many windows at one length, for which a learned table has as many rows."""
    config = replace(REFERENCE, encoding=encoding, train_length=length, eval_lengths=(length,), eval_windows=windows)
    keep_freed_memory()
    model, corpus = Transformer(config), load_corpus(config.corpus)
    return lambda: evaluate(model, corpus, False, compiled_token_loss), {"tokens": windows * length}


def whole_evaluation(encoding: str, last: bool) -> tuple[Step, dict[str, Any]]:
    """One evaluation of a run as it is trained, every length and window; the last one has the loss by position too."""
    trainer = _trainer({"encoding": encoding})
    return lambda: evaluate(trainer.model, trainer.corpus, last, trainer.token_loss), {}


def nanogpt(path: str, compiled: bool) -> tuple[Step, dict[str, Any]]:
    """NanoGPT's model and optimizer from the checkout at `path`, configured as its README does for this size."""
    module, config = _module(Path(path) / "model.py"), REFERENCE
    settings = module.GPTConfig(
        block_size=config.train_length, vocab_size=256, n_layer=config.layers, n_head=config.heads,
        n_embd=config.d_model, dropout=0.0, bias=False,
    )  # fmt: skip
    model = module.GPT(settings)
    optimizer = model.configure_optimizers(config.weight_decay, config.learning_rate, BETAS, "cpu")
    loss = torch.compile(model) if compiled else model
    return _peer(model, optimizer, lambda inputs, targets: loss(inputs, targets)[1])


def x_transformers(compiled: bool) -> tuple[Step, dict[str, Any]]:
    """x-transformers' decoder with rotary positions and its own fused attention."""
    from x_transformers import (  # type: ignore[import-untyped]
        AutoregressiveWrapper,
        Decoder,
        TransformerWrapper,
    )

    config = REFERENCE
    layers = Decoder(
        dim=config.d_model, depth=config.layers, heads=config.heads, attn_dim_head=config.head_dim,
        rotary_pos_emb=True, attn_flash=True, use_rmsnorm=True, ff_no_bias=True,
    )  # fmt: skip
    net = TransformerWrapper(num_tokens=256, max_seq_len=config.train_length, tie_embedding=True, attn_layers=layers)
    model = AutoregressiveWrapper(net)
    loss = torch.compile(model) if compiled else model
    return _peer(model, _adamw(model), lambda inputs, targets: loss(torch.cat([inputs, targets[:, -1:]], 1)))


def llama(compiled: bool) -> tuple[Step, dict[str, Any]]:
    """Llama of transformers; its three MLP matrices are 344 wide, which makes as many parameters as our two of 512."""
    from transformers import LlamaConfig, LlamaForCausalLM

    config = REFERENCE
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=256, hidden_size=config.d_model, intermediate_size=344, num_hidden_layers=config.layers,
            num_attention_heads=config.heads, num_key_value_heads=config.heads, tie_word_embeddings=True,
            max_position_embeddings=config.train_length, attn_implementation="sdpa", use_cache=False,
        )
    )  # fmt: skip
    loss = torch.compile(model) if compiled else model

    def mean(inputs: Tensor, targets: Tensor) -> Tensor:
        found: Tensor = loss(input_ids=inputs, shift_labels=targets, labels=targets).loss
        return found

    return _peer(model, _adamw(model), mean)


def flops(model: nn.Module, config: RunConfig) -> float:
    """Floating-point operations a training step needs: 6 a matrix weight and token, and the causal half of attention.

    Kaplan et al. 2020 (arXiv 2001.08361), section 2.1; forward once and backward twice.
    """
    # The embedding counts as the output matrix that it also is; a table and a bias are only added.
    weights = sum(
        p.numel() for name, p in model.named_parameters() if p.dim() == 2 and not name.startswith("position_")
    )
    attention = 6 * config.layers * config.train_length * config.d_model
    return float((6 * weights + attention) * config.tokens_per_step)


def _trainer(changes: dict[str, Any]) -> Trainer:
    config = replace(REFERENCE, **changes)
    return Trainer(replace(config, precision=resolve_precision(config.precision)), load_corpus(config.corpus), True)


def _adamw(model: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.AdamW(model.parameters(), lr=REFERENCE.learning_rate, betas=BETAS, weight_decay=0.1, fused=True)


def _peer(
    model: nn.Module, optimizer: torch.optim.Optimizer, loss: Callable[[Tensor, Tensor], Tensor]
) -> tuple[Step, dict[str, Any]]:
    text = torch.from_numpy(load_corpus(REFERENCE.corpus).train.astype("int64"))
    length, rows = REFERENCE.train_length, REFERENCE.batch_size

    def step() -> None:
        starts = torch.randint(len(text) - length - 1, (rows,)).tolist()
        inputs = torch.stack([text[start : start + length] for start in starts])
        targets = torch.stack([text[start + 1 : start + length + 1] for start in starts])
        value = loss(inputs, targets)
        value.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), REFERENCE.clip_norm)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        value.item()

    return step, {"parameters": sum(p.numel() for p in model.parameters()), "tokens": REFERENCE.tokens_per_step}


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("nanogpt_model", path)
    if spec is None or spec.loader is None or not path.exists():
        raise SystemExit(f"--nanogpt: there is no model.py in {path.parent}.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


def _serve(words: str) -> None:
    """Build an entrant, warm it, and take as many steps as each line asks for."""
    function, arguments, threads = json.loads(words)
    answers, sys.stdout = sys.stdout, sys.stderr  # a peer may print
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    step, facts = globals()[function](**arguments)
    for _ in range(3):
        step()
    print(json.dumps(facts), file=answers, flush=True)
    for line in sys.stdin:
        began = time.perf_counter()
        for _ in range(int(line)):
            step()
        seconds = time.perf_counter() - began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps({"seconds": seconds, "peak": peak}), file=answers, flush=True)


if __name__ == "__main__":
    _serve(sys.argv[1])
