"""From a model's rotation on to the other calculators, set to it."""

import streamlit as st

from core.positions.configs.layer_rope import LayerRope
from pages.ui import ladders, link, live
from pages.ui.language import t
from pages.ui.menu import page_file


def onward(rope: LayerRope, key: str) -> None:
    """Buttons that open this rotation in the other calculators, where their sliders reach that far.

    They are no links: the other page must forget what it was set to before, and a default in its URL would be taken
    out there, which is a step in the browser's history that leads nowhere. What this page's URL says goes along:
    Streamlit puts the new query under the old path first, and a step back lands there.
    """
    values = {"rope_theta": rope.base, "head_dim": float(rope.rotary_dim), "length": float(rope.window or 0)}
    outside = [name for name, value in values.items() if not ladders.reached(name, value)]
    if outside:
        st.caption(t("The other calculators do not reach this far: {fields}.", fields=", ".join(outside)))
        return
    factor = {"factor": rope.setting.factor} if ladders.reached("factor", rope.setting.factor) else {}
    frequencies, extension = st.columns(2)
    with frequencies:
        _button("frequencies", t("Open in Frequencies"), values, key)
    with extension:
        _button("extension", t("Open in Extension"), values | factor, key)


def _button(page: str, label: str, values: dict[str, float], key: str) -> None:
    if st.button(label, icon=":material/arrow_forward:", key=f"{page}_{key}", width="stretch"):
        query = {name: said for name, said in st.query_params.items() if name not in ladders.SLIDERS}
        query |= {name: live.written(value) for name, value in values.items() if value != ladders.SLIDERS[name][1]}
        live.forget(*ladders.SLIDERS)
        link.forget("by", "share_of")
        st.switch_page(page_file(page), query_params=query)
