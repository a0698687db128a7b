"""Runs roots made by hand: what a trainer writes, and what else a real folder holds."""

import math
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pandas as pd

from core.positions.encodings import ENCODINGS
from core.results import Footer, Store
from core.results.identity import experiment

LENGTHS = (128, 192, 256, 384, 512, 768, 1024)
STEPS, EVERY = 200, 50
CONFIG = {"corpus": "pydoc", "steps": STEPS, "train_length": 128, "batch_size": 32, "layers": 4, "d_model": 128}
CONFIG |= {"heads": 4, "rope_theta": 1e4, "learning_rate": 2e-3, "qk_norm": False, "eval_lengths": list(LENGTHS)}
RISE = {"rope": 0.5, "alibi": 0.01, "none": 0.6}  # nats each time the length doubles beyond the training length


def loss(encoding: str, seed: int, length: int, step: int) -> float:
    """A loss that falls with the steps, rises beyond 128 tokens, and differs by encoding and a little by seed."""
    place = list(ENCODINGS).index(encoding)
    beyond = max(0.0, math.log2(length / 128)) * RISE.get(encoding, 0.4)
    return 1.5 + 0.1 * place + 4 * math.exp(-step / 60) + beyond + 0.01 * math.sin(7 * seed + place + length)


def rows(encoding: str, seed: int, steps: int = STEPS) -> pd.DataFrame:
    """The rows of a run, as the trainer logs them."""
    made = []
    learned = ENCODINGS[encoding].learned_table
    for step in range(0, steps + 1, EVERY):
        head = (1, step, step * 4096, step * 0.1)
        for length in LENGTHS:
            value = loss(encoding, seed, length, step)
            splits = [("forced", value + 1)] if learned else []
            splits += [("val", value)] if not learned or length <= 128 else []
            for split, told in splits:
                made.append((*head, split, length, None, "window_loss", told + 0.3))
                made.append((*head, split, length, None, "tail_loss", told))
    for step in range(10, steps + 1, 10):
        value = loss(encoding, seed, 128, step)
        for metric, told in (("loss", value), ("grad_norm", 1.0), ("learning_rate", 1e-3), ("tokens_per_s", 4e4)):
            made.append((1, step, step * 4096, step * 0.1, "train", None, None, metric, told))
    longest = 128 if learned else 1024
    for position in range(longest):
        told = loss(encoding, seed, 128, steps) + 2 / (position + 1)
        made.append((1, steps, steps * 4096, steps * 0.1, "val", longest, position, "position_loss", told))
    names = ["attempt", "step", "tokens", "seconds", "split", "eval_length", "position", "metric", "value"]
    return pd.DataFrame(made, columns=names)


def footer(encoding: str, seed: int, **changes: object) -> Footer:
    """The footer of a finished run; config= adds to the config."""
    config = CONFIG | {"encoding": encoding, "seed": seed} | dict(changes.pop("config", {}))  # type: ignore[call-overload]
    said = {"run_id": f"{encoding}-s{seed}-0a1b2c3d", "status": "finished", "steps_done": STEPS}
    said |= {"corpus": {"name": "pydoc", "sha256": "ab12", "bytes": 10}, "commit": "0123456789abcdef", "threads": 2}
    said |= {"start": "2026-01-01T00:00:00+00:00", "heartbeat": "2026-01-01T00:02:00+00:00"}
    said |= {"end": "2026-01-01T00:02:00+00:00", "machine": "test", "dtype": "float32"}
    return Footer(encoding=encoding, seed=seed, config=config, **(said | changes))  # type: ignore[arg-type]


def fill(root: Path, seeds: int = 3) -> None:
    """Write a finished run of every encoding and seed."""
    store = Store(root)
    for encoding in ENCODINGS:
        for seed in range(seeds):
            store.write(f"reference/{encoding}-s{seed}", rows(encoding, seed), footer(encoding, seed))


STRETCH = {"linear": 0.8, "ntk": 0.1, "yarn": 0.3}  # nats that a rule costs everywhere; beyond it, it rises no more


def stretch(root: Path, seeds: int = 3) -> None:
    """Add evaluations of the RoPE runs under rules at two factors, and under one that takes no factor."""
    store = Store(root)
    for scaling in [*(f"{rule} x{factor}" for rule in STRETCH for factor in (2, 8)), "dynamic-paper"]:
        for seed in range(seeds):
            kept = rows("rope", seed)
            kept = kept[(kept["step"] == STEPS) & (kept["split"] == "val")]
            cost = STRETCH.get(scaling.partition(" ")[0], 0.2) + 0.01 * math.cos(3 * seed + len(scaling))
            flat = [loss("rope", seed, 128, STEPS) + cost for _ in range(len(kept))]
            changes = {"scaling": scaling, "run_id": f"rope-s{seed}-{scaling.replace(' ', '-')}"}
            store.write(f"reference/{changes['run_id']}", kept.assign(value=flat), footer("rope", seed, **changes))


BASES = {20: -0.3, 1000: 0.1, 100_000: 0.6}  # rope_theta, and the nats that it adds each time the length doubles


def rebase(root: Path, seeds: int = 3) -> None:
    """Add RoPE runs at other bases; the lowest carries furthest."""
    store = Store(root)
    for base, more in BASES.items():
        for seed in range(seeds):
            kept = rows("rope", seed)
            doublings = np.log2(kept["eval_length"].astype(float) / 128).fillna(0) + 0.02 * math.cos(5 * seed + base)
            changes = {"run_id": f"rope-s{seed}-{base}", "config": {"rope_theta": float(base)}}
            told = kept.assign(value=kept["value"] + more * doublings)
            store.write(f"bases/{changes['run_id']}", told, footer("rope", seed, **changes))


