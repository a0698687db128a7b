"""Charts over one another are what Altair makes of them."""

import json
import re

import altair as alt

from core.charts.chart import FIT, layered
from core.charts.legend import muting, shown
from core.charts.series import Series


def of_views(spec: dict) -> dict:
    """The spec with its views named in the order in which they occur: Altair names them by a hash."""
    text = json.dumps(spec, sort_keys=True)
    names = list(dict.fromkeys(re.findall(r"view_[0-9a-f_]+", text)))
    return json.loads(re.sub(r"view_[0-9a-f_]+", lambda found: f"view {names.index(found[0])}", text))


def test_layers_are_those_of_altair() -> None:
    keep = muting([Series("rope", "RoPE", "RoPE (n=3)", "#1F74D1", ())])
    hover = alt.selection_point(name="hover", on="pointermove", nearest=True, encodings=["x"], empty=False)
    line = alt.Chart(alt.NamedData("means")).mark_line().encode(x="x:Q", y="mean:Q", color="series:N")
    dots = alt.Chart(alt.NamedData("seeds")).mark_circle().encode(x="x:Q", y="value:Q")
    rule = alt.Chart(alt.NamedData("hover")).mark_rule().encode(x="x:Q").add_params(hover)
    layers = [line.encode(opacity=shown(keep)), dots.encode(opacity=shown(keep)), rule]
    for selection in (keep, None):
        peer = alt.layer(*layers)
        peer = (peer.add_params(selection) if selection else peer).properties(height=200, autosize=FIT)
        made, expected = layered(layers, selection, height=200), peer.to_dict()
        for spec in (made, expected):
            spec["params"].sort(key=lambda param: param["name"])
        assert of_views(made) == of_views(expected)


def test_a_muted_series_is_faint_as_altair_says_it() -> None:
    keep = muting([])
    said = alt.when(keep).then(alt.value(1)).otherwise(alt.value(0.07))
    charts = [alt.Chart(alt.NamedData("x")).mark_line().encode(opacity=opacity) for opacity in (shown(keep), said)]
    ours, altairs = (chart.to_dict() for chart in charts)
    assert ours == altairs
