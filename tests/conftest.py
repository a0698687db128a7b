"""What holds for every test."""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

if "PYTEST_XDIST_WORKER" in os.environ:
    # A worker has a core; threads beyond that wait for each other, and a small training takes three times as long.
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# A busy machine is slow, not broken; speed is measured in benchmarks/.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """AppTest leaves its page behind as __main__, and a process that a later test spawns would run that page."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main
