"""What papers have reported of position encodings, as comparisons that a run set can be asked about.

The list holds claims whose effect a few seeds can see, and some whose `gap` is too small for that. The published
figures name their source and the size they hold for; none of them was made here.
"""

from dataclasses import dataclass
from typing import Literal

Expected = Literal["better", "worse", "not worse"]
FACTOR = 4


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One series against another in one loss; without `against`, against itself at the training length."""

    series: str
    expected: Expected
    against: str = ""
    metric: Literal["val_loss", "tail_loss"] = "tail_loss"
    times: int = 1  # evaluation length over training length
    vary: str = "encoding"  # the setting that may differ, as in core.results.vary
    after: int | None = None  # further steps of the first series, on windows of FACTOR times the training length


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A sentence that the literature supports, its figures there, and what would have to be so here.

    `gap` is the published difference in nats/token, where it is known and says whether a few seeds could see it.
    """

    name: str
    statement: str
    published: str
    comparisons: tuple[Comparison, ...]
    gap: float | None = None


def inside(series: str, against: str, expected: Expected) -> tuple[Comparison, ...]:
    """Validation loss at the training length."""
    return (Comparison(series=series, against=against, expected=expected, metric="val_loss"),)


def beyond(series: str, against: tuple[str, ...], expected: Expected, times: tuple[int, ...]) -> tuple[Comparison, ...]:
    """Loss of the same last targets in texts that many times longer than in training."""
    pairs = [(other, many) for many in times for other in against]
    return tuple(Comparison(series=series, against=other, expected=expected, times=many) for other, many in pairs)


def _rules(series: str, against: str, expected: Expected, factors: tuple[int, ...]) -> tuple[Comparison, ...]:
    """RoPE under one rule against RoPE under another (or as trained), each at its factor and at that length."""
    rule = lambda name, factor: "rope" if name == "none" else f"rope, {name} x{factor}"  # noqa: E731
    return tuple(
        Comparison(series=rule(series, many), against=rule(against, many), expected=expected, times=many)
        for many in factors
    )


