"""What every builder of this package returns, and how charts are laid over one another."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt
import pandas as pd

HEIGHT = 320  # px of the plot; the legend above it comes on top
FIT = {"type": "fit-x", "contains": "padding"}


@dataclass(frozen=True)
class Chart:
    """A Vega or Vega-Lite spec, the frames its named data refer to, and the table of the numbers it shows."""

    spec: dict[str, Any]
    table: pd.DataFrame
    datasets: dict[str, pd.DataFrame] = field(default_factory=dict)

    def for_streamlit(self) -> dict[str, Any]:
        """The spec with its frames as they are; Streamlit sends those as Arrow."""
        return {**self.spec, "datasets": self.datasets} if self.datasets else dict(self.spec)

    def standalone(self) -> dict[str, Any]:
        """The spec with its rows as JSON (NaN and Inf as null): complete for vl-convert or the Vega editor."""
        if not self.datasets:
            return dict(self.spec)
        rows = {name: json.loads(frame.to_json(orient="records")) for name, frame in self.datasets.items()}
        return {**self.spec, "datasets": rows}


def spec_of(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """The spec of a chart, not checked against the schema: that takes as long as all else. Tests compile every spec."""
    return chart.to_dict(validate=False)


def layered(layers: Sequence[alt.Chart], keep: alt.Parameter | None = None, height: int = HEIGHT) -> dict[str, Any]:
    """The spec of charts over one another, with the selection behind the legend.

    It is what alt.layer gives, which copies every chart three times and takes longer than all else.
    """
    units = [spec_of(layer) for layer in layers]
    whole = {key: units[0][key] for key in ("$schema", "config")}
    params = []
    for place, unit in enumerate(units):
        own = [keep.param.to_dict()] if keep and not place else []
        own += unit.pop("params", [])
        if own:
            unit["name"] = f"view_{place}"
        params += [param | {"views": [unit["name"]]} for param in own]
    drawn = [{key: value for key, value in unit.items() if key not in whole} for unit in units]
    return whole | {"layer": drawn, "params": params, "height": height, "autosize": FIT}
