"""How long a calculator takes to compute itself anew, its charts with it, beside transformers' table of frequencies."""

import statistics
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from benchmarks.contest import Times, ratio
from benchmarks.machine import machine
from benchmarks.report import show, table
from core.charts import Room, decay_data, decay_specs, dials, ratios, rule_map, rule_maps, seen_map, wavelengths
from core.charts import decay as decay_charts
from core.positions.config_report import report
from core.positions.extension import COMPARED, extended, target_setting
from core.positions.interpolation_bound import bounds
from core.positions.model_config import read
from core.positions.reach import reach
from core.positions.rope import inv_freq
from core.positions.takeaway import Model, takeaway

HEAD_DIM, LENGTH, BASE = 256, 1_048_576, 1e6
WORDS = decay_specs.DecayWords()
TABLE, PEER = "our inv_freq", "transformers' inv_freq"


def frequencies() -> object:
    """All that the page Frequencies asks of core, without Streamlit."""
    found = reach(HEAD_DIM, BASE, LENGTH)
    drawn = seen_map(found.inv_freq, found.inv_freq, found.length)
    return wavelengths(found, Room(base=1e8, length=LENGTH)), dials(found), drawn, found.unseen_at(8 * LENGTH - 1)


def decay() -> object:
    """All that a control of the page Decay has computed anew: curves, bounds, the rows of three pictures and a table.

    The bases beside the dragged one are those of the first visit. The specs and the published table hold for every
    setting, and are not made again.
    """
    specs, looks, words = _decay_specs(), decay_specs.looks(decay_specs.FIRST, WORDS), WORDS
    (mine,) = decay_data.curves(HEAD_DIM, [3 * BASE], LENGTH)
    others = decay_data.curves(HEAD_DIM, [float(name) for name in decay_specs.FIRST], LENGTH)
    curves = {decay_specs.LIVE: mine} | dict(zip(decay_specs.FIRST, others, strict=True))
    least, frame = mine.least, decay_data.bases(HEAD_DIM, LENGTH)
    named = decay_charts.named_bases(HEAD_DIM, LENGTH, "published", "ours")
    drawn = (
        decay_charts.decay(specs[0], curves, looks, LENGTH, True, words),
        decay_charts.bases(specs[1], frame, BASE, least, named, words),
        decay_charts.bound(specs[2], curves, looks, LENGTH, words),
        decay_charts.at_marks(curves, words),
    )
    return drawn, decay_data.feasible(frame), bounds(HEAD_DIM, BASE)


@cache
def _decay_specs() -> tuple[dict[str, Any], ...]:
    series = list(decay_specs.looks(decay_specs.FIRST, WORDS).values())
    foot = decay_data.floor(HEAD_DIM)
    return (
        decay_specs.decay_spec(series, WORDS, foot, log=True),
        decay_specs.base_spec(WORDS),
        decay_specs.bound_spec(series, WORDS),
    )


def extension() -> object:
    """All that a control of the page Extension has computed anew, with every rule that needs no list."""
    names = [name for name in COMPARED if name != "longrope"]
    trained, setting = inv_freq(HEAD_DIM, BASE), target_setting(LENGTH // 8, 8.0)
    found = [extended(name, trained, setting) for name in names]
    maps = [rule_map(one) for one in found]
    model = Model(base=BASE, rotary_dim=HEAD_DIM, setting=setting)
    return ratios(found, trained, setting.factor), rule_maps(found, maps), takeaway("v5", "yarn", model)


def config() -> object:
    """What the page Config computes of a file: the report of a model with two kinds of layers, whole."""
    file = {"model_type": "gemma3_text", "head_dim": HEAD_DIM, "max_position_embeddings": LENGTH}
    return report(read(file | {"hidden_size": 2560, "num_attention_heads": 8, "num_hidden_layers": 34}))


PAGES: dict[str, Callable[[], object]] = {
    "frequencies": frequencies,
    "decay": decay,
    "extension": extension,
    "config": config,
}


def calculators(repetitions: int = 21, json: str | None = None) -> int:
    """Print the time of each page's computation and of the bare table, ours and transformers', taken in turn.

    Args:
        repetitions: Turns that each takes; at least 7.
        json: File for the same figures.
    """
    entrants = {**PAGES, TABLE: lambda: inv_freq(HEAD_DIM, BASE), PEER: _transformers()}
    times = _in_turn(entrants, max(7, repetitions))
    rows = [_row(name, one, times[PEER]) for name, one in times.items()]
    print(f"head_dim {HEAD_DIM}, length {LENGTH:,}, rope_theta {BASE:,.0f}\n")
    print(table(["computed", "median ms", "quartiles ms", "times the peer's"], [_cells(row) for row in rows]))
    setting = {"head_dim": HEAD_DIM, "length": LENGTH, "rope_theta": BASE, "repetitions": max(7, repetitions)}
    return show({"machine": machine(), "setting": setting, "rows": rows}, json)


def _transformers() -> Callable[[], object]:
    """What transformers calls for the same table."""
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

    said = {"rope_type": "default", "rope_theta": BASE}
    config = LlamaConfig(
        head_dim=HEAD_DIM, hidden_size=HEAD_DIM, num_attention_heads=1, rope_parameters=said,
        max_position_embeddings=LENGTH,
    )  # fmt: skip
    return lambda: LlamaRotaryEmbedding.compute_default_rope_parameters(config)


def _in_turn(entrants: dict[str, Callable[[], object]], repetitions: int) -> dict[str, Times]:
    """Seconds of every entrant, one call a turn, after a first call that is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in entrants}
    for turn in range(1 + repetitions):
        for name, compute in entrants.items():
            began = time.perf_counter()
            compute()
            if turn:
                seconds[name].append(time.perf_counter() - began)
    return {name: Times(values, 0, {}) for name, values in seconds.items()}


def _row(name: str, times: Times, peer: Times) -> dict[str, Any]:
    return {
        "name": name,
        "ms": [1000 * value for value in times.seconds],
        "median_ms": 1000 * statistics.median(times.seconds),
        "quartiles_ms": [1000 * value for value in times.quartiles()],
        "ratio_to_transformers": ratio(times, peer),
    }


def _cells(row: dict[str, Any]) -> list[str]:
    low, high = row["quartiles_ms"]
    return [row["name"], f"{row['median_ms']:.3f}", f"{low:.3f} to {high:.3f}", f"{row['ratio_to_transformers']:.2f}"]
