"""Text of others inside Markdown, there and back."""

from hypothesis import given
from hypothesis import strategies as st

from pages.ui.plain import letters, plain


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"])))
def test_a_text_is_the_same_once_its_marks_are_gone(said: str) -> None:
    assert letters(plain(said)) == " ".join(said.split())
    assert letters(f"**{plain(said)}** `{plain(said)}`") == " ".join([" ".join(said.split())] * 2)
