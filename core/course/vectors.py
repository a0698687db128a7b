"""Lesson 0, From text to vectors: what goes into each stage of a model, what comes out, and what is trained there."""

from dataclasses import dataclass
from typing import Literal

Stage = Literal["text", "token", "id", "vector", "position", "layer"]
STAGES: tuple[Stage, ...] = ("text", "token", "id", "vector", "position", "layer")


@dataclass(frozen=True, kw_only=True)
class Layers:
    """How the layers of a model are built; every number is one of its config."""

    count: int
    heads: int
    key_value_heads: int
    head_dim: int
    inner: int  # width inside the MLP
    gated: bool  # the MLP has a third matrix, which opens and shuts what the first one makes
    biases: bool  # of matrices and norms
    head_norms: bool  # queries and keys are normed, each with head_dim numbers


@dataclass(frozen=True, kw_only=True)
class Model:
    """A model as far as this lesson needs it; None stands for what no source that we read reports.

    `rows` are those of the embedding table and `entries` the tokens that there are; `places` are the rows of a trained
    table of positions, 0 where there is none.
    """

    label: str
    width: int
    rows: int | None
    entries: int | None
    places: int
    layers: Layers | None
    source: str


MODELS = {
    "ours": Model(
        label="Position Lab, RoPE",
        width=128,
        rows=256,
        entries=256,
        places=0,
        layers=Layers(
            count=4, heads=4, key_value_heads=4, head_dim=32, inner=512, gated=False, biases=False, head_norms=False
        ),
        source="runs/reference",
    ),
    "gpt2": Model(
        label="GPT-2",
        width=768,
        rows=50257,
        entries=50257,
        places=1024,
        layers=Layers(
            count=12, heads=12, key_value_heads=12, head_dim=64, inner=3072, gated=False, biases=True, head_norms=False
        ),
        source="transformers 5.24.0, default of GPT2Config",
    ),
    "qwen3-0.6b": Model(
        label="Qwen3 0.6B",
        width=1024,
        rows=151936,
        entries=151669,
        places=0,
        layers=Layers(
            count=28, heads=16, key_value_heads=8, head_dim=128, inner=3072, gated=True, biases=False, head_norms=True
        ),
        source="Qwen/Qwen3-0.6B, config.json; entries: Qwen3 Technical Report, arXiv 2505.09388, section 2",
    ),
    "qwen3.8-27b": Model(
        label="Qwen3.8 27B",
        width=5120,
        rows=None,
        entries=None,
        places=0,
        layers=None,
        source="the course's documents, chapter C2 (reported)",
    ),
}


def layer_parts(model: Model) -> dict[str, int] | None:
    """Trained numbers in one layer by part: attention, mlp, norms; None where the layers are not reported."""
    made = model.layers
    if made is None:
        return None
    width, turned = model.width, made.heads * made.head_dim
    shared = made.key_value_heads * made.head_dim
    attention = width * (turned + 2 * shared) + turned * width
    mlp = (3 if made.gated else 2) * width * made.inner
    norms = 2 * width + (2 * made.head_dim if made.head_norms else 0)
    if made.biases:
        attention += turned + 2 * shared + width
        mlp += made.inner + width
        norms += 2 * width
    return {"attention": attention, "mlp": mlp, "norms": norms}


def parameters(model: Model, stage: Stage) -> int | None:
    """Trained numbers of a stage, all layers together at the last; None where they are not reported."""
    if stage == "vector":
        return None if model.rows is None else model.rows * model.width
    if stage == "position":
        return model.places * model.width
    if stage == "layer":
        parts = layer_parts(model)
        return None if parts is None or model.layers is None else model.layers.count * sum(parts.values())
    return 0


def total(model: Model) -> int | None:
    """All trained numbers of a model that reads its answers off its embedding table; None where some are not reported.

    Beside the stages there is one more norm, after the last layer.
    """
    found = [parameters(model, stage) for stage in STAGES]
    last = model.width * (2 if model.layers is not None and model.layers.biases else 1)
    told = [one for one in found if one is not None]
    return sum(told) + last if len(told) == len(found) else None


@dataclass(frozen=True)
class Piece:
    """A token of a model that reads bytes: its place, the character that it belongs to, and its id."""

    place: int
    character: str
    part: int  # which byte of the character, from 1
    parts: int
    id: int


def pieces(text: str) -> list[Piece]:
    """The tokens of a text for a model that reads bytes: those of its UTF-8 form, whose ids they are."""
    found: list[Piece] = []
    for character in text:
        told = character.encode("utf-8", "replace")
        for part, byte in enumerate(told, 1):
            found.append(Piece(len(found), character, part, len(told), byte))
    return found
