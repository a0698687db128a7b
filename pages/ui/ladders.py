"""Stops and defaults of the sliders that several calculators share: a default stays out of the URL on all of them."""

from pages.ui.live import doublings, log_ladder

ROPE_THETA = log_ladder(10, 1e8)
HEAD_DIM = (16.0, 32.0, 48.0, 64.0, 80.0, 96.0, 112.0, 128.0, 160.0, 192.0, 224.0, 256.0)
SHARE = tuple(eighth / 8 for eighth in range(1, 9))
LENGTH = doublings(64, 1_048_576)  # tokens of a training window
FACTOR = (2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 16.0, 20.0, 24.0, 32.0, 40.0, 48.0, 64.0)

DEFAULT_ROPE_THETA, DEFAULT_HEAD_DIM, DEFAULT_SHARE, DEFAULT_LENGTH = 1e6, 128.0, 1.0, 32_768.0  # Qwen3
DEFAULT_FACTOR = 4.0

# By the key in the URL: the stops of its slider, and the default that stays out of the URL.
SLIDERS = {
    "rope_theta": (ROPE_THETA, DEFAULT_ROPE_THETA),
    "head_dim": (HEAD_DIM, DEFAULT_HEAD_DIM),
    "share": (SHARE, DEFAULT_SHARE),
    "length": (LENGTH, DEFAULT_LENGTH),
    "factor": (FACTOR, DEFAULT_FACTOR),
}


def reached(key: str, value: float) -> bool:
    """Whether the slider of this key reaches this far."""
    stops, _ = SLIDERS[key]
    return stops[0] <= value <= stops[-1]
