"""Clock hands, the map of codes, distances by gap, and a drawn curve beside the measured one, in Vega-Lite.

The specs are plain dictionaries in which nothing depends on a slider, for the pictures follow one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.charts.chart import FIT, Chart
from core.charts.frequency_specs import FINISHED, GREY, NEVER, SCHEMA, kind_scale
from core.course.sinusoids import HANDS, LAST_GAP, MAP_DIM, MAP_LENGTH, distances, farthest, hands
from core.positions.absolute import sinusoidal_table


@dataclass(frozen=True, kw_only=True)
class SinusoidWords:
    """What these charts say; a page passes its translation."""

    hand: str = "pair {at}"
    wavelength: str = "a turn in {length}"
    position: str = "position"
    component: str = "number in the code"
    value: str = "value"
    gap: str = "gap (tokens)"
    distance: str = "distance between the codes"
    most: str = "never more than this"
    length: str = "length (tokens)"
    loss: str = "loss (nats/token)"
    yours: str = "your curve"
    measured: str = "measured"


def clock(position: int, shift: int, said: SinusoidWords | None = None) -> Chart:
    """Eight hands at a position, each with the angle of a shift; they start at the right and go counter-clockwise."""
    said = said or SinusoidWords()
    now, on = hands(position), hands(position + shift)
    rows = pd.DataFrame(
        {
            "place": range(HANDS),
            "name": [said.hand.format(at=at) for at in range(HANDS)],
            "told": [said.wavelength.format(length=f"{length:,.1f}") for length in now.wavelength],
            "start": now.angle,
            "end": on.angle,
            "sin": np.sin(now.angle),
            "cos": np.cos(now.angle),
        }
    )
    table = rows.drop(columns=["place", "told"]).assign(wavelength=now.wavelength)
    return Chart(_clock_spec(), table, {"hands": rows})


def _clock_spec() -> dict[str, Any]:
    """The spec over the named data hands: eight beside each other, or four where the page is narrow."""
    radius = "min(width / columns, height * columns / 8 - 38) * 0.44"
    hidden: dict[str, Any] = {"type": "quantitative", "axis": None}
    x = {**hidden, "field": "x", "scale": {"domain": [0, {"expr": "columns"}], "nice": False}}
    y = {**hidden, "field": "y", "scale": {"domain": [{"expr": "8 / columns"}, 0], "nice": False}}
    disc: dict[str, Any] = {"type": "arc", "outerRadius": {"expr": radius}, "tooltip": None}
    ring = {**disc, "theta": 0, "theta2": 2 * np.pi, "fillOpacity": 0.08, "color": GREY, "stroke": GREY}
    # Vega counts from the top, clockwise; the maths from the right, counter-clockwise.
    turned = {"theta": {"expr": "PI / 2 - min(datum.end, datum.start + 2 * PI)"}}
    turned |= {"theta2": {"expr": "PI / 2 - datum.start"}}
    sector = {**disc, **turned, "color": NEVER, "fillOpacity": 0.3, "aria": False}
    hand = {**disc, "theta": {"expr": "PI / 2 - datum.start - 0.06"}, "color": FINISHED, "tooltip": True}
    hand |= {"theta2": {"expr": "PI / 2 - datum.start + 0.06"}}
    hand |= {"description": {"expr": "datum.name + ': sin ' + format(datum.sin, '.3f')"}}
    told = [{"field": "name", "title": " "}, *({"field": name, "format": ".4f"} for name in ("sin", "cos"))]
    text = {"type": "text", "color": GREY, "tooltip": None, "aria": False, "baseline": "middle"}
    size = {"expr": "width > 620 ? 13 : 10"}
    name = {**text, "fontWeight": "bold", "fontSize": size, "dy": {"expr": f"{radius} + 12"}}
    below = {**text, "fontSize": size, "dy": {"expr": f"{radius} + 28"}}
    return {
        "$schema": SCHEMA,
        "height": 300,
        "autosize": FIT,
        "params": [{"name": "columns", "expr": "width > 620 ? 8 : 4"}],
        "data": {"name": "hands"},
        "transform": [
            {"calculate": "datum.place % columns + 0.5", "as": "x"},
            {"calculate": "floor(datum.place / columns) + 0.42", "as": "y"},
        ],
        "encoding": {"x": x, "y": y},
        "layer": [
            {"mark": {**ring, "strokeOpacity": 0.6, "aria": False}},
            {"mark": sector},
            {"mark": hand, "encoding": {"tooltip": told}},
            {"mark": name, "encoding": {"text": {"field": "name"}}},
            {"mark": below, "encoding": {"text": {"field": "told"}}},
        ],
    }


def code_map(said: SinusoidWords | None = None) -> Chart:
    """The codes of the first positions, a row a position and a column for each of their numbers; blue -1, orange 1."""
    said = said or SinusoidWords()
    table = sinusoidal_table(MAP_LENGTH, MAP_DIM)
    at, number = np.indices(table.shape)
    cells = pd.DataFrame({"position": at.ravel(), "number": number.ravel(), "value": table.ravel().round(4)})
    x: dict[str, Any] = {"field": "number", "type": "ordinal", "title": said.component}
    x["axis"] = {"values": [0, 16, 32, 48, 63], "labelAngle": 0}
    y: dict[str, Any] = {"field": "position", "type": "ordinal", "title": said.position}
    y["axis"] = {"values": list(range(0, MAP_LENGTH, 20))}
    fill: dict[str, Any] = {"field": "value", "type": "quantitative", "title": said.value}
    fill["scale"] = {"domain": [-1, 0, 1], "range": ["#1F5FAA", "#F2F2F2", "#D55E00"], "interpolate": "rgb"}
    fill["legend"] = {"orient": "top", "gradientLength": 160, "values": [-1, 0, 1]}
    told = [{"field": "position", "title": said.position}, {"field": "number", "title": said.component}]
    told.append({"field": "value", "title": said.value})
    spec = {
        "$schema": SCHEMA,
        "height": 400,
        "autosize": FIT,
        "data": {"name": "cells"},
        "mark": {"type": "rect", "aria": False},
        "encoding": {"x": x, "y": y, "color": fill, "tooltip": told},
    }
    return Chart(spec, pd.DataFrame(table.round(4)).rename_axis("position").reset_index(), {"cells": cells})


def apart(start: int, gap: int, dim: int, said: SinusoidWords | None = None) -> Chart:
    """Distance between the codes of `start` and start + gap by gap, with one gap marked and the bound as a rule."""
    said = said or SinusoidWords()
    rows = pd.DataFrame({"gap": range(LAST_GAP + 1), "distance": distances(start, dim)})
    x: dict[str, Any] = {"field": "gap", "type": "quantitative", "title": said.gap}
    x["scale"] = {"domain": [0, LAST_GAP], "nice": False}
    y: dict[str, Any] = {"field": "distance", "type": "quantitative", "title": said.distance}
    y["scale"] = {"domain": [0, farthest(dim) * 1.1], "nice": False}
    told = [{"field": "gap", "title": said.gap}, {"field": "distance", "title": said.distance, "format": ".4f"}]
    line = {"type": "line", "color": FINISHED, "strokeWidth": 2, "tooltip": None}
    dot = {"type": "point", "filled": True, "color": FINISHED, "size": 14, "opacity": 1}
    most = {"type": "rule", "color": GREY, "strokeDash": [5, 4], "tooltip": None, "aria": False}
    text = {"type": "text", "color": GREY, "align": "right", "baseline": "bottom", "tooltip": None, "text": said.most}
    top = {**y, "field": "most"}
    layers = [
        {"data": {"name": "most"}, "mark": most, "encoding": {"y": top}},
        {"data": {"name": "most"}, "mark": text, "encoding": {"y": top, "x": {"value": {"expr": "width"}}}},
        {"data": {"name": "apart"}, "mark": line, "encoding": {"x": x, "y": y}},
        {"data": {"name": "apart"}, "mark": dot, "encoding": {"x": x, "y": y, "tooltip": told}},
        {
            "data": {"name": "marked"},
            "mark": {"type": "point", "filled": True, "color": NEVER, "size": 120, "opacity": 1},
            "encoding": {"x": x, "y": y, "tooltip": told},
        },
    ]
    datasets = {"apart": rows, "marked": rows[rows["gap"] == gap], "most": pd.DataFrame({"most": [farthest(dim)]})}
    return Chart({"$schema": SCHEMA, "height": 300, "autosize": FIT, "layer": layers}, rows, datasets)


def beside(
    points: Sequence[str],
    drawn: Sequence[float],
    mean: Sequence[float],
    std: Sequence[float],
    top: float,
    said: SinusoidWords | None = None,
) -> Chart:
    """The reader's curve beside the measured means and standard deviations at the same points, from 0 to `top`."""
    said = said or SinusoidWords()
    kinds = [(said.yours, drawn, [0.0] * len(points)), (said.measured, mean, std)]
    rows = [
        (name, at, value, value - error, value + error)
        for name, values, errors in kinds
        for at, value, error in zip(points, values, errors, strict=True)
    ]
    frame = pd.DataFrame(rows, columns=["kind", "at", "value", "lo", "hi"])
    hue = kind_scale([said.yours, said.measured], [NEVER, FINISHED])
    dash = {**hue, "scale": {"domain": [said.yours, said.measured], "range": [[5, 3], [1, 0]]}}
    x = {"field": "at", "type": "ordinal", "sort": None, "title": said.length, "axis": {"labelAngle": 0}}
    y = {"field": "value", "type": "quantitative", "title": said.loss, "scale": {"domain": [0, top], "nice": False}}
    told = [{"field": "kind", "title": " "}, {"field": "at", "title": said.length}]
    told.append({"field": "value", "title": said.loss, "format": ".3f"})
    encoding = {"x": x, "y": y, "color": hue}
    layers = [
        {
            "mark": {"type": "rule", "tooltip": None},
            "encoding": {**encoding, "y": {**y, "field": "lo"}, "y2": {"field": "hi"}},
        },
        {"mark": {"type": "line", "strokeWidth": 2, "tooltip": None}, "encoding": {**encoding, "strokeDash": dash}},
        {
            "mark": {"type": "point", "filled": True, "size": 50, "opacity": 1},
            "encoding": {**encoding, "tooltip": told},
        },
    ]
    spec = {"$schema": SCHEMA, "height": 300, "autosize": FIT, "data": {"name": "curves"}, "layer": layers}
    table = frame.rename(columns={"kind": "series", "at": "eval_length"})
    return Chart(spec, table[["series", "eval_length", "value"]], {"curves": frame})
