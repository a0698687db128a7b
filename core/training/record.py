"""The rows of a run while it goes on, and its run file, rewritten at every evaluation."""

import time
from dataclasses import replace
from datetime import UTC, datetime

import pandas as pd

from core.results import Footer, Store, StoreError
from core.training.score import Score

HEARTBEAT_SECONDS = 60.0


def now() -> str:
    """This moment as ISO-8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Record:
    """Collects rows and writes them; a failed write is kept as `trouble` and tried again, so training goes on."""

    def __init__(
        self, store: Store, name: str, footer: Footer, earlier: pd.DataFrame | None = None, seconds: float = 0.0
    ):
        self.store, self.name, self.footer = store, name, footer
        self.trouble: StoreError | None = None
        self._earlier, self._rows = earlier, list[dict[str, object]]()
        self._begun, self._written = time.perf_counter() - seconds, time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds that this run has trained, over all attempts."""
        return time.perf_counter() - self._begun

    def train(self, step: int, tokens: int, values: dict[str, float]) -> None:
        """Add a row for each training metric; now and then write, so that the heartbeat stays fresh."""
        self._add(step, tokens, [Score("train", 0, metric, value) for metric, value in values.items()])
        if time.perf_counter() - self._written > HEARTBEAT_SECONDS:
            self.write(step)

    def scores(self, step: int, tokens: int, scores: list[Score]) -> None:
        """Add a row for each score and write the file."""
        self._add(step, tokens, scores)
        self.write(step)

    def write(self, step: int, **changes: object) -> None:
        """Rewrite the run file with all rows so far and the changed footer fields."""
        self.footer = replace(self.footer, heartbeat=now(), steps_done=step, **changes)  # type: ignore[arg-type]
        self._written = time.perf_counter()
        try:
            self.store.write(self.name, self.frame(), self.footer)
            self.trouble = None
        except StoreError as error:
            self.trouble = error

    def close(self, step: int, status: str, message: str = "") -> None:
        """Write the file for the last time; raises StoreError where that fails."""
        self.write(step, status=status, message=message, end=now())
        if self.trouble:
            raise self.trouble

    def frame(self) -> pd.DataFrame:
        """Every row so far, earlier attempts first."""
        rows = pd.DataFrame(self._rows)
        return rows if self._earlier is None else pd.concat([self._earlier, rows], ignore_index=True)

    def _add(self, step: int, tokens: int, scores: list[Score]) -> None:
        shared: dict[str, object] = {
            "attempt": self.footer.attempt,
            "step": step,
            "tokens": tokens,
            "seconds": self.seconds,
        }
        for score in scores:
            length = None if score.split == "train" else score.eval_length
            self._rows.append(
                shared
                | {"split": score.split, "eval_length": length, "position": score.position}
                | {"metric": score.metric, "value": score.value}
            )
