"""What a guess is graded by."""

import pytest

from core.course.grade import compare, near


@pytest.mark.parametrize(
    ("answer", "truth", "holds"), [(24, 24, True), (25, 24, True), (22, 24, False), (0.04, 0, True), (0.06, 0, False)]
)
def test_a_number_holds_within_a_twentieth(answer: float, truth: float, holds: bool) -> None:
    assert near(answer, truth) is holds


def test_a_curve_is_told_by_its_worst_point_and_its_turns() -> None:
    found = compare((1.0, 1.5, 4.0), (1.0, 2.0, 3.0), level=0.1)
    assert (found.worst, found.worst_gap, found.gap) == (2, 1.0, 0.5) and found.same_turns
    assert not compare((1.0, 1.05, 1.1), (1.0, 2.0, 3.0), level=0.1).same_turns
    assert compare((2.0, 2.0, 2.09), (1.0, 1.05, 1.0), level=0.1).same_turns


@pytest.mark.parametrize("drawn", [(1.0,), (1.0, 2.0)])
def test_curves_of_other_lengths_are_refused(drawn: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="cannot be compared"):
        compare(drawn, drawn[:1] if len(drawn) == 1 else (1.0, 2.0, 3.0), level=0.1)
