"""A model trained here, read and run in numpy: its weights, its loss on a text, and what it would write next.

The trainer keeps a run's weights beside its run file. These pages load no torch; tests hold this forward pass against
the trainer's own.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float, Int
from safetensors import SafetensorError
from safetensors.numpy import load_file
from scipy.special import erf

from core.positions.attention import attention
from core.positions.rope import Pairing, angles, half_to_adjacent, inv_freq, rotate

EPS = float(np.finfo(np.float32).eps)  # below the root of a norm
PLAIN = ("rope", "none")  # encodings whose forward pass this is


@dataclass(frozen=True)
class Checkpoint:
    """The weights of one run by name, and what of its config the forward pass needs."""

    run: str
    weights: Mapping[str, Float[np.ndarray, "..."]]
    layers: int
    heads: int
    base: float | None  # of RoPE; None where nothing turns
    train_length: int
    pairing: Pairing = "half"


def find(root: str, runs: pd.DataFrame, encoding: str) -> tuple[str, Path] | None:
    """Name and weights file of the first finished plain run of this encoding that has weights beside it, else None."""
    mine = runs[(runs["encoding"] == encoding) & (runs["status"] == "finished") & (runs["scaling"] == "none")]
    for name in sorted(mine["name"]):
        weights = Path(root) / f"{name}.safetensors"
        if weights.is_file():
            return name, weights
    return None


def load(run: str, path: Path, config: str) -> Checkpoint:
    """The checkpoint of a run with this JSON config; raises ValueError for another kind of model or a broken file."""
    said = json.loads(config)
    if said.get("encoding") not in PLAIN or said.get("qk_norm") or said.get("log_n_scaling"):
        raise ValueError(f"{run} is no plain model with RoPE or without positions, so it cannot be read here.")
    try:
        stored = {name.removeprefix("model."): value.astype(np.float64) for name, value in load_file(path).items()}
    except (OSError, SafetensorError) as error:
        raise ValueError(f"The weights of {run} cannot be read ({error}); train the run again.") from error
    base = float(said["rope_theta"]) if said["encoding"] == "rope" else None
    return Checkpoint(run, stored, int(said["layers"]), int(said["heads"]), base, int(said["train_length"]))


def as_adjacent(model: Checkpoint) -> Checkpoint:
    """The same weights turned by neighbours instead of halves, which they were not trained for."""
    return replace(model, pairing="adjacent")


def rearranged(model: Checkpoint) -> Checkpoint:
    """Turned by neighbours, with the rows that make queries and keys put in the order that this pairing needs."""
    weights = dict(model.weights)
    for layer in range(model.layers):
        name = f"blocks.{layer}.attention.qkv.weight"
        qkv = weights[name].reshape(3, model.heads, -1, weights[name].shape[1])  # (q k v, H, C, D)
        order = half_to_adjacent(qkv.shape[2])
        weights[name] = np.concatenate([qkv[:2][:, :, order], qkv[2:]]).reshape(weights[name].shape)
    return replace(as_adjacent(model), weights=weights)


def logits(model: Checkpoint, tokens: Int[np.ndarray, "length"]) -> Float[np.ndarray, "length vocabulary"]:
    """What the model thinks of every next byte, after every byte."""
    return _norm(streams(model, tokens)[-1], model.weights["norm.weight"]) @ model.weights["embedding"].T


def streams(
    model: Checkpoint, tokens: Int[np.ndarray, "length"], causal: bool = True
) -> Float[np.ndarray, "depths length d_model"]:
    """The vectors of a text before the first layer and after each one, shape (layers + 1, length, d_model)."""
    x = model.weights["embedding"][tokens]
    found = [x]
    for layer in range(model.layers):
        weight = {key: model.weights[f"blocks.{layer}.{key}.weight"] for key in _PARTS}
        x = x + _attend(model, _norm(x, weight["norm_attention"]), weight, causal)
        x = x + _gelu(_norm(x, weight["norm_mlp"]) @ weight["up"].T) @ weight["down"].T
        found.append(x)
    return np.array(found)


def loss(model: Checkpoint, text: bytes) -> float:
    """Mean surprise at every byte but the first in nats; raises ValueError for a text of fewer than two bytes."""
    tokens = np.frombuffer(text, dtype=np.uint8).astype(np.int64)
    if len(tokens) < 2:
        raise ValueError(f"the text has {len(tokens)} bytes; a loss needs at least 2.")
    scores = logits(model, tokens[:-1])
    top = scores.max(axis=1, keepdims=True)
    told = scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True))
    return float(-told[np.arange(len(told)), tokens[1:]].mean())


def continued(model: Checkpoint, text: bytes, count: int) -> str:
    """The likeliest next bytes, one by one, as text; what is no text stands as a replacement character."""
    tokens = np.frombuffer(text, dtype=np.uint8).astype(np.int64)
    for _ in range(count):
        seen = tokens[-model.train_length :]
        tokens = np.append(tokens, logits(model, seen)[-1].argmax())
    return bytes(tokens[len(text) :].astype(np.uint8)).decode("utf-8", "replace")


@dataclass(frozen=True)
class Reading:
    """What a model makes of a text: mean surprise at a byte in nats, and the likeliest way on from its first half."""

    loss: float
    start: str
    goes_on: str


def readings(model: Checkpoint, text: bytes, more: int = 40) -> dict[str, Reading]:
    """The text as read with the pairing of training, by neighbours with rows rearranged, and by neighbours without."""
    ways = {"half": model, "moved": rearranged(model), "mixed": as_adjacent(model)}
    start = text[: len(text) // 2]
    told = start.decode("utf-8", "ignore")
    return {name: Reading(loss(way, text), told, continued(way, start, more)) for name, way in ways.items()}


def apart(one: Checkpoint, other: Checkpoint, text: bytes) -> float:
    """The largest difference between two models' scores of any next byte of a text, before the softmax."""
    tokens = np.frombuffer(text, dtype=np.uint8).astype(np.int64)
    return float(np.abs(logits(one, tokens) - logits(other, tokens)).max())


def blind(model: Checkpoint) -> float:
    """The surprise in nats of a model to which every next byte is equally likely."""
    return float(np.log(len(model.weights["embedding"])))


_PARTS = ("norm_attention", "attention.qkv", "attention.out", "norm_mlp", "up", "down")


def _attend(
    model: Checkpoint, x: Float[np.ndarray, "length d_model"], weight: Mapping[str, np.ndarray], causal: bool
) -> Float[np.ndarray, "length d_model"]:
    qkv = (x @ weight["attention.qkv"].T).reshape(len(x), 3, model.heads, -1)
    q, k, v = qkv.transpose(1, 2, 0, 3)  # each (H, T, C)
    if model.base is not None:
        turned = angles(np.arange(len(x)), inv_freq(q.shape[-1], model.base))
        q, k = rotate(q, turned, model.pairing), rotate(k, turned, model.pairing)
    mixed = attention(q, k, v, causal=causal)
    return mixed.transpose(1, 0, 2).reshape(x.shape) @ weight["attention.out"].T


def _norm(x: Float[np.ndarray, "length d_model"], weight: Float[np.ndarray, "d_model"]) -> np.ndarray:
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + EPS) * weight


def _gelu(x: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
    return x * (1 + erf(x / np.sqrt(2))) / 2
