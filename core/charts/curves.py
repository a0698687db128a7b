"""Loss while training: mean lines with what surrounds them, in Vega-Lite."""

import pandas as pd

from core.charts import curve_data
from core.charts.chart import Chart
from core.charts.curve_data import CurveOptions
from core.charts.curve_specs import CurveWords, curve_spec
from core.charts.scales import floored, positive
from core.charts.series import Series, looks, relabelled


def curves(
    rows: pd.DataFrame,
    runs: pd.DataFrame | None = None,
    options: CurveOptions | None = None,
    words: CurveWords | None = None,
    replaced: pd.DataFrame | None = None,
) -> Chart:
    """The curves of one metric from the rows of a Store; `runs` (the index) adds seeds that logged nothing to n.

    The raw curve stays visible under a smoothed one. A mean is drawn only where all its seeds have a finite value;
    beyond the shortest seed its line is thin and says its n. What is not finite is a cross at its step. `replaced`
    holds what earlier attempts had logged at steps that a later one logged anew; it is faint. Both axes hold every
    seed, whatever is drawn around the mean.
    """
    options, words = options or CurveOptions(), words or CurveWords()
    rows, replaced = (_within(frame, options) for frame in (rows, rows.iloc[:0] if replaced is None else replaced))
    table = curve_data.means(rows, runs, options)
    lines = curve_data.seeds(rows, options.x)
    if table.empty:
        raise ValueError("nothing to draw: no step was logged by every seed of these runs")
    made = looks(table, words.series)
    domains = curve_data.domains(table, lines, options)
    shown, shown_lines = curve_data.on_screen(table, lines)
    if options.log_y:
        shown = shown.assign(mean=positive(shown["mean"]), lo=floored(shown["lo"], domains[1]))
        shown_lines = shown_lines.assign(value=positive(shown_lines["value"]))
    datasets = _datasets(table, lines, shown, shown_lines, made, options)
    datasets["replaced"] = relabelled(curve_data.replaced(replaced, options.x), made)
    few = shown.groupby("series", observed=True).size().max() <= 40
    spec = curve_spec(list(made.values()), options, words, domains, bool(few))
    return Chart(spec, _table(table, made, options), datasets)


def _within(rows: pd.DataFrame, options: CurveOptions) -> pd.DataFrame:
    """The rows of the steps that are looked at."""
    return rows[rows["step"].between(*options.steps)] if options.steps else rows


def _datasets(
    table: pd.DataFrame,
    lines: pd.DataFrame,
    shown: pd.DataFrame,
    shown_lines: pd.DataFrame,
    made: dict[str, Series],
    options: CurveOptions,
) -> dict[str, pd.DataFrame]:
    """The frames of the spec's layers, with what is drawn of them alone."""
    whole, fewer = curve_data.parted(shown)
    falls = curve_data.falls(table)
    columns = ["series", "x", "mean", "lo", "hi", "smooth"]
    lonely = curve_data.alone(shown, ["series"], "mean").rename(columns={"mean": "value"})
    if options.members:
        seeds = curve_data.alone(shown_lines, ["series", "seed"], "value")
        lonely = pd.concat([lonely, seeds], ignore_index=True)
    datasets = {
        "means": _small(relabelled(whole, made)[columns]),
        "fewer": _small(relabelled(fewer, made)[["series", "x", "mean"]]),
        "falls": relabelled(falls, made).assign(text="n=" + falls["n"].astype(str))[["series", "x", "mean", "text"]],
        "lines": _small(relabelled(shown_lines, made)[["series", "seed", "x", "value"]]),
        "alone": relabelled(lonely, made)[["series", "x", "value"]],
        "odd": relabelled(curve_data.odd_values(lines, options.log_y), made),
        "hover": curve_data.read_out(table, {name: one.label for name, one in made.items()}),
    }
    if not options.members:
        del datasets["lines"]
    return datasets


def _small(frame: pd.DataFrame) -> pd.DataFrame:
    """Floats as float32, which is more than a screen shows."""
    floats = frame.select_dtypes("float64").columns
    return frame.astype(dict.fromkeys(floats, "float32")).reset_index(drop=True)


def _table(table: pd.DataFrame, made: dict[str, Series], options: CurveOptions) -> pd.DataFrame:
    """The numbers of the chart, never smoothed and never thinned."""
    columns = ["series", "step", "x", "mean", "std", "n", "asked", "nonfinite"]
    named = relabelled(table, made)[columns]
    return named.drop(columns="x") if options.x == "step" else named.rename(columns={"x": options.x})
