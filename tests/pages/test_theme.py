"""The theme: the registry's colours, and contrast that can be read."""

import tomllib

import pytest

from core.positions.encodings import ENCODINGS
from core.positions.scaling import SCALINGS
from pages.ui.menu import ROOT

CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))


def luminance(colour: str) -> float:
    """Relative luminance of a hex colour, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_lines_stand_out(scheme: str) -> None:
    theme = CONFIG["theme"][scheme]
    for ground in ("backgroundColor", "secondaryBackgroundColor"):
        assert contrast(theme["textColor"], theme[ground]) >= 7
        assert contrast(theme["linkColor"], theme[ground]) >= 4.5
        assert contrast(theme["primaryColor"], theme[ground]) >= 3
    assert contrast("#FFFFFF", theme["primaryColor"]) >= 4.5  # Streamlit writes in white on a chosen option
    for record in (*ENCODINGS.values(), *SCALINGS.values()):
        assert contrast(record.colour, theme["backgroundColor"]) >= 3, record.name


def test_series_have_the_colours_of_the_registry() -> None:
    assert CONFIG["theme"]["chartCategoricalColors"] == [encoding.colour for encoding in ENCODINGS.values()]


def test_nothing_is_reported_to_anybody() -> None:
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["client"]["toolbarMode"] == "viewer"
