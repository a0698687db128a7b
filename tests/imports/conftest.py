"""An empty store."""

from pathlib import Path

import pytest

from core.results import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "runs")
