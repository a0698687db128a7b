"""What every builder of this package returns."""

import json
from dataclasses import dataclass, field
from typing import Any

import altair as alt
import pandas as pd


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
