"""What a page compares: encodings, the bases of RoPE, or the rules for longer texts, one beside the other."""

import json
from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

from core.positions.encodings import ENCODINGS
from core.results.stretch import factor_of
from core.results.vary import as_text
from pages.ui import data, link, words
from pages.ui.language import mark, t

KINDS = {"encodings": mark("encodings"), "bases": mark("bases of RoPE"), "rules": mark("rules for longer texts")}
ROPE = "rope"
SHOWN = ("linear", "ntk", "dynamic", "yarn", "llama3")  # at first; more lines than these cannot be told apart
COMMANDS = {
    "bases": "python -m core sweep --encodings rope --seeds 0 1 2 --rope-theta 100",
    "rules": "python -m core evaluate RUN --scaling linear ntk yarn --factor 2 4 8",
}


@dataclass(frozen=True)
class Comparison:
    """The runs that a reader chose to compare, those shown beside them, and the series that stands for "as usual"."""

    kind: str
    chosen: data.Experiment
    baseline: str
    beside: data.Experiment | None = None

    @property
    def key(self) -> str:
        """A cache key that changes with every choice and file."""
        return self.chosen.key + (self.beside.key if self.beside else "")

    @property
    def runs(self) -> pd.DataFrame:
        """The runs of both."""
        return pd.concat([one.runs for one in self._all])

    def values(self) -> pd.DataFrame:
        """The final values of both."""
        return pd.concat([one.values() for one in self._all], ignore_index=True)

    def rows(self, split: tuple[str, ...], metric: str) -> pd.DataFrame:
        """The rows of both."""
        return pd.concat([one.rows(split, metric) for one in self._all], ignore_index=True)

    @property
    def _all(self) -> list[data.Experiment]:
        return [self.chosen, self.beside] if self.beside else [self.chosen]


def comparison(with_others: bool = False) -> Comparison:
    """What the reader chose; with `with_others`, other encodings can be put beside bases and rules.

    Where there is nothing to compare the page says what makes it, and ends.
    """
    runs = data.index()
    whole = data.experiment(runs)
    kind = link.segments("compare", t("What is compared"), list(KINDS), "encodings", lambda one: t(KINDS[one]))
    if kind == "encodings":
        names = data.encodings(whole.runs)
        if not names:
            st.info(t("Choose at least one position encoding."))
            st.stop()
        chosen = whole.only(names)
        return Comparison(kind, chosen, ROPE if ROPE in names else names[0])
    found = _bases(runs, whole) if kind == "bases" else _rules(runs, whole)
    others = [name for name in ENCODINGS if name in set(whole.runs["encoding"]) - {ROPE}]
    if with_others and others:
        wanted = link.several("beside", t("Other encodings beside them"), others, [], words.encoding)
        return replace(found, beside=whole.only(wanted) if wanted else None)
    return found


def _bases(runs: pd.DataFrame, whole: data.Experiment) -> Comparison:
    """RoPE at every base that the reader chose, all else as in the experiment."""
    known = {as_text(base): one.runs for base, one in data.bases(runs, whole).items()}
    if len(known) < 2:
        _missing("bases", t("This experiment has no runs of RoPE that differ in the base alone."), whole.flags)
    chosen = link.several("bases", t("Bases (rope_theta)"), list(known), list(known), words.base)
    if not chosen:
        st.info(t("Choose at least one base."))
        st.stop()
    mine = pd.concat([known[base] for base in chosen])
    usual = as_text(json.loads(whole.runs["config"].iloc[0]).get("rope_theta"))
    first = usual if usual in chosen else chosen[0]
    experiment = data.Experiment(whole.id, mine, "rope_theta")
    return Comparison("bases", experiment, f"{ROPE}, rope_theta={first}")


def _rules(runs: pd.DataFrame, whole: data.Experiment) -> Comparison:
    """The runs of RoPE as they were trained, and read under the rules that the reader chose at one factor."""
    mine = data.extended(runs, whole).only([ROPE])
    known = sorted({told for name in mine.runs["scaling"] if (told := factor_of(name))})
    if not known:
        _missing("rules", t("No run of this experiment was evaluated under a rule for longer texts yet."), "")
    left, right = st.columns([1, 2])
    options = [f"{factor:g}" for factor in known]
    with left:
        label = t("Factor: how many times the training length")
        factor = link.segments("factor", label, options, options[-1], lambda one: f"×{one}")
    fitting = mine.runs["scaling"][mine.runs["scaling"].map(lambda name: factor_of(name) in (None, float(factor)))]
    rules = {name.replace(f" x{factor}", ""): name for name in sorted(set(fitting) - {"none"})}
    with right:
        shown = [rule for rule in SHOWN if rule in rules] or list(rules)
        wanted = link.several("rules", t("Rules"), list(rules), shown, words.extension)
    narrowed = mine.narrowed(mine.runs["scaling"].isin(["none", *(rules[rule] for rule in wanted)]))
    return Comparison("rules", replace(narrowed, vary="scaling"), ROPE)


def _missing(kind: str, sentence: str, flags: str) -> None:
    """Say what is missing and what makes it, and end the page."""
    data.nothing_yet(sentence, COMMANDS[kind] + flags)
    st.stop()
