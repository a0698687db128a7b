"""How a base looks: bases are an ordered quantity, so their colours are a sequence, from violet (small) to gold."""

import math

import numpy as np

from core.results.vary import setting_of

# One for each power of ten from 10 to a million; luminance rises along them, and the contrast with the light and the
# dark background stays above 3 on the way from each to the next.
_STOPS = ("#8049C8", "#565FDE", "#05869C", "#019A46", "#7D940E", "#A88D10")
_DASHES = ((), (6, 2), (2, 2), (10, 3), (8, 2, 2, 2), (4, 2), (12, 2, 2, 2, 2, 2), (3, 3, 9, 3))


def base_of(series: str) -> float | None:
    """The base that a series names, "rope, rope_theta=100"; None where it names none."""
    told = setting_of(series, "rope_theta")
    try:
        base = float(told or "")
    except ValueError:
        return None
    return base if math.isfinite(base) and base > 0 else None


def base_look(base: float) -> tuple[str, tuple[int, ...]]:
    """Colour and dash of a base, the same whichever others are shown; the dash changes twice in a power of ten."""
    channels = np.array([[int(stop[i : i + 2], 16) for i in (1, 3, 5)] for stop in _STOPS], dtype=np.float64)
    place = float(np.clip(math.log10(base), 1, len(_STOPS)))
    mixed = [round(np.interp(place, range(1, len(_STOPS) + 1), channel)) for channel in channels.T]
    return "#" + "".join(f"{channel:02X}" for channel in mixed), _DASHES[round(2 * place) % len(_DASHES)]
