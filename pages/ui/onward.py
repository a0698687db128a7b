"""From a model's rotation on to the other calculators, set to it."""

import streamlit as st

from core.positions.configs.layer_rope import LayerRope
from pages.ui import ladders, link, live
from pages.ui.language import t
from pages.ui.menu import page_file

# By the key in the URL: the ladder of its slider, and the default that stays out of the URL.
SLIDERS = {
    "rope_theta": (ladders.ROPE_THETA, ladders.DEFAULT_ROPE_THETA),
    "head_dim": (ladders.HEAD_DIM, ladders.DEFAULT_HEAD_DIM),
    "length": (ladders.LENGTH, ladders.DEFAULT_LENGTH),
    "factor": (ladders.FACTOR, ladders.DEFAULT_FACTOR),
}


def onward(rope: LayerRope, key: str) -> None:
    """Buttons that open this rotation in the other calculators, where their sliders reach that far.

    They are no links: the other page must forget what it was set to before, and a default in its URL would be taken
    out there, which is a step in the browser's history that leads nowhere. What this page's URL says goes along:
    Streamlit puts the new query under the old path first, and a step back lands there.
    """
    values = {"rope_theta": rope.base, "head_dim": float(rope.rotary_dim), "length": float(rope.window or 0)}
    outside = [name for name, value in values.items() if not _reached(name, value)]
    if outside:
        st.caption(t("The other calculators do not reach this far: {fields}.", fields=", ".join(outside)))
        return
    factor = {"factor": rope.setting.factor} if _reached("factor", rope.setting.factor) else {}
    frequencies, extension = st.columns(2)
    with frequencies:
        _button("frequencies", t("Open in Frequencies"), values, key)
    with extension:
        _button("extension", t("Open in Extension"), values | factor, key)


def _reached(name: str, value: float) -> bool:
    ladder, _ = SLIDERS[name]
    return ladder[0] <= value <= ladder[-1]


def _button(page: str, label: str, values: dict[str, float], key: str) -> None:
    if st.button(label, icon=":material/arrow_forward:", key=f"{page}_{key}", width="stretch"):
        query = {name: said for name, said in st.query_params.items() if name not in SLIDERS}
        query |= {name: live.written(value) for name, value in values.items() if value != SLIDERS[name][1]}
        live.forget(*SLIDERS, "share")
        link.forget("by", "share_of")
        st.switch_page(page_file(page), query_params=query)
