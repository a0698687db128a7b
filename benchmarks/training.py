"""Training speed beside what a user would pick instead, and beside the matrix products that bound it."""

import importlib.util
from collections.abc import Sequence
from typing import Any

import torch

from benchmarks.contest import Entrant, Times, contest, ratio
from benchmarks.machine import machine, matrix_rates
from benchmarks.report import show, table
from core.positions.encodings import ENCODINGS

REFERENCE = ("none", "learned", "sinusoidal", "rope", "alibi")
PACKAGES = {"x-transformers": "x_transformers", "Llama of transformers": "llama"}


def training(
    nanogpt: str | None = None,
    encodings: tuple[str, ...] = REFERENCE,
    repetitions: int = 9,
    steps: int = 3,
    json: str | None = None,
) -> int:
    """Print tokens per second of every encoding, the ratio to each peer, and the share of the matrix rate.

    Args:
        nanogpt: Checkout of nanoGPT; without one it is left out.
        encodings: Encodings to time.
        repetitions: Turns that each thing takes; at least 7.
        steps: Training steps a turn.
        json: File for the same figures.
    """
    if unknown := set(encodings) - set(ENCODINGS):
        raise SystemExit(f"encodings: there is no {', '.join(sorted(unknown))}; choose from {', '.join(ENCODINGS)}.")
    peers, left_out = _peers(nanogpt)
    threads = torch.get_num_threads()
    entrants = {name: Entrant("ours", {"encoding": name}, threads) for name in encodings}
    if matrix_bfloat16 := _float32_beside_bfloat16(threads):
        entrants |= matrix_bfloat16
    entrants |= {
        f"{name}, {mode}": Entrant(function, arguments | {"compiled": mode == "compiled"}, threads)
        for name, (function, arguments) in peers.items()
        for mode in ("eager", "compiled")
    }
    rates = matrix_rates()
    times = contest(entrants, max(7, repetitions), steps)
    faster = {name: min((times[f"{name}, {mode}"] for mode in ("eager", "compiled")), key=_median) for name in peers}
    rows = [_row(name, times[name], faster, rates) for name in entrants if entrants[name].function == "ours"]
    peer_rows = [_peer_row(name, times[name]) for name in entrants if entrants[name].function != "ours"]
    report = {"machine": machine(), "matrix_rates": rates, "rows": rows, "peers": peer_rows, "left_out": left_out}
    print(_text(report, list(peers)))
    return show(report, json)


def _peers(nanogpt: str | None) -> tuple[dict[str, tuple[str, dict[str, Any]]], list[str]]:
    """Function and arguments of each peer that is at hand, and a sentence on each that is not."""
    peers, left_out = dict[str, tuple[str, dict[str, Any]]](), list[str]()
    if nanogpt:
        peers["nanoGPT"] = ("nanogpt", {"path": nanogpt})
    else:
        left_out.append("nanoGPT was not measured; name a checkout with --nanogpt PATH.")
    for name, function in PACKAGES.items():
        if importlib.util.find_spec(name.rpartition(" ")[2].replace("-", "_")):
            peers[name] = (function, {})
        else:
            left_out.append(f"{name} was not measured; install requirements-dev.txt.")
    return peers, left_out


def _float32_beside_bfloat16(threads: int) -> dict[str, Entrant]:
    """Where the automatic choice is bfloat16, rope in float32 as well, so that the gain is seen."""
    if not torch.cpu._is_amx_tile_supported():
        return {}
    return {"rope, float32": Entrant("ours", {"encoding": "rope", "precision": "float32"}, threads)}


def _median(times: Times) -> float:
    return times.median


def _row(name: str, times: Times, peers: dict[str, Times], rates: dict[str, float]) -> dict[str, Any]:
    tokens, flops = times.facts["tokens"], times.facts["flops"]
    lower, upper = times.quartiles()
    rate = flops / times.median
    return {
        "encoding": name,
        "precision": times.facts["precision"],
        "compiled": times.facts["compiled"],
        "tokens_per_s": tokens / times.median,
        "tokens_per_s_quartiles": [tokens / upper, tokens / lower],
        "ms_per_step": 1000 * times.median,
        **{f"ratio_to_{_key(peer)}": ratio(theirs, times) for peer, theirs in peers.items()},
        "flops_per_s": rate,
        "of_float32_rate": rate / rates["float32"],
        "of_bfloat16_rate": rate / rates["bfloat16"],
        "peak_memory_bytes": times.peak,
    }


def _peer_row(name: str, times: Times) -> dict[str, Any]:
    lower, upper = times.quartiles()
    tokens = times.facts["tokens"]
    return {
        "peer": name,
        "parameters": times.facts["parameters"],
        "tokens_per_s": tokens / times.median,
        "tokens_per_s_quartiles": [tokens / upper, tokens / lower],
        "ms_per_step": 1000 * times.median,
        "peak_memory_bytes": times.peak,
    }


def _key(peer: str) -> str:
    return {"nanoGPT": "nanogpt", "x-transformers": "x_transformers"}.get(peer, "llama")


def _text(report: dict[str, Any], peers: Sequence[str]) -> str:
    ours = [
        [row["encoding"], row["precision"], *_speed(row), *(f"{row[f'ratio_to_{_key(p)}']:.2f}" for p in peers),
         f"{row['flops_per_s'] / 1e9:.0f}", f"{row['of_float32_rate']:.0%}", f"{row['of_bfloat16_rate']:.0%}"]
        for row in report["rows"]
    ]  # fmt: skip
    heads = ["encoding", "precision", "tokens/s", "quartiles", *(f"× {peer}" for peer in peers)]
    text = table([*heads, "GFLOP/s", "of float32", "of bfloat16"], ours)
    text += "\n\n" + table(["peer", "tokens/s", "quartiles"], [[r["peer"], *_speed(r)] for r in report["peers"]])
    rates = report["matrix_rates"]
    text += "\n\nMatrix products of these shapes: " + ", ".join(f"{v / 1e9:.0f} GFLOP/s {k}" for k, v in rates.items())
    return text + "".join(f"\n{sentence}" for sentence in report["left_out"])


def _speed(row: dict[str, Any]) -> list[str]:
    lower, upper = row["tokens_per_s_quartiles"]
    return [f"{row['tokens_per_s']:,.0f}", f"{lower:,.0f} to {upper:,.0f}"]
