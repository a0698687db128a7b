"""Finished rotary runs trained a little further on longer windows, their rotation turned by a rule or removed.

A continued run is a run of its own. Those of one length and number of steps are one experiment, whatever their rule,
so that rules are compared as encodings are: by pairs of one seed, which begin with the same weights and see the same
windows in the same order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.positions.scaling_rules import Setting
from core.results import Store
from core.results.identity import experiment
from core.training.config import RunConfig
from core.training.extension import Extension, extensions
from core.training.finished import Finished, finished
from core.training.sweep import Outcome, recorded
from core.training.train import Options, resolve, resume, train

# One schedule for every rule, set beforehand: half as high as the start's own, with the 20 steps of warm-up that PI
# (arXiv 2306.15595, section 3.1) and YaRN (arXiv 2309.00071, section 4.1) take. DroPE's paper retrains at a higher rate
# than it pretrained at; here it has the others' rate, so that a difference is the rule's and not the rate's.
RATE = 0.5  # peak and final learning rate, as a share of the start's
WARMUP_STEPS = 20
EVAL_EVERY = 50  # steps
BASE = 500_000.0  # of abf, the paper's (arXiv 2309.16039, section 2.1)


@dataclass(frozen=True)
class Plan:
    """A run that is to go on from another."""

    start: Finished
    config: RunConfig


def plans(
    names: Sequence[str],
    store: Store,
    weights: Path,
    scalings: Sequence[str],
    factor: float,
    steps: Sequence[int],
    base: float = BASE,
) -> list[Plan]:
    """Every run by every rule for every number of steps, seed by seed within a number of steps.

    Raises ValueError in one sentence for a run that cannot go on, an unknown rule, or a factor that fits no window.
    """
    starts = [finished(name, store, weights) for name in names]
    return [
        Plan(start, continued(start, rule, factor, count))
        for count in steps
        for start in starts
        for rule in _rules(start.config.train_length, scalings, factor, base)
    ]


def continued(start: Finished, rule: Extension, factor: float, steps: int) -> RunConfig:
    """The config of a run that goes on from `start` on windows `factor` times as long, with as many tokens a step."""
    before = start.config
    length = round(before.train_length * factor)
    windows, left = divmod(before.tokens_per_step, max(length, 1))
    if length < 2 or length != before.train_length * factor or left:
        raise ValueError(
            f"The factor is {factor:g}; {before.batch_size} windows of {before.train_length} tokens must make whole "
            f"windows of that many times the length, as they do for a factor of 2 or 4."
        )
    return replace(
        before,
        steps=steps,
        train_length=length,
        batch_size=windows,
        learning_rate=before.learning_rate * RATE,
        min_learning_rate=before.min_learning_rate * RATE,
        warmup_steps=min(WARMUP_STEPS, steps),
        eval_every=EVAL_EVERY,
        eval_lengths=tuple(sorted({*before.eval_lengths, length})),
        scaling=rule.label,
        start=f"{before.encoding} {experiment(start.run.footer)}",
        native_length=before.train_length,
    )


def go_on(
    planned: Sequence[Plan], store: Store, options: Options, begin: Callable[[RunConfig], None] = lambda config: None
) -> list[Outcome]:
    """Train every plan and return how each ended; a run that fails is said and the next one begins.

    A finished run is skipped, and one that was stopped goes on where it was; an interrupted run stops the rest.
    """
    outcomes = list[Outcome]()
    for plan in planned:
        begin(plan.config)
        try:
            outcomes.append(_one(plan, store, options))
        except Exception as error:  # whatever one run dies of must not cost the others
            outcomes.append(Outcome(plan.config.run_id(), "failed", str(error) or type(error).__name__))
        if outcomes[-1].status == "interrupted":
            break
    return outcomes


def _one(plan: Plan, store: Store, options: Options) -> Outcome:
    plan.start.corpus()  # refuses a corpus that has changed
    config, _ = resolve(plan.config)
    known = recorded(store, config).set_index("status")["name"]
    if "finished" in known:
        return Outcome(config.run_id(), "skipped", "finished before")
    if "running" in known:
        return Outcome(config.run_id(), "failed", "it says that it runs; if it does not, try again in five minutes")
    stopped = [name for status, name in known.items() if status in ("interrupted", "stopped?")]
    kept = [name for name in stopped if options.checkpoints and (options.checkpoints / f"{name}.safetensors").exists()]
    name = resume(kept[0], store, options) if kept else train(config, store, options, plan.start)
    footer = store.read(name).footer
    return Outcome(footer.run_id, footer.status, footer.message)


def _rules(native_length: int, scalings: Sequence[str], factor: float, base: float) -> list[Extension]:
    """The rules at this factor; "none" goes on as the run always turned."""
    changing = [name for name in scalings if name != "none"]
    made = {rule.scaling: rule for rule in extensions(native_length, changing, [factor], Setting(base=base))}
    made["none"] = Extension("none", Setting(native_length=native_length))
    return [made[name] for name in scalings]
