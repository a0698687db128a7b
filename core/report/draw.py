"""A chart as a file."""

import importlib.util
import json
from dataclasses import dataclass
from typing import Any

from core.charts import Chart

MISSING = "Drawing needs the package vl-convert-python: pip install vl-convert-python, then start again."
WIDTH = 900  # px, what a page would give


@dataclass(frozen=True)
class Kind:
    """A kind of picture file: its label, the type of its bytes, and whether vl-convert has to draw it."""

    label: str
    mime: str
    drawn: bool = True


KINDS = {
    "svg": Kind("SVG", "image/svg+xml"),
    "png": Kind("PNG", "image/png"),
    "pdf": Kind("PDF", "application/pdf"),
    "json": Kind("JSON", "application/json", drawn=False),
}


def can_draw() -> bool:
    """Whether the optional package that turns a spec into a picture is installed."""
    return importlib.util.find_spec("vl_convert") is not None


def draw(chart: Chart, kind: str) -> bytes:
    """The chart as the bytes of an SVG, PNG or PDF, or as the JSON of its spec with its data inside.

    Nothing is fetched. ValueError for another kind, or where a picture is wanted and vl-convert is missing.
    """
    if kind not in KINDS:
        raise ValueError(f'A picture cannot be a "{kind}"; choose one of {", ".join(KINDS)}.')
    spec = chart.standalone()
    spec = spec if "width" in spec else spec | {"width": WIDTH}
    if not KINDS[kind].drawn:
        return json.dumps(spec, ensure_ascii=False, allow_nan=False, indent=1).encode()
    if not can_draw():
        raise ValueError(MISSING)
    import vl_convert

    more: dict[str, Any] = {"scale": 2} if kind == "png" else {}
    grammar = "vega" if is_vega(chart) else "vegalite"
    made = getattr(vl_convert, f"{grammar}_to_{kind}")(json.dumps(spec), **more)
    return made.encode() if isinstance(made, str) else bytes(made)


def is_vega(chart: Chart) -> bool:
    """Whether the chart is written in Vega and not in Vega-Lite."""
    return "/schema/vega/" in chart.spec.get("$schema", "")