TASK_LENGTHS = (22, 42, 62, 82)
RIGHT = {"rope": 0.6, "alibi": 0.1, "none": 0.9}  # of the answers, lost at twice the training length
DEPTHS = (0, 50, 100)


def share(encoding: str, seed: int, length: int, depth: int | None = None) -> float:
    """A share that is 0.9 inside 42 tokens and falls beyond; in the middle of a long text a needle is found less."""
    beyond = max(0.0, (length - 42) / 40) * (1.0 if depth in (None, 50) else 0.2)
    return max(0.0, 0.9 - 0.01 * seed - RIGHT.get(encoding, 0.4) * beyond)


def answer(root: Path, task: str, seeds: int = 3) -> None:
    """Add a finished run on a task of every encoding and seed; of the needle also by depth."""
    store = Store(root)
    changes = {"corpus": task, "train_length": 42, "eval_lengths": list(TASK_LENGTHS), "layers": 2}
    corpus = {"name": task, "sha256": "cd34", "bytes": 0}
    for encoding in ENCODINGS:
        lengths = [length for length in TASK_LENGTHS if length <= 42 or not ENCODINGS[encoding].learned_table]
        for seed in range(seeds):
            made = [
                (1, STEPS, STEPS * 1344, 9.0, "val", length, depth, metric, share(encoding, seed, length, depth))
                for length in lengths
                for depth in (None, *(DEPTHS if task == "needle" else ()))
                for metric in ("exact_match", "token_accuracy")
            ]
            made += [(1, 10, 13440, 0.5, "train", None, None, "loss", 2.0)]
            names = ["attempt", "step", "tokens", "seconds", "split", "eval_length", "position", "metric", "value"]
            told = footer(encoding, seed, config=changes, corpus=corpus, run_id=f"{encoding}-s{seed}-{task}")
            store.write(f"tasks/{told.run_id}", pd.DataFrame(made, columns=names), told)


def go_on(root: Path, seeds: int = 3) -> None:
    """Add runs that went on from the RoPE runs on windows of 512 and of 128 tokens.

    A rule costs 0.8 nats at first, a quarter of it after 100 steps and nothing after 300, where all have gained 0.02.
    """
    store, start = Store(root), experiment(footer("rope", 0))
    plans = [(rule, 4, steps) for rule in ("linear x4", "none", "drope") for steps in (100, 300)]
    for scaling, factor, total in [*plans, ("drope", 1, 300), ("none", 1, 300)]:
        config = {"steps": total, "train_length": 128 * factor, "batch_size": 32 // factor, "native_length": 128}
        config |= {"start": f"rope {start}", "scaling": scaling}
        for seed in range(seeds):
            kept = rows("rope", seed)
            kept = kept[(kept["step"] == STEPS) & (kept["split"] == "val") & kept["position"].isna()]
            made = []
            for step in range(0, total + 1, 50):
                cost = 0.0 if scaling == "none" or step >= 300 else 0.8 * (1 - 0.75 * min(1, step / 100))
                gain = 0.02 * step / 300 + 0.001 * math.cos(3 * seed + len(scaling))
                told = loss("rope", seed, 128, STEPS) + cost - gain
                made.append(kept.assign(step=step, tokens=step * 4096, value=told))
            run_id = f"rope-s{seed}-{scaling.replace(' ', '-')}-{factor}-{total}"
            changes = {"scaling": scaling, "run_id": run_id, "config": config, "steps_done": total}
            store.write(f"continued/{run_id}", pd.concat(made), footer("rope", seed, **changes))


def spoil(root: Path) -> None:
    """Add what a real folder holds beside good runs: broken files, odd names, a crash, a divergence, an alien."""
    store = Store(root)
    (root / "empty.parquet").write_bytes(b"")
    (root / "text.parquet").write_text("not a run")
    (root / "half.parquet").write_bytes((root / "reference/rope-s0.parquet").read_bytes()[:400])
    pd.DataFrame({"a": [1]}).to_parquet(root / "alien.parquet")
    bad = rows("rope", 3)
    bad.loc[bad["step"] == STEPS, "value"] = math.nan
    said = {"status": "diverged", "message": "the loss is not finite at step 200", "steps_done": STEPS}
    store.write("rope-s3", bad, footer("rope", 3, **said))
    old = (datetime.now(UTC) - timedelta(hours=1)).isoformat(timespec="seconds")
    store.write(
        "rope-s4", rows("rope", 4, 100), footer("rope", 4, status="running", heartbeat=old, end=None, steps_done=100)
    )
    name = '<script>alert(1)</script> **中文** "../x" [a](b) $x^2$ :red[y]'
    store.write("odd", rows("rope", 0), footer("rope", 0, run_id=name, config={"rope_theta": 100.0}))
    strange = footer("rope", 7, config={"train_length": "many", "steps": None})
    store.write("strange", rows("rope", 0), strange)
    unknown = rows("rope", 0)
    store.write("unknown", unknown, Footer(run_id="u", encoding="their-own", seed=0, config=CONFIG, status="finished"))


def roots(below: Path) -> dict[str, Path]:
    """A folder of runs of each kind."""
    made = {kind: below / kind for kind in ("empty", "normal", "one", "broken")}
    made["empty"].mkdir()
    fill(made["normal"])
    stretch(made["normal"])
    rebase(made["normal"])
    answer(made["normal"], "copy")
    answer(made["normal"], "needle")
    go_on(made["normal"])
    fill(made["one"], seeds=1)
    fill(made["broken"])
    spoil(made["broken"])
    return made
