"""The three decisions of lesson 6: their options, and where the runs that speak about them are."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pandas as pd

from core.course.decision import BASES, ROPE, RULES, extension_options, extension_series, extension_values, slow
from core.positions.encodings import ENCODINGS
from core.results import StoreError, on_texts
from core.results.continued import continuations
from core.results.tried import measured_experiment
from core.results.vary import as_text
from pages.ui import data, words
from pages.ui.language import mark, t

HEAD_DIM = 32  # of the reference runs
Place = tuple[str, int]  # a metric and the length that it was taken at
QUESTIONS = {
    "encoding": mark("Which position encoding do you train with?"),
    "base": mark("Which base (rope_theta) does RoPE get?"),
    "extension": mark("Texts become longer than in training. What do you do?"),
}
COMMANDS = {
    "encoding": "python -m core sweep --encodings none learned sinusoidal rope alibi --seeds 0 1 2",
    "base": "python -m core sweep --encodings rope --seeds 0 1 2 --rope-theta 100",
    "extension": "python -m core evaluate RUN --scaling linear ntk yarn --factor 2 4",
}


@dataclass(frozen=True)
class Found:
    """Every readable run, and the trained ones of the experiment that most of them belong to."""

    runs: pd.DataFrame
    chosen: data.Experiment

    @property
    def head_dim(self) -> int:
        """Channels a head of these models; 32 where their config does not say it."""
        config = json.loads(self.chosen.runs["config"].iloc[0])
        d_model, heads = config.get("d_model"), config.get("heads")
        whole = isinstance(d_model, int) and isinstance(heads, int) and heads > 0
        return max(2, d_model // heads // 2 * 2) if whole else HEAD_DIM


@dataclass(frozen=True)
class Choice:
    """One decision: options by the name of their series in `values`, and the two losses that speak about it."""

    key: str
    options: dict[str, str]  # what the reader can choose, by its name in the URL, as text
    series: dict[str, str]
    inside: Place
    beyond: Place
    vary: str = "encoding"
    stamp: str = ""  # changes whenever the values do
    values: pd.DataFrame = field(default_factory=pd.DataFrame)
    stops: frozenset[str] = frozenset()  # options that cannot be read beyond the training length

    @property
    def question(self) -> str:
        """The decision as a question, in the reader's language."""
        return t(QUESTIONS[self.key])


def found() -> Found | None:
    """The runs that the lesson speaks from; None where there are none to speak from."""
    try:
        runs = on_texts(data.store().index().runs)
        name = measured_experiment(runs)
    except (StoreError, ValueError):
        return None
    mine = data.trained(runs[(runs["experiment"] == name) & runs["train_length"].notna()])
    return Found(runs, data.Experiment(name, mine)) if len(mine) else None


def encoding(of: Found | None) -> Choice:
    """One encoding of each kind, as far as there are runs of it."""
    present = [name for name in data.ONE_OF_EACH_KIND if of and name in set(of.chosen.runs["encoding"])]
    names = present or list(data.ONE_OF_EACH_KIND)
    told = {name: f"{words.encoding(name)}: {t(ENCODINGS[name].summary)}" for name in names}
    length = of.chosen.train_length if of else 128
    stops = frozenset(name for name in names if ENCODINGS[name].learned_table)
    series = dict(zip(names, names, strict=True))
    made = Choice("encoding", told, series, ("val_loss", length), _tail(2 * length), stops=stops)
    if not (of and present):
        return made
    mine = of.chosen.only(present)
    return _with(made, mine.key, mine.values)


def base(of: Found | None) -> Choice:
    """The bases that RoPE was trained with, all else alike."""
    known = data.bases(of.runs, of.chosen) if of else {}
    length = of.chosen.train_length if of else 128
    bases = [float(one) for one in (known or BASES)]
    head_dim = of.head_dim if of else HEAD_DIM
    told, series = {}, {}
    for one in bases:
        name = as_text(one)
        told[name] = t(
            "{base}: {slow} of {pairs} pairs make less than one turn in {length} tokens",
            base=words.base(name),
            slow=slow(one, head_dim, length),
            pairs=head_dim // 2,
            length=length,
        )
        series[name] = f"{ROPE}, rope_theta={name}"
    made = Choice("base", told, series, ("val_loss", length), _tail(2 * length), "rope_theta")
    if len(known) < 2:
        return made
    runs = pd.concat([one.runs for one in known.values()])
    mine = data.Experiment("", runs, "rope_theta")
    return _with(made, mine.key, mine.values)


def extension(of: Found | None, factor: int) -> Choice:
    """RoPE's models read under a rule at this factor, without further training and with the most that there is."""
    length = of.chosen.train_length if of else 128
    further = continuations(of.runs, of.chosen.id) if of else pd.DataFrame()
    if of and len(further):
        further = further[(further["encoding"] == ROPE) & (further["factor"] == factor)]
        further = further[further["steps"] == further["steps"].max()]
    steps = int(further["steps"].max()) if len(further) else 300
    told = {name: t("{rule}, read as it is", rule=words.extension(name)) for name in RULES}
    told |= {
        f"{name}-further": t(
            "{rule}, then {steps} training steps on longer texts", rule=words.extension(name), steps=steps
        )
        for name in RULES
    }
    series = {name: extension_series(name, factor, steps) for name in extension_options()}
    made = Choice("extension", told, series, _tail(length), _tail(factor * length), "scaling")
    if not of:
        return made
    read = data.extended(of.runs, of.chosen).only([ROPE])
    if read.runs.empty:
        return made
    after = data.Experiment("", further) if len(further) else None
    stamp = f"{read.key}{after.key if after else ''}x{factor}"
    rest = lambda: after.values() if after else pd.DataFrame()  # noqa: E731
    return _with(made, stamp, lambda: extension_values(read.values(), rest(), factor, steps))


def _tail(length: int) -> Place:
    return ("tail_loss", length)


def _with(made: Choice, stamp: str, values: Callable[[], pd.DataFrame]) -> Choice:
    return replace(made, stamp=stamp, values=values())
