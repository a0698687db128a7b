"""The way from text to a layer, stage by stage, with a model and a text that the reader chooses: a part of lesson 0."""

import pandas as pd
import streamlit as st

from core.charts import RowWords, vector_rows
from core.course.vectors import MODELS, STAGES, Model, Piece, Stage, layer_parts, parameters, pieces, total
from pages.ui import link
from pages.ui.language import mark, t
from pages.ui.lesson import say
from pages.ui.plain import plain
from pages.ui.show import show
from pages.ui.weights import trained

LESSON = "vectors"
NAMES = {
    "text": mark("text"),
    "token": mark("token"),
    "id": mark("id"),
    "vector": mark("vector"),
    "position": mark("position"),
    "layer": mark("layer"),
}
PARTS = {"attention": mark("attention"), "mlp": mark("MLP"), "norms": mark("norms")}
MOST = 40  # characters
CHANNELS = 16


def path() -> list[Piece]:
    """The stages of a chosen model on the reader's text; the tokens of that text for a model that reads bytes."""
    say(LESSON, "path")
    name = link.segments("path_model", t("Model"), list(MODELS), "ours", lambda name: MODELS[name].label)
    text = st.text_input(t("Your text"), t("The cat sat."), key="path_text", max_chars=MOST) or t("The cat sat.")
    stage: Stage = link.segments("stage", t("Stage"), STAGES, "vector", lambda name: t(NAMES[name]))  # type: ignore[assignment]
    model, found = MODELS[name], pieces(text)
    _shapes(model, stage, text, found)
    told = {"characters": len(text), "bytes": len(found), "id": found[0].id if name == "ours" else "i"}
    say(LESSON, f"stage-{stage}", **told)
    if stage in ("token", "id") and name == "ours":
        _pieces(found)
    if stage in _MORE:
        _MORE[stage](name, model, found)
    st.markdown(t("Sizes of {model}: {source}.", model=model.label, source=plain(model.source)))
    return found


def count(number: int | None) -> str:
    """A number of trained numbers, or that nobody reported it."""
    return t("not reported") if number is None else f"{number:,}"


def _shapes(model: Model, stage: Stage, text: str, found: list[Piece]) -> None:
    """What goes in, what comes out and what is trained, side by side."""
    number = f"{len(found)}" if model.rows == 256 else "T"
    characters, tokens = t("{n} characters", n=len(text)), t("{n} tokens", n=number)
    ids, vectors = t("{n} ids", n=number), f"{number} × {model.width:,}"
    shapes = {
        "text": ("–", characters),
        "token": (characters, tokens),
        "id": (tokens, ids),
        "vector": (ids, vectors),
        "position": (vectors, vectors),
        "layer": (vectors, vectors),
    }
    goes_in, comes_out = shapes[stage]
    trained_here = count(parameters(model, stage))
    row = {t("goes in"): goes_in, t("comes out"): comes_out, t("trained here"): trained_here}
    for place, (label, value) in zip(st.columns(3), row.items(), strict=True):
        place.metric(label, value, border=True)


def _pieces(found: list[Piece]) -> None:
    """Every token of the text with its id."""
    shown = pd.DataFrame(
        {
            t("place"): [piece.place for piece in found],
            t("character"): [_told(piece) for piece in found],
            t("id"): [piece.id for piece in found],
        }
    )
    st.dataframe(shown, hide_index=True, height=min(36 * len(found) + 38, 320), key="path_pieces")


def _told(piece: Piece) -> str:
    """The character, and which of its bytes it is where there are several."""
    character = "␣" if piece.character == " " else piece.character
    return character if piece.parts == 1 else f"{character} ({piece.part}/{piece.parts})"


def _vector(name: str, model: Model, found: list[Piece]) -> None:
    """The size of the table; of our own, the rows that the text picks."""
    if model.rows is None:
        say(LESSON, "vector-unknown", model=model.label, width=f"{model.width:,}")
        return
    size = {"rows": f"{model.rows:,}", "width": f"{model.width:,}", "parameters": count(parameters(model, "vector"))}
    say(LESSON, "vector-rows", model=model.label, **size)
    if model.entries and model.entries < model.rows:
        spare, times = model.rows - model.entries, f"{model.rows // 128:,}"
        say(LESSON, "vector-padded", entries=f"{model.entries:,}", spare=spare, times=times, rows=size["rows"])
    run = trained("rope") if name == "ours" else None
    if run is not None:
        say(LESSON, "vector-same", channels=CHANNELS)
        table = run.weights["embedding"]
        words = RowWords(row=t("token"), channel=t("number in the vector"), value=t("value"))
        drawn = vector_rows([_told(one) for one in found], table[[one.id for one in found]], CHANNELS, words)
        alt = t("The first numbers of each token's vector, as coloured cells, a row for each token.")
        show(drawn, "path_rows", alt)


def _position(name: str, model: Model, found: list[Piece]) -> None:
    """The table of positions, where there is one."""
    if model.places:
        size = {"places": f"{model.places:,}", "width": f"{model.width:,}"}
        say(LESSON, "position-table", model=model.label, **size, parameters=count(parameters(model, "position")))
    else:
        say(LESSON, "position-none", model=model.label)


def _layer(name: str, model: Model, found: list[Piece]) -> None:
    """What one layer is made of."""
    parts = layer_parts(model)
    if parts is None or model.layers is None:
        say(LESSON, "layer-unknown", model=model.label, width=f"{model.width:,}")
        return
    each = count(sum(parts.values()))
    say(LESSON, "layer-count", model=model.label, layers=model.layers.count, each=each, total=count(total(model)))
    rows = {t(PARTS[part]): f"{number:,}" for part, number in parts.items()}
    st.table(pd.DataFrame({t("part of a layer"): list(rows), t("trained numbers"): list(rows.values())}))


_MORE = {"vector": _vector, "position": _position, "layer": _layer}
