"""The table of the reference runs in README.md."""

import pandas as pd

from core.positions.encodings import ENCODINGS
from core.results.export import shown
from core.results.formats import Sheet, markdown
from core.results.vary import FORCED

BEGIN = "<!-- summary: written by python -m core summary --readme -->\n"
END = "<!-- end of summary -->\n"


def with_table(text: str, averaged: pd.DataFrame) -> str:
    """The README with the table between its marks; ValueError where it lacks them."""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README.md has no place for the table; put {BEGIN.strip()} and {END.strip()} around it.")
    return head + begin + reference_table(averaged) + end + tail


def reference_table(averaged: pd.DataFrame) -> str:
    """The largest experiment's encodings in Markdown: n, and the mean loss of the last 64 tokens at each length."""
    trained = averaged[averaged["scaling"].isin(["none", ""])]
    largest = trained.groupby("experiment")["finished"].sum().idxmax()
    mine = trained[trained["experiment"] == largest]
    text = shown(mine)
    lengths = {name: f"{int(name.rpartition('_')[2]):,}" for name in text if name.startswith("tail_loss_")}
    text["series"] = [_label(name) for name in mine["series"]]
    named = text[["series", "n", *lengths]].rename(columns={"series": "encoding"} | lengths)
    return markdown.write(Sheet(frame=named))


def _label(series: str) -> str:
    """The encoding's label, and whether its table was forced."""
    plain = series.removesuffix(FORCED)
    return (ENCODINGS[plain].label if plain in ENCODINGS else plain) + (FORCED if plain != series else "")
