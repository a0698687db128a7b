"""Extension: what each rule for longer texts keeps and costs, what was measured, and the settings to take away."""

import streamlit as st

from core.charts import ratios, rule_map, rule_maps
from core.positions import takeaway
from core.positions.extension import COMPARED, USUAL, Extended, extended, target_setting
from core.positions.rope import inv_freq
from pages.ui import ladders, link, live, rules, start
from pages.ui.language import t
from pages.ui.measured import measured
from pages.ui.settings import settings
from pages.ui.show import header, show, side_by_side

TARGETS = live.doublings(128, 67_108_864)
DEFAULT_TARGET = 131_072.0


def tokens(count: float) -> str:
    """A number of tokens."""
    return f"{count:,.0f}"


def take(rope_theta: float, head_dim: int, native_length: int) -> None:
    """Set the page to a model that was measured."""
    start.take({"rope_theta": rope_theta, "head_dim": float(head_dim), "length": float(native_length)})


def model() -> takeaway.Model:
    """The reader's model and target."""
    start.start("rope_theta", "head_dim", "length")
    left, right = st.columns(2)
    with left:
        base = live.number(
            "rope_theta", t("base (rope_theta)"), ladders.ROPE_THETA, ladders.DEFAULT_ROPE_THETA, told=tokens
        )
        dim = live.number(
            "head_dim", t("rotated channels of a head (head_dim)"), ladders.HEAD_DIM, ladders.DEFAULT_HEAD_DIM,
            told=tokens, help=t("An odd number counts as the even one below it: channels turn in pairs."),
        )  # fmt: skip
    with right:
        native = live.number("length", t("native length (tokens)"), ladders.LENGTH, ladders.DEFAULT_LENGTH, told=tokens)
        wanted = {"factor": t("a factor"), "target": t("a target length")}
        if link.segments("by", t("Extend by"), list(wanted), "factor", wanted.__getitem__) == "target":
            target = live.number("target", t("target length (tokens)"), TARGETS, DEFAULT_TARGET, told=tokens)
            factor = target / int(native)
        else:
            factor = live.number(
                "factor", t("factor"), ladders.FACTOR, ladders.DEFAULT_FACTOR, told=lambda one: f"×{one:g}"
            )
    return takeaway.Model(base=base, rotary_dim=int(dim) // 2 * 2, setting=target_setting(int(native), factor))


def compared(names: list[str], made: takeaway.Model) -> list[Extended]:
    """What each rule does; a rule whose lists are not given is named and left out."""
    trained = inv_freq(made.rotary_dim, made.base)
    if "longrope" in names and not made.setting.long_factor:
        st.info(t(takeaway.NO_LISTS))
        names = [name for name in names if name != "longrope"]
    return [extended(name, trained, made.setting) for name in names]


@st.fragment
def pictures() -> None:
    """The controls and what follows them."""
    made = model()
    names = link.several("rules", t("Rules"), list(COMPARED), list(USUAL), rules.label)
    if made.setting.factor <= 1:
        st.info(t("The target is no longer than the native length, so nothing needs to be stretched."))
        return
    found = compared(names, made)
    if not found:
        st.info(t("Choose at least one rule."))
        return
    said, target, native = rules.for_extension(), tokens(made.target), tokens(made.setting.native_length)
    reach = t(
        "From {native} to {target} tokens, ×{factor}", native=native, target=target, factor=f"{made.setting.factor:g}"
    )
    st.subheader(reach, anchor=False)
    drawn = ratios(found, inv_freq(made.rotary_dim, made.base), made.setting.factor, said)
    alt = t("New frequency over trained frequency of every pair, on a logarithmic axis, one line for each rule.")
    show(drawn, "extension_ratios", alt, rules.kept(found))

    st.subheader(t("Which angles training has shown"), anchor=False)
    maps = [rule_map(one, said) for one in found]
    each = [(rules.heading(one), drawn, rules.map_alt(one)) for one, drawn in zip(found, maps, strict=True)]
    side_by_side(each, rule_maps(found, maps, said), "extension_maps", rules.unseen(found, target))

    st.subheader(t("What each rule keeps and what it costs"), anchor=False)
    st.table(rules.summary(found, native), hide_index=True, alt=rules.neighbours(found))
    st.caption(rules.neighbours(found))

    st.subheader(t("What was measured"), anchor=False)
    measured((made.base, made.rotary_dim, made.setting.native_length), made.setting.factor, take)

    st.subheader(t("Settings to take away"), anchor=False)
    settings([one.name for one in found], made)


header(
    t("Extension"),
    t(
        "A model was trained to a native length; each rule slows RoPE's pairs in its own way so that longer texts turn "
        "through angles that training has shown. Here is what every rule keeps, what it costs, and how to set it."
    ),
)
pictures()
