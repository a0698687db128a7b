"""A query and a key that turn with their positions: one pair of channels large, or up to 16 pairs small."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.charts.chart import Chart
from core.charts.turning_specs import turning_spec
from core.course.rotation import Planes, Turned


@dataclass(frozen=True, kw_only=True)
class TurningWords:
    """What these charts say; a page passes its translation."""

    query: str = "query"
    key: str = "key"
    angle: str = "angle of the arrow"
    between: str = "angle from the query to the key"
    one: str = "pair {pair}"


def plane(turned: Turned, words: TurningWords | None = None) -> Chart:
    """Both arrows of one pair, with the angle between them as a sector."""
    words = words or TurningWords()
    table = pd.DataFrame(
        {
            "arrow": [words.query, words.key],
            "x": [turned.q[0], turned.k[0]],
            "y": [turned.q[1], turned.k[1]],
            "turned": [turned.q_turned, turned.k_turned],
            "angle": [turned.q_angle, turned.k_angle],
        }
    )
    q, k = np.array([turned.q_angle]), np.array([turned.k_angle])
    return Chart(turning_spec(words, many=False), table, _datasets(q, k, [""], words))


def many_planes(found: Planes, words: TurningWords | None = None) -> Chart:
    """A dial for each of the pairs, named below; in each the query, the key and the angle between them."""
    words = words or TurningWords()
    between = 180 - (180 - (found.k_angles - found.q_angles)) % 360
    told = {"pair": found.pairs, "turns": found.turns, "q": found.q_angles, "k": found.k_angles, "between": between}
    names = [words.one.format(pair=pair) for pair in found.pairs]
    table = pd.DataFrame(told)
    return Chart(turning_spec(words, many=True), table, _datasets(found.q_angles, found.k_angles, names, words))


def _datasets(q: np.ndarray, k: np.ndarray, names: list[str], words: TurningWords) -> dict[str, pd.DataFrame]:
    """The rows of hands, sectors and dials; angles in rad, counter-clockwise from the right."""
    places = np.arange(len(q), dtype=np.float64)
    between = 180 - (180 - (k - q)) % 360
    said = [f"{abs(angle):.0f}°" for angle in between]
    hands = [
        pd.DataFrame({"place": places, "angle": np.radians(turn), "kind": kind, "told": [f"{a:.0f}°" for a in turn]})
        for kind, turn in ((words.query, q), (words.key, k))
    ]
    start = np.radians(q)
    sectors = {"place": places, "from": start, "to": start + np.radians(between), "told": said}
    dials = {"place": places, "name": names, "told": said if len(q) > 1 else [""]}
    return {
        "hands": pd.concat(hands, ignore_index=True),
        "sectors": pd.DataFrame(sectors),
        "dials": pd.DataFrame(dials),
    }
