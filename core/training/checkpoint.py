"""A run's weights and optimizer state as safetensors: nothing here is ever unpickled."""

import json
import os
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file

from core.training.model import Transformer

MOMENTS = ("exp_avg", "exp_avg_sq")


def save_training(
    path: Path, model: Transformer, optimizer: torch.optim.Optimizer, step: int, pending: list[float]
) -> None:
    """Put all that a resumed run needs to go on to the last bit; `pending` are the losses since the last logged row."""
    tensors = {f"model.{name}": value for name, value in model.state_dict().items()}
    for name, parameter in model.named_parameters():
        for moment in MOMENTS if optimizer.state[parameter] else ():
            tensors[f"{moment}.{name}"] = optimizer.state[parameter][moment]
    _save(path, tensors, {"step": str(step), "pending": json.dumps(pending)})


def load_training(path: Path, model: Transformer, optimizer: torch.optim.Optimizer) -> tuple[int, list[float]]:
    """The step and the pending losses, after model and optimizer were given what save_training put."""
    with safe_open(path, "pt") as file:
        step, pending = int(file.metadata()["step"]), json.loads(file.metadata()["pending"])
        names = set(file.keys())
        model.load_state_dict({name: file.get_tensor(f"model.{name}") for name in model.state_dict()})
        for name, parameter in model.named_parameters():
            if f"exp_avg.{name}" in names:
                moments = {moment: file.get_tensor(f"{moment}.{name}") for moment in MOMENTS}
                optimizer.state[parameter] = {"step": torch.tensor(float(step)), **moments}
    return step, pending


def save_weights(path: Path, model: Transformer, dtype: torch.dtype = torch.float32) -> None:
    """Put the weights alone, as a finished run keeps them."""
    _save(path, {f"model.{name}": value.to(dtype) for name, value in model.state_dict().items()}, {})


def load_weights(path: Path, model: Transformer) -> None:
    """Give the model the weights of a checkpoint of either kind, in the model's own dtype."""
    with safe_open(path, "pt") as file:
        model.load_state_dict({name: file.get_tensor(f"model.{name}") for name in model.state_dict()})


def _save(path: Path, tensors: dict[str, torch.Tensor], metadata: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        save_file(tensors, partial, metadata)
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)
