"""Words for what the rules for longer texts do, and the table of it."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.charts import ExtensionWords
from core.charts.extension import LEAST
from core.positions.extension import Extended
from core.positions.scaling import SCALINGS
from pages.ui.language import t


def label(name: str) -> str:
    """The label of a rule."""
    return t(SCALINGS[name].label)


def for_extension() -> ExtensionWords:
    """What the charts of the rules say."""
    return ExtensionWords(
        pair=t("pair (0 is the fastest)"),
        ratio=t("new frequency / trained frequency"),
        rule=t("rule"),
        before=t("wavelength in training (tokens)"),
        after=t("wavelength under the rule (tokens)"),
        position=t("share of the target"),
        positions=t("positions"),
        state=t("angle"),
        trained=t("training window"),
        seen=t("beyond, angle seen"),
        unseen=t("beyond, never seen"),
        share=t("share of cells never seen"),
        divided=t("divided by the factor"),
        labels=tuple((name, label(name)) for name in SCALINGS),
    )


def share(value: float) -> str:
    """A share in percent."""
    return f"{value:.1%}"


def kept(found: Sequence[Extended]) -> str:
    """How many pairs each rule keeps, blends and divides."""
    told = [
        t(
            "{rule}: {kept} kept, {blended} between, {divided} divided",
            rule=label(one.name),
            kept=one.kept,
            blended=one.blended,
            divided=one.divided,
        )
        for one in found
    ]
    sentence = t(
        "Of {pairs} pairs each rule leaves some as trained and divides others by the factor. {told}.",
        pairs=len(found[0].ratio),
        told=t("; ").join(told),
    )
    if any(one.bounds for one in found):
        sentence += " " + t("Dotted lines: where a rule begins to slow pairs and from where it slows them in full.")
    for one in found:
        if one.ratio.min() < LEAST:
            leaves = t(
                "{rule} leaves the picture: it slows its slowest pair to 1/{times}.",
                rule=label(one.name),
                times=f"{1 / one.ratio[-1]:,.0f}",
            )
            sentence += " " + leaves
    return sentence


def heading(one: Extended) -> str:
    """What stands above a rule's map."""
    return t("**{rule}**  \n{share} never seen", rule=label(one.name), share=share(one.unseen))


def map_alt(one: Extended) -> str:
    """A rule's map in words, the same whatever the model."""
    return t(
        "Map of pairs and positions under {rule}: inside training, at an angle seen, never seen.", rule=label(one.name)
    )


def unseen(found: Sequence[Extended], target: str) -> str:
    """How much each rule leaves at angles that no training showed."""
    told = t(", ").join(f"{label(one.name)} {share(one.unseen)}" for one in found)
    return t(
        "Cells (pairs × positions up to {target} tokens) at an angle that training never showed: {told}. Across: "
        "position as a share of {target}; the dark part is the training window.",
        target=target,
        told=told,
    )


def neighbours(found: Sequence[Extended]) -> str:
    """Which rule draws neighbours closest together, and by how much."""
    least = min(found, key=lambda one: one.contrast)
    return t(
        "Contrast of neighbours: 1 minus the mean cosine at distance 1, as a share of what it was in training. "
        "Lowest here: {rule} with {contrast}; its fastest pair turns {angle}° from one token to the next. YaRN's "
        "temperature is the factor on scores, the square of what multiplies cos and sin.",
        rule=label(least.name),
        contrast=share(least.contrast),
        angle=f"{np.degrees(least.neighbour_angle):.1f}",
    )


def summary(found: Sequence[Extended], native: str) -> pd.DataFrame:
    """What each rule keeps and costs, a row a rule, under translated headings."""
    short = {
        True: t("changes every text"),
        False: t("unchanged up to {native}", native=native),
    }
    return pd.DataFrame(
        {
            t("rule"): [label(one.name) for one in found],
            t("fastest pair"): [f"×{one.ratio[0]:.3g}" for one in found],
            t("slowest pair"): [f"×{one.ratio[-1]:.3g}" for one in found],
            t("pairs kept / between / divided"): [f"{one.kept} / {one.blended} / {one.divided}" for one in found],
            t("never seen"): [share(one.unseen) for one in found],
            t("contrast of neighbours"): [share(one.contrast) for one in found],
            t("factor on cos and sin"): [f"{one.attention_factor:.4f}" for one in found],
            t("factor on scores"): [f"{one.logit_factor:.4f}" for one in found],
            t("short texts"): [short[one.changes_short_texts] for one in found],
        }
    )
