"""What the Decay page says: the words in its charts, and sentences made from their numbers."""

import pandas as pd

from core.charts.decay_data import Curve, Feasible
from core.charts.decay_specs import DecayWords
from core.positions.interpolation_bound import Bounds
from pages.ui.language import t


def for_charts() -> DecayWords:
    """What the charts of this page say."""
    return DecayWords(
        x=t("distance (tokens)"),
        y=t("mean cosine (1 at distance 0)"),
        bound=t("bound of the score (relative)"),
        base=t("base (rope_theta)"),
        least=t("least cosine sum within the context"),
        live=t("the base you drag"),
        feasible=t("never negative within the context"),
        infeasible=t("negative at some distance"),
        span=t("least cosine sum"),
        negative=t("first below zero (distance)"),
        context=t("context"),
        marks={
            "token": t("the token before"),
            "sentence": t("a sentence back"),
            "page": t("a page back"),
            "chapter": t("a chapter back"),
            "novel": t("a novel back"),
        },
    )


def tokens(count: float) -> str:
    """A number of tokens, or a base."""
    return f"{count:,.0f}"


def about(base: float) -> str:
    """A base to three digits."""
    return tokens(float(f"{base:.3g}"))


def headline(found: Curve, length: int) -> str:
    """The most important thing: where the score turns negative."""
    values = {"base": tokens(found.base), "length": tokens(length)}
    if found.fall.first_negative is None:
        return t("Base {base}: never below zero within {length} tokens", **values)
    return t(
        "Base {base}: first below zero at distance {distance}", **values, distance=tokens(found.fall.first_negative)
    )


def shape(found: Curve, length: int) -> str:
    """How the curve of the dragged base falls, and where it is lowest."""
    lowest = t(
        "Within {length} tokens it is lowest at distance {at}, with {lowest}.",
        length=tokens(length),
        at=tokens(found.fall.lowest_at),
        lowest=f"{found.fall.lowest:.4f}",
    )
    if found.fall.first_rise is None:
        return t("It falls with every token.") + " " + lowest
    rises = t(
        "It is not monotone: it first rises at distance {first}, and at {rises} of {length} distances it is above the "
        "one before.",
        first=tokens(found.fall.first_rise),
        rises=tokens(found.fall.rises),
        length=tokens(length),
    )
    return rises + " " + lowest


def drawing(log: bool) -> str:
    """How the curves are to be read."""
    if log:
        return t(
            "The line is the mean of neighbouring distances, the band reaches from their lowest to their highest "
            "value, the triangle is the first distance below zero. Grey: beyond the context."
        )
    return t(
        "The line is the mean of neighbouring distances, the band reaches from their lowest to their highest value, "
        "the triangle is the first distance below zero."
    )


def verdict(found: Curve, length: int) -> str:
    """Whether the dragged base passes the condition in this context."""
    values = {
        "base": tokens(found.base),
        "length": tokens(length),
        "sum": f"{found.least.sum:.2f}",
        "at": tokens(found.least.distance),
    }
    if found.least.sum < 0:
        return t("Base {base} fails for {length} tokens: the least sum is {sum}, at distance {at}", **values)
    return t("Base {base} passes for {length} tokens: the least sum is {sum}, at distance {at}", **values)


def ladder(found: Feasible) -> str:
    """Where bases begin to pass, and that a larger one may fail."""
    tried = tokens(found.tried)
    if found.first is None:
        return t("None of {tried} bases from 10 to 10,000,000,000 passes.", tried=tried)
    values = {"tried": tried, "first": about(found.first), "last": about(found.last_refused or 0)}
    if found.last_refused is not None and found.last_refused > found.first:
        return t(
            "Of {tried} bases tried, the first that passes lies near {first}, yet others fail up to about {last}: the "
            "condition is not monotone in the base, and one number cannot say which bases are safe.",
            **values,
        )
    return t("Of {tried} bases tried, those from about {first} on pass, and those below fail.", **values)


def abel(found: Curve) -> str:
    """What RoFormer's bound says at both ends of its axis."""
    near, far = found.bound.iloc[0], found.bound.iloc[-1]
    return t(
        "Mean size of the partial sums of the turned pairs (RoFormer, section 3.4.3), at {n} distances evenly spaced "
        "on this axis. For base {base} it goes from {near} at distance {first} to {far} at {last}; it bounds the "
        "score of vectors that change little from pair to pair.",
        n=len(found.bound),
        base=tokens(found.base),
        near=f"{near['value']:.1f}",
        first=tokens(near["x"]),
        far=f"{far['value']:.1f}",
        last=tokens(far["x"]),
    )


def compared(found: Bounds) -> str:
    """What the paper on position interpolation compares, with our numbers."""
    return t(
        "Theorem 2.1 of Position Interpolation (arXiv 2306.15595) bounds the error of a score halfway between two "
        "trained positions; the sum that its proof replaces by an integral gives {kept}. Beyond them the bound on the "
        "score itself is least at distance {at} of 1 to 4,096. The paper takes B(s) for at least head_dim, which makes "
        "{paper} times, “about 600” for a head of 128 and base 10,000. These are bounds, not what a model does.",
        kept=f"{found.interpolation_kept:.3f}",
        at=tokens(found.at),
        paper=tokens(found.paper_ratio),
    )


def published(table: pd.DataFrame) -> str:
    """How the published least bases fare under their own condition."""
    return t(
        "Published: Men et al. 2024 (arXiv 2405.14591), for 128 rotated channels, rounded. {refused} of these {n} "
        "bases turn negative within their own context. Found here: the least base that passes on a ladder in steps "
        "of 0.01%.",
        refused=int((table["published_sum"] < 0).sum()),
        n=len(table),
    )
