"""The pitfalls of the chapter that happen in numpy or in a config: each made to happen, and what it gives."""

import numpy as np

from core.positions.absolute import check_table_length
from core.positions.configs.layer_rope import LayerRope
from core.positions.permutation import gaps, read
from core.positions.presets import PRESETS
from core.positions.rope import adjacent_to_half, angles, inv_freq, rotate

WORDS, ORDER = ("cat", "chases", "dog"), (2, 1, 0)
DIM, LENGTH, SHIFT = 32, 16, 100  # channels of a head, tokens, and how far a text is moved on


def without_position() -> tuple[float, float]:
    """The largest change of an output when three words are put in reverse, without positions and with RoPE."""
    moved = [WORDS[place] for place in ORDER]
    plain, turned = (gaps(read(WORDS, how), read(moved, how), ORDER).max() for how in ("none", "rope"))
    return float(plain), float(turned)


def raw_index(position: int) -> float:
    """Content of size 1 as a share of the position that is added to it."""
    return 1 / position


def past_the_table(length: int, rows: int) -> str:
    """What a learned table says of a text that is longer than it has rows."""
    try:
        check_table_length(length, rows)
    except ValueError as error:
        return str(error)
    return ""


def turned_embeddings() -> tuple[float, float]:
    """How far scores move when a text is moved on by SHIFT: with queries and keys turned, and with embeddings turned
    before the matrices that make queries and keys of them."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(LENGTH, DIM))
    w_q, w_k = rng.normal(size=(2, DIM, DIM)) / np.sqrt(DIM)
    speeds = inv_freq(DIM)

    def scores(start: int, early: bool) -> np.ndarray:
        turned = angles(np.arange(start, start + LENGTH), speeds)
        if early:
            return (rotate(x, turned) @ w_q) @ (rotate(x, turned) @ w_k).T
        return rotate(x @ w_q, turned) @ rotate(x @ w_k, turned).T

    right, wrong = (float(np.abs(scores(SHIFT, early) - scores(0, early)).max()) for early in (False, True))
    return right, wrong


def mixed_pairings() -> tuple[float, float]:
    """How far scores move when weights of the one pairing are run in the other, as they are and with their channels
    put in order."""
    q, k = np.random.default_rng(0).normal(size=(2, LENGTH, DIM))
    turned, order = angles(np.arange(LENGTH), inv_freq(DIM)), adjacent_to_half(DIM)
    trained = rotate(q, turned, "adjacent") @ rotate(k, turned, "adjacent").T
    mixed = rotate(q, turned, "half") @ rotate(k, turned, "half").T
    mended = rotate(q[:, order], turned, "half") @ rotate(k[:, order], turned, "half").T
    return float(np.abs(mixed - trained).max()), float(np.abs(mended - trained).max())


def partly_turned() -> LayerRope:
    """The rotation of a model that turns part of its channels."""
    return PRESETS["qwen3.8-27b"].positions().ropes[0]


def stretched() -> LayerRope:
    """The rotation of a model whose window of a million is stretched from a shorter one."""
    return next(rope for rope in PRESETS["deepseek-v4.1"].positions().ropes if rope.scaling != "none")
