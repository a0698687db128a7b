"""Which column of a table is what."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from core.results.imports.answers import Answers

# As W&B, MLflow, trackio, Lightning and TensorBoard's own download name them, the surest first.
RUN = ("run_id", "run_uuid", "run", "run_name", "run name", "runname", "trial")
LABEL = ("run_name", "run name", "runname", "name")
STEP = ("step", "_step", "global_step", "trainer/global_step", "iteration", "iter", "steps", "epoch")
METRIC = ("metric", "metric_name", "key", "tag")
VALUE = ("value", "metric_value", "scalar")
TIME = ("_timestamp", "timestamp", "wall_time", "wall time", "time", "_runtime", "seconds", "relative time (process)")
TOKENS = ("tokens", "tokens_seen", "num_tokens", "train/tokens")
STATUS = ("status", "state")


@dataclass(frozen=True, kw_only=True)
class Roles:
    """The column of each role, "" where there is none."""

    run: str
    label: str
    step: str
    metric: str
    value: str
    time: str
    status: str

    @property
    def long(self) -> bool:
        """Whether each row is one value of one metric."""
        return bool(self.metric and self.value)

    @property
    def taken(self) -> set[str]:
        """The columns that have a role."""
        return {getattr(self, field.name) for field in fields(self)} - {""}


def roles(columns: Sequence[str], answers: Answers) -> Roles:
    """The roles of these columns, what was answered first; ValueError where an answer names no column of the table."""
    for field in ("run_column", "step_column", "metric_column", "value_column"):
        told = getattr(answers, field)
        if told and told not in columns:
            raise ValueError(f"there is no column '{told}'; its columns are {', '.join(list(columns)[:20])}")
    metric = answers.metric_column or _first(columns, METRIC)
    value = answers.value_column or _first(columns, VALUE)
    run = answers.run_column or _first(columns, RUN)
    long = bool(metric and value)
    label = _first(columns, LABEL)
    return Roles(
        run=run or label,
        label=label,
        step=answers.step_column or _first(columns, STEP),
        metric=metric if long else "",
        value=value if long else "",
        time=_first(columns, TIME),
        status=_first(columns, STATUS),
    )


def _first(columns: Sequence[str], known: Sequence[str]) -> str:
    """The column whose name is the earliest of the known ones, whatever its case."""
    by_name = {column.strip().lower(): column for column in reversed(columns)}
    return next((by_name[name] for name in known if name in by_name), "")
