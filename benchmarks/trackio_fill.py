"""Run by the Python that has trackio, which need not be ours: fills a database from JSON lines, one run a line."""

import json
import os
import sys
from datetime import UTC, datetime, timedelta


def fill(project: str) -> None:
    """Log every run that comes in."""
    from trackio.sqlite_storage import SQLiteStorage

    began = datetime(2026, 1, 1, tzinfo=UTC)
    for line in sys.stdin:
        run = json.loads(line)
        times = [(began + timedelta(seconds=0.1 * step)).isoformat() for step in run["steps"]]
        SQLiteStorage.bulk_log(
            project, run["name"], run["logged"], steps=run["steps"], timestamps=times, config=run["config"]
        )


if __name__ == "__main__":
    os.environ["TRACKIO_DIR"] = sys.argv[1]
    fill(sys.argv[2])
