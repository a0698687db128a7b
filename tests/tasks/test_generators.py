"""Every generator against answers that are found again from the text alone, over many draws."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.tasks import DEPTHS, TASKS, Example, fingerprint
from core.tasks.task import END, MARK, PAD, SEPARATOR, START

seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(8, 128)


def drawn(name: str, seed: int, length: int) -> Example:
    return TASKS[name].sample(np.random.default_rng(seed), length)


def copied(text: list[int]) -> list[int | None]:
    """By index: what a reader of everything before it writes there, once the separator has come."""
    middle = text.index(SEPARATOR)
    string = text[1:middle]
    return [None] * (middle + 1) + string + [END]


def reversed_(text: list[int]) -> list[int | None]:
    middle = text.index(SEPARATOR)
    return [None] * (middle + 1) + text[1:middle][::-1] + [END]


def followed(text: list[int]) -> list[int | None]:
    """By index: what came behind the last place of the symbol before; nothing where it is new."""
    made: list[int | None] = [None]
    for at in range(1, len(text)):
        before = [i for i in range(at - 1) if text[i] == text[at - 1]]
        made.append(text[before[-1] + 1] if before else None)
    return made


def remembered(text: list[int]) -> list[int | None]:
    """By index: the value of the key before, read off the pairs at the head; nothing where that token is no new key."""
    pairs: dict[int, int] = {}
    at = 1
    while at + 1 < len(text) and text[at] not in pairs and 16 <= text[at] < 32 and 32 <= text[at + 1] < 48:
        pairs[text[at]] = text[at + 1]
        at += 2
    return [None if i < at or text[i - 1] not in pairs or i - 1 < at else pairs[text[i - 1]] for i in range(len(text))]


def marked(text: list[int]) -> list[int | None]:
    places = [i for i, token in enumerate(text) if token == MARK]
    return [None] * (places[1] + 1) + [text[places[0] + 1]]


ANSWERS: dict[str, Callable[[list[int]], list[int | None]]] = {
    "copy": copied,
    "reverse": reversed_,
    "induction": followed,
    "recall": remembered,
    "needle": marked,
}


def test_every_task_has_a_second_derivation() -> None:
    assert set(ANSWERS) == set(TASKS) and list(TASKS) == [task.name for task in TASKS.values()]


@pytest.mark.parametrize("name", list(TASKS))
@settings(deadline=None)
@given(seed=seeds, length=lengths)
def test_the_answer_is_what_the_text_says(name: str, seed: int, length: int) -> None:
    tokens, answer = drawn(name, seed, length)
    assert tokens.shape == (length + 1,) and answer.shape == (length,) and answer.any()
    assert tokens[0] == START and tokens.min() >= 0 and tokens.max() < 256
    told = ANSWERS[name](tokens.tolist())
    scored = [i + 1 for i in range(length) if answer[i]]
    assert [tokens[i] for i in scored] == [told[i] for i in scored]
    assert scored == [i for i, value in enumerate(told) if value is not None], "everything that is known is scored"


@pytest.mark.parametrize("name", list(TASKS))
@settings(deadline=None)
@given(seed=seeds, length=st.integers(8, 128))
def test_the_answer_follows_from_what_comes_before_it(name: str, seed: int, length: int) -> None:
    """With all later tokens wiped out, the second derivation still finds each scored token."""
    tokens, answer = drawn(name, seed, length)
    for i in np.flatnonzero(answer)[:3]:
        known = [*tokens[: i + 1].tolist(), PAD]
        assert [*ANSWERS[name](known), END][i + 1] == tokens[i + 1]


@pytest.mark.parametrize("name", ["copy", "reverse"])
@settings(deadline=None)
@given(seed=seeds, length=st.integers(4, 128))
def test_strings_fill_the_text(name: str, seed: int, length: int) -> None:
    tokens, answer = drawn(name, seed, length)
    size = TASKS[name].size
    assert size is not None and answer.sum() == size(length) + 1
    assert np.count_nonzero(tokens != PAD) == 2 * size(length) + 3 >= length


@pytest.mark.parametrize("name", list(TASKS))
def test_answers_of_other_texts_are_right_by_chance_alone(name: str) -> None:
    """The answers of the next text fit this one as often as symbols drawn at random: nothing else gives them away."""
    texts = [drawn(name, seed, 41) for seed in range(400)]
    hits = total = 0
    for (tokens, answer), (others, _) in zip(texts, [*texts[1:], texts[0]], strict=True):
        at = np.flatnonzero(answer) + 1
        at = at[tokens[at] != END]
        hits, total = hits + int((tokens[at] == others[at]).sum()), total + len(at)
    chance = {"copy": 1 / 100, "reverse": 1 / 100, "induction": 1 / 64, "recall": 1 / 16, "needle": 1 / 32}[name]
    if name == "recall":  # there the same place of another text is filler more often than a value
        chance = 0.0
        assert hits / total < 1 / 16
    else:
        assert abs(hits / total - chance) < 4 * np.sqrt(chance / total)


def test_the_offset_of_induction_is_another_one_in_each_text() -> None:
    offsets = {int(np.flatnonzero(drawn("induction", seed, 64).answer)[0]) for seed in range(200)}
    assert len(offsets) == 17 and min(offsets) == 17 and max(offsets) == 33  # stretches of 16 to 32, and START


def test_recall_asks_each_key_once() -> None:
    for seed in range(100):
        tokens, answer = drawn("recall", seed, 40)
        asked = tokens[:-1][answer]
        assert len(set(asked)) == len(asked) <= 4


@settings(deadline=None)
@given(seed=seeds, length=lengths, depth=st.sampled_from(DEPTHS))
def test_the_needle_lies_at_its_depth(seed: int, length: int, depth: int) -> None:
    sample_at = TASKS["needle"].sample_at
    assert sample_at is not None
    tokens, answer = sample_at(np.random.default_rng(seed), length, depth)
    first, last = np.flatnonzero(tokens == MARK)
    assert last == length - 1 and tokens[first + 1] == tokens[length] and answer.sum() == 1
    filler = length - 4  # all but START, two marks and the value
    assert abs((first - 1) / filler - depth / 100) <= 0.5 / filler + 1e-9


@pytest.mark.parametrize("name", list(TASKS))
def test_a_seed_fixes_the_text(name: str) -> None:
    first, again, other = (drawn(name, seed, 40) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.tokens, again.tokens)
    np.testing.assert_array_equal(first.answer, again.answer)
    assert (first.tokens != other.tokens).any()


def test_fingerprints_tell_tasks_apart_and_see_a_changed_generator() -> None:
    from dataclasses import replace

    prints = {name: fingerprint(task) for name, task in TASKS.items()}
    assert len(set(prints.values())) == len(TASKS) and all(len(one) == 64 for one in prints.values())
    assert fingerprint(TASKS["copy"]) == prints["copy"]
    changed = replace(TASKS["copy"], sample=TASKS["reverse"].sample)
    assert fingerprint(changed) != prints["copy"]
    assert fingerprint(replace(TASKS["copy"], summary="other words")) == prints["copy"]
