"""The map of the course: on which number each way of telling positions got stuck."""

from dataclasses import dataclass

import numpy as np

from core.course import terms
from core.positions.configs.layer_rope import LayerRope
from core.positions.permutation import gaps, read
from core.positions.presets import PRESETS

QWEN3_TRAINED = 32_768  # positions, Qwen3 Technical Report, arXiv 2505.09388; the config's window leaves room
SHIFT = 100


@dataclass(frozen=True, kw_only=True)
class Slow:
    """The pairs of a model's heads that do not finish one turn within a window of positions."""

    slow: int
    pairs: int
    window: int


def unmoved() -> float:
    """The largest change of an output when three words are read in reverse, without mask and positions."""
    words = ["dog", "bites", "man"]
    return float(gaps(read(words), read(words[::-1]), [2, 1, 0]).max())


def learned_table() -> tuple[int, int]:
    """Rows and width of GPT-2's table of positions."""
    config = PRESETS["gpt2"].config
    return int(config["n_positions"]), int(config["n_embd"])


def added_scores() -> tuple[float, float]:
    """The score of two words with added positions, and the same with both words 100 positions on."""
    return terms.added(0).total, terms.added(SHIFT).total


def slow_qwen3() -> Slow:
    """Qwen3 at the length that it was trained on."""
    return _slow(PRESETS["qwen3-8b"].positions().ropes[0], QWEN3_TRAINED)


def slow_qwen38() -> Slow:
    """Qwen3.8 at its window, as the course's documents report both."""
    rope = PRESETS["qwen3.8-27b"].positions().ropes[0]
    return _slow(rope, int(rope.window or 0))


def turned_share() -> tuple[int, int]:
    """Turned channels and all channels of a head of Qwen3.8."""
    rope = PRESETS["qwen3.8-27b"].positions().ropes[0]
    return rope.rotary_dim, rope.head_dim


def _slow(rope: LayerRope, window: int) -> Slow:
    return Slow(slow=rope.incomplete(window), pairs=len(np.atleast_1d(rope.inv_freq)), window=window)
