"""Corpora as byte arrays, split 90/10 into training and validation, and the windows that are cut from them."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pooch
from jaxtyping import Int, UInt8

from core.tasks import TASKS

VOCABULARY = 256  # a token is a byte
TINYSHAKESPEARE_SHA256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"
TINYSHAKESPEARE_URL = "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt"
PATH_VARIABLE = "POSITION_LAB_TINYSHAKESPEARE"  # a copy that is already on disk


@dataclass(frozen=True)
class Corpus:
    """A named text as bytes."""

    name: str
    sha256: str
    train: UInt8[np.ndarray, "train_bytes"]
    val: UInt8[np.ndarray, "val_bytes"]

    @property
    def size(self) -> int:
        """Bytes of both splits."""
        return len(self.train) + len(self.val)


def load_corpus(name: str) -> Corpus:
    """The corpus of that name, or the file at that path.

    Raises ValueError in one sentence where the file is missing, too short or not what its checksum says.
    """
    if name == "auto":
        name = "tinyshakespeare" if _tinyshakespeare_at_hand() else "pydoc"
    if name == "tinyshakespeare":
        return _split(name, _tinyshakespeare())
    if name == "pydoc":
        return _split(name, _pydoc())
    try:
        return _split(Path(name).name, Path(name).read_bytes())
    except OSError as error:
        raise ValueError(
            f'corpus is "{name}", which is neither tinyshakespeare nor pydoc nor a readable file ({error.strerror}); '
            f"the tasks are {', '.join(TASKS)}."
        ) from error


def training_starts(
    corpus: Corpus, seed: int, steps: int, batch_size: int, length: int
) -> Int[np.ndarray, "steps batch"]:
    """First byte of every training window of a run; a seed fixes them all, so that a resumed run sees the same ones."""
    room = len(corpus.train) - length
    if room < 1:
        raise ValueError(
            f"The training split has {len(corpus.train)} bytes; train_length {length} needs a longer corpus."
        )
    return np.random.default_rng([seed, 1]).integers(0, room, size=(steps, batch_size))


def windows(
    data: UInt8[np.ndarray, "bytes"], starts: Int[np.ndarray, "batch"], length: int
) -> Int[np.ndarray, "batch length"]:
    """length + 1 tokens from each start as int64: inputs are all but the last, targets all but the first."""
    return data[starts[:, None] + np.arange(length + 1)].astype(np.int64)


def eval_ends(corpus: Corpus, count: int, longest: int) -> Int[np.ndarray, "count"]:
    """Index of the last target of every validation window, evenly spread, the same for every length."""
    last = len(corpus.val) - 1
    if last < longest:
        raise ValueError(
            f"The validation split has {len(corpus.val)} bytes; the longest eval_length, {longest}, needs more."
        )
    return np.linspace(longest, last, count).astype(np.int64)


def _split(name: str, data: bytes) -> Corpus:
    tokens = np.frombuffer(data, dtype=np.uint8)
    cut = int(0.9 * len(tokens))
    return Corpus(name, hashlib.sha256(data).hexdigest(), tokens[:cut], tokens[cut:])


def _pydoc() -> bytes:
    # Python's own language reference: a corpus that every machine has, whatever its network.
    from pydoc_data.topics import topics

    return "\n\n".join(topics[topic] for topic in sorted(topics)).encode()


def _tinyshakespeare_at_hand() -> bool:
    return PATH_VARIABLE in os.environ or (pooch.os_cache("position-lab") / "tinyshakespeare.txt").exists()


def _tinyshakespeare() -> bytes:
    given = os.environ.get(PATH_VARIABLE)
    try:
        if given:
            data = Path(given).read_bytes()
        else:
            cache = pooch.os_cache("position-lab")
            data = Path(
                pooch.retrieve(TINYSHAKESPEARE_URL, f"sha256:{TINYSHAKESPEARE_SHA256}", "tinyshakespeare.txt", cache)
            ).read_bytes()
    except Exception as error:  # pooch raises whatever its downloader does, and every one means the same to the user
        raise ValueError(
            f"Tiny Shakespeare could not be read ({error}); set {PATH_VARIABLE} to a copy, or use --corpus pydoc."
        ) from error
    if hashlib.sha256(data).hexdigest() != TINYSHAKESPEARE_SHA256:
        raise ValueError(f"{given} is not Tiny Shakespeare: its sha256 differs; name it with --corpus PATH instead.")
    return data
