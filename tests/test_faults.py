"""Each of the thirty faults of run dashboards has a test that bears its number."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
NAMED = re.compile(r"^def (test_fault_(\d\d)\w*)\(", re.MULTILINE)


def numbered() -> set[int]:
    """The numbers that tests bear; "test_fault_21_and_22" bears two."""
    names = [found[1] for path in TESTS.rglob("test_*.py") for found in NAMED.finditer(path.read_text("utf-8"))]
    return {int(number) for name in names for number in re.findall(r"_(\d\d)(?=_)", name)}


@pytest.mark.parametrize("number", range(1, 31))
def test_each_fault_has_its_test(number: int) -> None:
    assert number in numbered()