CLAIMS = (
    Claim(
        name="rope-learned",
        statement="Inside the training length RoPE has a lower loss than a learned table.",
        published="2.759 against 2.809 nats at 125M parameters, 2.173 against 2.240 at 1.4B, one run each (EleutherAI, "
        "Rotary Embeddings).",
        comparisons=inside("rope", "learned", "better"),
        gap=0.05,
    ),
    Claim(
        name="rope-t5",
        statement="Inside the training length RoPE has a lower loss than T5's bias.",
        published="2.759 against 2.801 nats at 125M parameters, 2.173 against 2.223 at 1.4B, one run each (EleutherAI, "
        "Rotary Embeddings).",
        comparisons=inside("rope", "t5", "better"),
        gap=0.042,
    ),
    Claim(
        name="none-rope",
        statement="A causal model without positions learns, and stays behind RoPE.",
        published="Perplexity 4.86 against 4.46 at 2B parameters (Barbero et al. 2024, arXiv 2410.06205).",
        comparisons=inside("none", "rope", "worse"),
        gap=0.085,
    ),
    Claim(
        name="sinusoidal-alibi",
        statement="Inside the training length sinusoids are behind ALiBi.",
        published="Perplexity 21.49 against 19.94 at 125M parameters (Haviv et al. 2022).",
        comparisons=inside("sinusoidal", "alibi", "worse"),
        gap=0.075,
    ),
    Claim(
        name="sinusoidal-beyond",
        statement="Beyond the training length sinusoids fail worst.",
        published="At 8 times the training length perplexity 14,039, against 111 of RoPE and 21 to 23 of ALiBi, T5 and "
        "KERPLE, at 162M parameters, 5 seeds (Chi et al. 2022, arXiv 2205.09921, table 3).",
        comparisons=beyond("sinusoidal", ("rope", "alibi", "t5", "kerple"), "worse", (8,)),
    ),
    Claim(
        name="biases-flat",
        statement="ALiBi, T5's bias and KERPLE read texts of 8 times the training length at no higher loss.",
        published="From 1 to 8 times the training length perplexity 23.9 to 22.2 (ALiBi), 23.7 to 22.5 (T5), 23.9 to "
        "21.2 (KERPLE), at 162M parameters, 5 seeds (Chi et al. 2022, arXiv 2205.09921, table 3).",
        comparisons=tuple(Comparison(series=one, expected="not worse", times=8) for one in ("alibi", "t5", "kerple")),
    ),
    Claim(
        name="rope-rises",
        statement="RoPE's loss rises as soon as the text is longer than in training.",
        published="At twice the training length perplexity 32.8 instead of 24.2, at 162M parameters, 5 seeds (Chi et "
        "al. 2022, arXiv 2205.09921, table 3).",
        comparisons=(Comparison(series="rope", expected="worse", times=2),),
        gap=0.30,
    ),
    Claim(
        name="hope-beyond",
        statement="RoPE without its slow pairs (HoPE) carries further than RoPE.",
        published="At 2 to 4 times the training length perplexity about 19 against more than 450, at 1B parameters "
        "(DaRoPE, Levy et al. 2026).",
        comparisons=beyond("hope", ("rope",), "better", (2, 4)),
    ),
    Claim(
        name="pi-below-direct",
        statement="Without further training position interpolation reads long texts worse than RoPE as it was trained.",
        published="Next-token accuracy at 8 times the training length 13.5% against 23.2%, at 100M parameters (Su, "
        "kexue.fm).",
        comparisons=_rules("linear", "none", "worse", (4, 8)),
    ),
    Claim(
        name="ntk-above-direct",
        statement="Without further training NTK-aware scaling reads long texts better than RoPE as it was trained.",
        published="Next-token accuracy at 8 times the training length 39.3% against 23.2%, at 100M parameters (Su, "
        "kexue.fm).",
        comparisons=_rules("ntk", "none", "better", (4, 8)),
    ),
    Claim(
        name="yarn-above-ntk",
        statement="Without further training YaRN reads long texts better than NTK-aware scaling.",
        published="Next-token accuracy at 8 times the training length 47.5% against 39.3%, at 100M parameters (Su, "
        "kexue.fm).",
        comparisons=_rules("yarn", "ntk", "better", (4, 8)),
    ),
    Claim(
        name="pi-harms-inside",
        statement="Without further training position interpolation spoils the short texts that the model could read.",
        published="Perplexity 16.1 at once after interpolating from 2,048 to 8,192 tokens, where 7.2 was before, at 7B "
        "parameters (Chen et al. 2023, arXiv 2306.15595).",
        comparisons=tuple(
            Comparison(series=f"rope, linear x{factor}", against="rope", expected="worse") for factor in (4, 8)
        ),
    ),
    *(
        Claim(
            name=f"pi-repaired-{steps}",
            statement=statement,
            published="Perplexity at the old 2,048 tokens 7.13 after 1,000 steps on 8,192 tokens, 7.20 before, at 7B "
            "parameters (Chen et al. 2023, arXiv 2306.15595).",
            comparisons=(
                Comparison(series=f"rope, linear x{FACTOR}", against="rope", expected="not worse", after=steps),
            ),
        )
        for steps, statement in (
            (300, "300 further steps on longer windows repair what position interpolation spoiled."),
            (100, "100 further steps on longer windows repair what position interpolation spoiled."),
        )
    ),
    Claim(
        name="p-rope-rope",
        statement="Leaving the slowest quarter of the pairs unturned (p-RoPE) lowers the loss a little.",
        published="Perplexity 4.4414 against 4.4627 at 2B parameters (Barbero et al. 2024, arXiv 2410.06205).",
        comparisons=inside("p-rope", "rope", "better"),
        gap=0.0048,
    ),
    Claim(
        name="large-base",
        statement="A larger base lowers the loss inside the training length a little.",
        published="Perplexity 4.4485 at 500,000 against 4.4627 at 10,000, at 2B parameters (Barbero et al. 2024, arXiv "
        "2410.06205).",
        comparisons=(
            Comparison(
                series="rope, rope_theta=100000",
                against="rope, rope_theta=10000",
                expected="better",
                metric="val_loss",
                vary="rope_theta",
            ),
        ),
        gap=0.0032,
    ),
    Claim(
        name="learned-none",
        statement="A learned table has a slightly lower loss than no position at all.",
        published="Perplexity 22.04 against 22.15 at 125M parameters (Haviv et al. 2022).",
        comparisons=inside("learned", "none", "better"),
        gap=0.005,
    ),
)
