"""What a source may leave open, and what a person said to it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Answers:
    """What cannot be inferred, or was inferred wrongly; an empty answer leaves it to be inferred."""

    run_column: str = ""  # of a table
    step_column: str = ""
    metric_column: str = ""  # of a table with one row a value
    value_column: str = ""
    val_loss: str = ""  # the name of the validation loss, or "none"
    train_length: int = 0  # tokens of a training window
    group: str = ""  # the config field that tells what is compared, or "name"
    seed: str = ""  # the config field that holds the seed, or "order"
    ignore: tuple[str, ...] = ()  # config fields that need not agree among runs that are compared


@dataclass(frozen=True, kw_only=True)
class Question:
    """A field of Answers that a person has to fill, what to say of it, and what there is to choose from."""

    field: str
    options: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What is open, and how the command line is told."""
        among = f" Choose one of: {', '.join(self.options[:20])}." if self.options else ""
        return f"{ASKED[self.field]} Say it with --{self.field.replace('_', '-')}.{among}"


ASKED = {
    "run_column": "No column of the table is known to name the run.",
    "step_column": "No column of the table is known to hold the step.",
    "metric_column": "No column of the table is known to name the metric.",
    "value_column": "No column of the table is known to hold the value.",
    "val_loss": 'It is not clear which metric is the validation loss ("none" leaves it out).',
    "train_length": "No config says how many tokens a training window has, so no loss can be compared.",
    "seed": 'Neither a config nor a name says the seed of every run ("order" numbers those of a group as they come).',
}
