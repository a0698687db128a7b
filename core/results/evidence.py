"""From a number in a table back to the runs that it was made from."""

import pandas as pd

RULES = {
    "val_loss": "window_loss at the training length, split val, at the run's last evaluation",
    "rise_at_2x": "tail_loss at twice the training length minus tail_loss at it, at the run's last evaluation",
    "rise_ratio_at_2x": "tail_loss at twice the training length divided by tail_loss at it, at the last evaluation",
    "window_loss": "mean loss over every position of windows of this length, at the run's last evaluation",
    "tail_loss": "mean loss over the same last 64 target tokens at every length, at the run's last evaluation",
    "exact_match": "share of a task's texts of this length whose whole answer is right, at the run's last evaluation",
    "token_accuracy": "share of the answers' tokens in texts of this length that are right, at the last evaluation",
}
COLUMNS = "name run_id seed status step value used replaces rule config".split()


def evidence(
    values: pd.DataFrame,
    series: str,
    metric: str,
    eval_length: int | None = None,
    experiment: str | None = None,
) -> pd.DataFrame:
    """The runs behind one cell: their names, steps and values, whether each entered the mean, and the rule."""
    chosen = (values["series"] == series) & (values["metric"] == metric)
    if eval_length is not None:
        chosen &= (values["eval_length"] == eval_length).fillna(False)
    if experiment is not None:
        chosen &= values["experiment"] == experiment
    found = values[chosen].assign(rule=RULES.get(metric, metric))
    return found[COLUMNS].sort_values("seed", ignore_index=True)
