"""What core's names are called: series, counts, columns, and the words inside charts."""

from dataclasses import fields, replace
from typing import Any

from core.charts import SeriesWords
from core.positions.encodings import ENCODINGS
from core.positions.scaling import SCALINGS
from core.report.language import Say


def encoding(name: str, say: Say) -> str:
    """The label of an encoding; the bare name of one that the registry does not know."""
    return say(ENCODINGS[name].label) if name in ENCODINGS else name


def series(name: str, say: Say) -> str:
    """The label of a series: its encoding, how it was extended, and whether a learned table was forced."""
    plain = name.removesuffix(", forced")
    first, comma, rest = plain.partition(", ")
    told = [extension(one, say) for one in rest.split(", ")] if comma else []
    label = ", ".join([encoding(first, say), *told])
    return say("{series}, forced", series=label) if plain != name else label


def extension(label: str, say: Say) -> str:
    """What a series names beside its encoding: "yarn x4" is YaRN (released code) ×4, "rope_theta=100" is base 100."""
    if label.startswith("rope_theta="):
        return say("base {base}", base=base(label.removeprefix("rope_theta=")))
    rule, _, settings = label.partition(" ")
    told = say(SCALINGS[rule].label) if rule in SCALINGS else rule
    return " ".join([told, *("×" + word[1:] if word.startswith("x") else word for word in settings.split())])


def base(text: str) -> str:
    """A base as one reads it, 10,000; whatever else a config held in its place as it is."""
    try:
        return f"{float(text):,.12g}"
    except ValueError:
        return text


def count(n: int, asked: int, finished: int, say: Say) -> str:
    """How many seeds a mean is over: all of them, or how many of those that were asked for."""
    if n == asked:
        return str(n)
    if n == finished:
        return say("{n} of {asked} finished", n=n, asked=asked)
    return say("{n} of {asked} with a value", n=n, asked=asked)


def for_series(say: Say) -> SeriesWords:
    """What legends say."""
    return SeriesWords(
        forced=say("forced"),
        n=say("n={n}"),
        n_of=say("n={n} of {asked}"),
        labels={name: say(record.label) for name, record in ENCODINGS.items()},
        rules={name: say(record.label) for name, record in SCALINGS.items()},
        base=say("base {base}"),
    )


def spoken(words: Any, say: Say) -> Any:
    """A chart's words with each English text of theirs in the language, and what its legend says."""
    told = {one.name: say(text) for one in fields(words) if isinstance(text := getattr(words, one.name), str)}
    return replace(words, series=for_series(say), **told)


def columns(say: Say) -> dict[str, str]:
    """Headings for the columns of a chart's table."""
    return {
        "run": say("run"),
        "experiment": say("experiment"),
        "series": say("position encoding"),
        "encoding": say("position encoding"),
        "seed": say("seed"),
        "eval_length": say("evaluation length (tokens)"),
        "position": say("position"),
        "step": say("training step"),
        "tokens": say("training tokens"),
        "seconds": say("training time (s)"),
        "x": say("position on the axis"),
        "metric": say("metric"),
        "value": say("value"),
        "mean": say("mean ± standard deviation"),
        "n": "n",
        "asked": say("seeds asked for"),
        "nonfinite": say("not finite"),
        "loss": say("loss (nats/token)"),
        "loss_std": say("its standard deviation"),
        "loss_n": say("runs with a loss"),
        "accuracy": say("share right"),
        "accuracy_std": say("standard deviation of the share"),
        "accuracy_n": say("runs with a share"),
        "left_out": say("seed left out"),
        "pairs": say("pairs"),
        "difference": say("difference"),
        "mean_difference": say("mean difference"),
        "lo": say("lower end of the interval"),
        "hi": say("upper end of the interval"),
        "verdict": say("verdict"),
        "flipped": say("another verdict than with all seeds"),
    }
