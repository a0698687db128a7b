"""From what was logged to a run of ours: which metric is the loss, and which runs belong together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.results.footer import Footer
from core.results.imports.answers import Answers, Question
from core.results.imports.logged import STATUSES, Found, Logged

UNSET = "(unset)"
_HELD_OUT = r"(?:val|valid|validation|eval|evaluation)"
VAL_LOSS = re.compile(rf"^(?:{_HELD_OUT}[/_.-](?:\w+[/_.-])?loss|loss[/_.-]{_HELD_OUT})$", re.I)
TRAIN_LOSS = re.compile(r"^(?:(?:train|training)[/_.-])?loss$|^loss[/_.-]train(?:ing)?$|^train[/_.-]train_loss$", re.I)
HELD_OUT = re.compile(rf"(?:^|[/_. -]){_HELD_OUT}(?:[/_. -]|$)|test", re.I)
LENGTHS = "train_length block_size context_length seq_len seq_length sequence_length max_seq_len max_seq_length n_ctx"
SEEDS = ("seed", "random_seed", "manual_seed", "rng_seed", "training.seed", "train.seed")
ENCODING = ("encoding", "position_encoding", "positional_encoding", "position_embedding", "pos_emb", "pos_encoding")
SEED_IN_NAME = re.compile(r"(?:^|[^a-z])(?:seed|s)[-_= ]?(\d{1,9})(?=[^0-9a-z]|$)", re.I)
ENDED = {"crashed": "interrupted", "failed": "interrupted", "killed": "interrupted", "running": "interrupted"}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The answers with everything filled that the runs themselves tell; `seeds` and `groups` are by run."""

    val_loss: str
    seeds: tuple[int | None, ...]
    groups: tuple[str, ...]
    lengths: tuple[int, ...]  # 0 where nobody said


def planned(runs: Sequence[Logged], answers: Answers) -> Plan:
    """What the runs tell, where nothing was answered."""
    groups = _groups(runs, answers)
    return Plan(
        val_loss=answers.val_loss or _val_loss(runs),
        seeds=_seeds(runs, groups, answers),
        groups=groups,
        lengths=tuple(_length(run, answers) for run in runs),
    )


def questions(found: Found, answers: Answers) -> list[Question]:
    """What a person still has to say before these runs can be imported."""
    asked = [Question(field=field, options=options) for field, options in found.unclear]
    if not found.runs:
        return asked
    plan = planned(found.runs, answers)
    metrics = _metrics(found.runs)
    if not plan.val_loss or (plan.val_loss != "none" and plan.val_loss not in metrics):
        asked.append(Question(field="val_loss", options=(*metrics, "none")))
    if not all(plan.lengths):
        asked.append(Question(field="train_length"))
    if None in plan.seeds:
        asked.append(Question(field="seed", options=(*fields(found.runs), "order")))
    return asked


def fields(runs: Sequence[Logged]) -> tuple[str, ...]:
    """The config fields that any of the runs has."""
    return tuple(dict.fromkeys(key for run in runs for key in run.config))


def to_run(run: Logged, place: int, plan: Plan, answers: Answers) -> tuple[pd.DataFrame, Footer]:
    """The rows and the footer of one run, the one at this place in the plan."""
    rows = _rows(run, plan.val_loss, plan.lengths[place])
    label, seed = plan.groups[place], plan.seeds[place]
    aside = {*SEEDS, answers.seed, answers.group, *ENCODING, "scaling", "name", "run_name", "run_id", *answers.ignore}
    config = {key: value for key, value in run.config.items() if key not in aside}
    config |= {"encoding": label, "seed": seed, "train_length": plan.lengths[place], "imported_val_loss": plan.val_loss}
    times = run.points["time"].dropna()
    start, end = (_clock(times.min()), _clock(times.max())) if len(times) else ("", "")
    corpus = next((str(run.config[key]) for key in ("corpus", "dataset", "data") if key in run.config), "")
    return rows, Footer(
        run_id=run.name,
        name=run.name,
        encoding=label,
        seed=int(seed or 0),
        config=config,
        status=_status(run, rows),
        message=f"imported from {run.source}",
        attempt=int(rows["attempt"].max()),
        corpus={"name": corpus} if corpus else {},
        steps_done=int(rows["step"].max()),
        start=start,
        heartbeat=end,
        end=end or None,
    )


