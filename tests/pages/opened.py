"""A page made of one function, opened at a link."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest


def opened(script: Callable[[], None], **query: str) -> AppTest:
    """The page after its first run, which must not have failed."""
    at = AppTest.from_function(script, default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    return at
