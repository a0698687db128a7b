"""The head of a model that the reader sets: base, size, rotated share and training window, live and in the URL."""

import streamlit as st

from core.positions.reach import Reach, ShareOf, reach
from pages.ui import ladders, link, live
from pages.ui.language import t
from pages.ui.start import start


def tokens(count: float) -> str:
    """A number of tokens."""
    return f"{count:,.0f}"


def chosen() -> Reach:
    """What the reader's head does in the reader's window."""
    start("rope_theta", "head_dim", "share", "length")
    left, right = st.columns(2)
    with left:
        base = live.number(
            "rope_theta", t("base (rope_theta)"), ladders.ROPE_THETA, ladders.DEFAULT_ROPE_THETA, told=tokens
        )
        length = live.number(
            "length", t("training window (tokens)"), ladders.LENGTH, ladders.DEFAULT_LENGTH, told=tokens
        )
    with right:
        head_dim = live.number(
            "head_dim",
            t("head dimension (channels)"),
            ladders.HEAD_DIM,
            ladders.DEFAULT_HEAD_DIM,
            told=tokens,
            help=t("An odd number counts as the even one below it: channels turn in pairs."),
        )
        share = live.number(
            "share", t("rotated share"), ladders.SHARE, ladders.DEFAULT_SHARE, told=lambda s: f"{s:.4g}"
        )
    meanings: dict[str, str] = {
        "partial": t("partial: a head of its own"),
        "proportional": t("p-RoPE: the fastest pairs"),
    }
    share_of: ShareOf = "partial"
    if share < 1:
        said = link.segments("share_of", t("The rotated share means"), list(meanings), "partial", meanings.__getitem__)
        share_of = "proportional" if said == "proportional" else "partial"
    return reach(int(head_dim) // 2 * 2, base, int(length), share, share_of)