def _rows(run: Logged, val_loss: str, length: int) -> pd.DataFrame:
    """The rows of a run file. The validation loss becomes window_loss at the length of training; names stay else."""
    points = run.points
    metric = points["metric"].astype(str)
    is_val = metric == val_loss
    losses = {name for name in metric.unique() if TRAIN_LOSS.match(name)}
    is_loss = metric.isin(losses) & (len(losses) == 1) & ~is_val
    split = np.where(is_val | metric.map(lambda name: bool(HELD_OUT.search(name))), "val", "train")
    start = points["time"].min()
    return pd.DataFrame(
        {
            "attempt": points["attempt"],
            "step": points["step"],
            "tokens": 0,  # no other program says how many it saw in a way that ours could compare
            "seconds": (points["time"] - start).fillna(0.0),
            "split": np.where(is_loss, "train", split),
            "eval_length": pd.Series(length, points.index, dtype="Int32").where(is_val),
            "position": None,
            "metric": metric.mask(is_val, "window_loss").mask(is_loss, "loss"),
            "value": points["value"],
        }
    )


def _status(run: Logged, rows: pd.DataFrame) -> str:
    """How the run ended: diverged where its last validation loss is no finite number, else as its source has it."""
    losses = rows.loc[rows["metric"] == "window_loss"].sort_values(["step", "attempt"], kind="stable")["value"]
    if len(losses) and not np.isfinite(losses.iloc[-1]):
        return "diverged"
    said = ENDED.get(run.status, run.status)
    return said if said in STATUSES else "finished"


def _val_loss(runs: Sequence[Logged]) -> str:
    """The one metric that is named as a validation loss, or "" where none or several are."""
    found = [name for name in _metrics(runs) if VAL_LOSS.match(name)]
    return found[0] if len(found) == 1 else ""


def _metrics(runs: Sequence[Logged]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(name) for run in runs for name in run.points["metric"].unique()))


def _length(run: Logged, answers: Answers) -> int:
    """Tokens of a training window: what was answered, or what the config has."""
    told = [answers.train_length, *(run.config.get(key) for key in LENGTHS.split())]
    return next((value for value in told if isinstance(value, int) and 0 < value < 2**31), 0)


def _groups(runs: Sequence[Logged], answers: Answers) -> tuple[str, ...]:
    """What each run is compared as: a config field, else its name without the seed, else "(unset)"."""
    field = answers.group or next((key for key in ENCODING if any(key in run.config for run in runs)), "")
    if not field and all(SEED_IN_NAME.search(run.name) for run in runs):
        field = "name"
    if field == "name":
        return tuple(SEED_IN_NAME.sub("", run.name).strip("-_/= .") or UNSET for run in runs)
    return tuple(_label(run.config.get(field)) for run in runs)


def _label(value: Any) -> str:
    return UNSET if value is None or value == "" else str(value)


def _seeds(runs: Sequence[Logged], groups: Sequence[str], answers: Answers) -> tuple[int | None, ...]:
    """The seed of each run: a config field, else its name; with "order", its place in its group."""
    if answers.seed == "order":
        return tuple(groups[:place].count(group) for place, group in enumerate(groups))
    keys = (answers.seed,) if answers.seed else SEEDS
    return tuple(_seed(run, keys) for run in runs)


def _seed(run: Logged, keys: Sequence[str]) -> int | None:
    told = next((run.config[key] for key in keys if isinstance(run.config.get(key), int)), None)
    named = SEED_IN_NAME.search(run.name)
    return told if told is not None else int(named.group(1)) if named else None


def _clock(seconds: float) -> str:
    """Seconds since 1970 as ISO-8601 in UTC; nothing where they are no date of our time, as seconds from the start."""
    return pd.Timestamp(seconds, unit="s", tz="UTC").isoformat() if 1e8 < seconds < 4e9 else ""
