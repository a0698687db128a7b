"""The footer comes back as it was, tolerates what it does not know, and refuses what cannot be a run."""

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.results.footer import Footer, FooterError

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(TEXT, TEXT, st.integers(-(2**63) + 1, 2**63 - 1), st.dictionaries(TEXT, TEXT | st.integers() | st.none()))
def test_round_trip(run_id, message, seed, config):
    footer = Footer(run_id=run_id, encoding="rope", seed=seed, config=config, message=message, end=None)
    assert Footer.from_json(footer.to_json()) == footer


def test_unknown_fields_are_left_aside(make_footer):
    said = asdict(make_footer()) | {"mood": "good", "nested": {"a": [1]}}
    assert Footer.from_json(json.dumps(said)) == make_footer()


def test_null_in_an_optional_field_is_the_default(make_footer):
    assert Footer.from_json(json.dumps(asdict(make_footer()) | {"commit": None})).commit == ""


@pytest.mark.parametrize("field", ["run_id", "encoding", "seed", "config"])
def test_a_missing_field_is_named(make_footer, field):
    said = asdict(make_footer())
    del said[field]
    with pytest.raises(FooterError, match=f"lacks the field '{field}'"):
        Footer.from_json(json.dumps(said))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", "zero"),
        ("seed", True),
        ("seed", 2**63),
        ("seed", 1.5),
        ("config", []),
        ("encoding", 3),
        ("dirty", 1),
        ("status", "done"),
        ("end", 5),
        ("corpus", "tiny"),
    ],
)
def test_a_field_of_another_type_is_named(make_footer, field, value):
    with pytest.raises(FooterError, match=f"'{field}'"):
        Footer.from_json(json.dumps(asdict(make_footer()) | {field: value}))


@pytest.mark.parametrize("version", [0, 2, "1", None, True, [1]])
def test_another_schema_is_said_with_both_versions(make_footer, version):
    with pytest.raises(FooterError, match=r"run schema .* reads schema 1"):
        Footer.from_json(json.dumps(asdict(make_footer()) | {"schema_version": version}))


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000])
def test_what_is_no_json_object_is_refused(text):
    with pytest.raises(FooterError, match="JSON"):
        Footer.from_json(text)


def test_a_lone_surrogate_does_not_survive(make_footer):
    footer = Footer.from_json(json.dumps(asdict(make_footer()) | {"message": "\udcff"}))
    assert footer.message.encode("utf-8") == b"?"
