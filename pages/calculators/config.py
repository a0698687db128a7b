"""Config: what a model's config.json says about positions, what is wrong in it, and how two models differ."""

import json
from dataclasses import replace

import streamlit as st

from core.charts import Room, wavelengths
from core.positions.config_report import facts, report
from core.positions.configs.layer_rope import LayerRope
from core.positions.configs.text import Source
from core.positions.model_config import ModelPositions, read
from core.positions.presets import PRESETS
from core.positions.reach import Reach
from core.results import grouped
from pages.ui import configs, heads, link, live, words
from pages.ui import described as words_of
from pages.ui.language import t
from pages.ui.onward import onward
from pages.ui.plain import plain
from pages.ui.show import download, header, settings, show

FIRST, NONE = "llama-3.1-8b", "none"
TEXTS = live.doublings(64, 16_777_216)


def label(name: str) -> str:
    """What a preset is called."""
    return t("no other model") if name == NONE else PRESETS[name].label


def chosen() -> tuple[str, Source] | None:
    """The name and the config that the reader chose, pasted or uploaded; None where there is none yet."""
    ways = {"preset": t("a known model"), "paste": t("pasted text"), "upload": t("a file")}
    way = link.segments("from", t("Read"), list(ways), "preset", ways.__getitem__)
    if way == "preset":
        name = link.select("model", t("Model"), list(PRESETS), FIRST, label)
        st.caption(source_of(name))
        return label(name), PRESETS[name].config
    if way == "paste":
        text = st.text_area(t("The text of a config.json"), key="pasted", height=240, placeholder='{"model_type": …}')
        return (t("pasted text"), text) if text.strip() else None
    file = st.file_uploader(t("A config.json"), type="json", key="uploaded", max_upload_size=16)
    return (file.name, file.getvalue()) if file else None


def source_of(name: str) -> str:
    """Where a preset is from, when it was read, and what is not from a published config."""
    one = PRESETS[name]
    said = t("Source: {source}; read on {day}.", source=plain(t(one.source)), day=one.read_on)
    return f"{said} {plain(t(one.note))}" if one.note else said


def asked_length(found: list[ModelPositions]) -> int | None:
    """The length of the text at hand, asked for only where a rotation goes by it."""
    if not any(rope.by_length for one in found for rope in one.ropes):
        return None
    told = t("length of the text (tokens)")
    return int(live.number("text", told, TEXTS, 131_072.0, told=heads.tokens))


def told(name: str, number: int, one: ModelPositions, length: int | None) -> None:
    """The report on one config."""
    st.subheader(plain(name), anchor=False)
    st.markdown(words_of.what(one))
    if one.ropes:
        st.table(words_of.rotations(one, length), alt=t("One column for each kind of layer that turns."))
        st.caption(t("Slow pairs finish no turn in that window. An arrow leads from trained pairs to scaled ones."))
    words_of.findings(one.findings)
    text = json.dumps(report(one, length), indent=2, allow_nan=False)
    download(t("Download the report as JSON"), f"report-{number}.json", lambda: text, "application/json")


def picture(name: str, number: int, rope: LayerRope, reach: Reach, room: Room) -> None:
    """The pairs of one rotation against the window, and the way to the other calculators."""
    values = {"slow": reach.slow, "pairs": len(reach.inv_freq), "length": heads.tokens(reach.length)}
    note = t("{slow} of {pairs} pairs never finish a turn in {length} tokens", **values)
    ends = {"fastest": grouped(reach.wavelengths[0]), "slowest": grouped(reach.wavelengths[-1])}
    st.markdown(f"**{plain(name)}** · {plain(words_of.layers(rope))} · {note}")
    alt = t("Wavelength of every pair, on a logarithmic axis, against the longest window.")
    caption = t("The fastest pair turns once in {fastest} tokens, the slowest in {slowest}.", **ends)
    said = replace(words.for_frequencies(), window=t("window: {length} tokens"))
    show(wavelengths(reach, room, said), f"config_{number}", f"{alt} {note}", caption)
    onward(rope, str(number))


@st.fragment
def reports(found: dict[str, ModelPositions]) -> None:
    """Each report, the pictures over the same axes, and the differences."""
    length = asked_length(list(found.values()))
    for number, (name, one) in enumerate(found.items(), 1):
        told(name, number, one, length)
    drawn = [(name, rope, reach) for name, one in found.items() for rope in one.ropes if (reach := rope.reach(length))]
    if drawn:
        st.subheader(t("Every pair against its window"), anchor=False)
        room = Room.around([reach for _, _, reach in drawn])
    for number, (name, rope, reach) in enumerate(drawn):
        picture(name, number, rope, reach, room)
    if len(found) > 1:
        st.subheader(t("In what they differ"), anchor=False)
        values = {name: facts(one, length) for name, one in found.items()}
        settings(configs.differing(values), t("Names are those that the command inspect prints."))


header(
    t("Config"),
    t(
        "A model's config.json says how it knows order, often by what it leaves out. Here is what it really says, what "
        "looks like a mistake, and which pairs never finish a turn. Nothing in it is run, fetched or stored."
    ),
)
first = chosen()
other = link.select("other", t("Compare with"), [NONE, *PRESETS], NONE, label)
if first is None:
    st.info(t("Paste the text or choose the file; the report then stands here."))
else:
    both = {first[0]: read(first[1])}
    if other != NONE:
        both |= {label(other): PRESETS[other].positions()}
    reports(both)
