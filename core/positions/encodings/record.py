"""What an encoding is: a record of the places where it acts, how it looks, and what of it is trained."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from jaxtyping import Float, Int

Positions = Int[np.ndarray, "length"]
Angles = Float[np.ndarray, "length pairs"]


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """What a hook may ask of the model that it serves."""

    train_length: int = 128  # tokens
    d_model: int = 128
    heads: int = 4
    rope_theta: float = 10_000.0

    @property
    def head_dim(self) -> int:
        """Channels a head."""
        return self.d_model // self.heads


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A trained array of an encoding, shared by all layers: its shape, its values before the first step, its bound."""

    shape: Callable[[Sizes], tuple[int, ...]]
    start: Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]
    least: float | None = None  # a step that would take a value below this one stops at it


@dataclass(frozen=True, kw_only=True)
class TrainedBias:
    """A bias that is trained: its parameters, and its value in score units for the values that they have.

    `value(parameters, distance, query, sizes, xp)` has the shape (heads, *distance). The parameters are numpy arrays
    or torch tensors and xp is the module that they are of, so that one formula serves the calculators and the trainer;
    distance and query are whole numbers in numpy, and broadcast. Where `by_distance` holds, query is not read.
    """

    parameters: Mapping[str, Parameter]
    value: Callable[[Mapping[str, Any], np.ndarray, np.ndarray, Sizes, Any], Any]
    by_distance: bool = True


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """One encoding. A hook that is None does nothing; the record with no hook at all is `none`."""

    name: str
    label: str
    summary: str
    source: str
    colour: str  # the same on every page; contrast of at least 3 on the light and on the dark background
    dash: tuple[int, ...]  # stroke pattern in px, so that no series is told by colour alone
    table: Callable[[int, int], Float[np.ndarray, "length d_model"]] | None = None  # (length, d_model), is added to x
    angles: Callable[[Positions, Sizes], Angles] | None = None  # rad
    bias: Callable[[int, int], Float[np.ndarray, "heads length"]] | None = None  # (length, heads), by distance back
    trained_bias: TrainedBias | None = None
    forget_gate: bool = False  # each layer trains how much every token lets the heads forget what lies before it
    learned_table: bool = False  # the model trains a table of train_length rows
    scale_embeddings: bool = False  # embeddings times sqrt(d_model), so that the table does not drown them
    plain_every: int = 0  # each layer whose number this divides, counted from 1, knows no position
    drawn_from: int = 0  # positions are that many numbers' sorted random subset; 0: they are 0, 1, 2, ...

    def added_parameters(self, sizes: Sizes, layers: int) -> int:
        """How many numbers it trains beside those of a model without positions."""
        table = sizes.train_length * sizes.d_model if self.learned_table else 0
        gates = layers * sizes.heads * (sizes.d_model + 1) if self.forget_gate else 0
        shared = self.trained_bias.parameters.values() if self.trained_bias else ()
        return table + gates + sum(prod(one.shape(sizes)) for one in shared)
