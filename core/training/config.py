"""RunConfig: everything that decides what a run comes out as: the command line, the footer and the form."""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from core.positions.encodings import ENCODINGS, Sizes
from core.training.extension import Extension, extension_of

Precision = Literal["auto", "float32", "bfloat16"]
CONTINUED = ("scaling", "start", "native_length")  # fields that only a run that goes on from another has


@dataclass(frozen=True)
class RunConfig:
    """One run. Two runs are compared as a pair only where they differ in the encoding alone."""

    encoding: str = "rope"  # a name in core.positions.encodings.ENCODINGS
    seed: int = 0  # fixes data order and initial values, the same for every encoding
    corpus: str = "auto"  # tinyshakespeare, pydoc, a task of core.tasks, or a file; auto: tinyshakespeare or pydoc
    steps: int = 1000  # optimizer steps
    train_length: int = 128  # tokens a training window
    batch_size: int = 32  # windows a step
    layers: int = 4
    d_model: int = 128
    heads: int = 4
    rope_theta: float = 10_000.0  # base of the rotary frequencies
    learning_rate: float = 2e-3  # at its peak, after the warm-up
    min_learning_rate: float = 2e-4  # at the last step, after the cosine
    warmup_steps: int = 100
    weight_decay: float = 0.1  # on matrices only
    clip_norm: float = 1.0  # of the whole gradient
    qk_norm: bool = False  # RMS-normalise queries and keys before they are turned
    log_n_scaling: bool = False  # scores times max(1, ln n / ln train_length), n the tokens that a query sees
    precision: Precision = "auto"  # of what enters the linear layers; all else is float32
    eval_every: int = 100  # steps
    eval_lengths: tuple[int, ...] = (128, 192, 256, 384, 512, 768, 1024)  # tokens
    eval_windows: int = 32  # windows a length, all ending at the same places; of a task, texts a length and a depth
    scaling: str = "none"  # of a continued run: the rule by which its rotation turns, as in "yarn x4"
    start: str = ""  # of a continued run: encoding and experiment of the run that it goes on from, whatever the seed
    native_length: int = 0  # of a continued run: train_length of that run

    def __post_init__(self) -> None:
        """Raise ValueError that names the field, what is wrong and what to write instead."""
        object.__setattr__(self, "eval_lengths", tuple(self.eval_lengths))
        if self.encoding not in ENCODINGS:
            raise ValueError(f'encoding is "{self.encoding}"; choose one of {", ".join(ENCODINGS)}.')
        for name in ("steps", "train_length", "batch_size", "layers", "d_model", "heads", "eval_every", "eval_windows"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1.")
        if self.seed < 0 or self.warmup_steps < 0:
            raise ValueError("seed and warmup_steps must be 0 or more.")
        if self.d_model % (2 * self.heads):
            raise ValueError(
                f"d_model is {self.d_model} and heads {self.heads}; d_model must divide into heads of an even size."
            )
        for name in ("learning_rate", "min_learning_rate", "clip_norm"):
            if not 0 < getattr(self, name) < float("inf"):
                raise ValueError(f"{name} is {getattr(self, name)}; it must be a finite number above 0.")
        if not 1 < self.rope_theta < float("inf"):
            raise ValueError(f"rope_theta is {self.rope_theta}; it must be a finite number above 1, for example 10000.")
        if self.precision not in get_args(Precision):
            raise ValueError(f'precision is "{self.precision}"; choose auto, float32 or bfloat16.')
        if self.train_length not in self.eval_lengths or min(self.eval_lengths) < 2:
            raise ValueError(f"eval_lengths must hold train_length, {self.train_length}, and no length below 2.")
        if bool(self.start) != (self.native_length > 0) or (self.scaling != "none" and not self.start):
            raise ValueError("scaling, start and native_length are of a run that goes on: python -m core continue RUN.")
        extension_of(self.scaling, self.native_length)

    @property
    def head_dim(self) -> int:
        """Channels a head."""
        return self.d_model // self.heads

    @property
    def sizes(self) -> Sizes:
        """What an encoding's hooks may ask of the model; windows that grow later on change nothing of it."""
        length = self.native_length or self.train_length
        return Sizes(train_length=length, d_model=self.d_model, heads=self.heads, rope_theta=self.rope_theta)

    @property
    def tokens_per_step(self) -> int:
        """Tokens that one optimizer step trains on."""
        return self.batch_size * self.train_length

    @property
    def extension(self) -> Extension | None:
        """The rule that a continued run was trained under; None where it turns as it always did."""
        return None if self.scaling == "none" else extension_of(self.scaling, self.native_length)

    def to_dict(self) -> dict[str, Any]:
        """Every field, ready for JSON.

        What only a continued run has is left out of the others: older runs were recorded without, and a run's id and
        experiment are made from this.
        """
        said = asdict(self) | {"eval_lengths": list(self.eval_lengths)}
        return said if self.start else {name: value for name, value in said.items() if name not in CONTINUED}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "RunConfig":
        """The config that to_dict wrote; fields of another version are left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})

    def run_id(self) -> str:
        """A name that says encoding and seed, and is the same for the same config alone."""
        text = json.dumps(self.to_dict(), sort_keys=True)
        rule = f"-{self.scaling.replace(' ', '-').replace('=', '')}-{self.steps}" if self.start else ""
        return f"{self.encoding}-s{self.seed}{rule}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
