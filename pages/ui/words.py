"""Words for what core names: encodings, verdicts, statuses, reasons, columns, and the texts inside charts."""

from core.charts import AgainstWords, DepthWords, DifferenceWords, FrequencyWords, LengthWords, MapWords, SeriesWords
from core.report import labels
from core.results import BrokenFile
from pages.ui.language import language, mark, t

VERDICTS = (mark("better"), mark("worse"), mark("not separated"), mark("too few seeds"))
STATUSES = (mark("running"), mark("finished"), mark("diverged"), mark("interrupted"), mark("stopped?"))

# What core says of a file that is no run, by its code. The English reason may hold details; these sentences do not.
REASONS = {
    "empty": mark("it is empty"),
    "not_parquet": mark("it is not a parquet file"),
    "truncated": mark("it is cut off: the end of the file is missing"),
    "damaged": mark("it is damaged"),
    "no_footer": mark("it is a parquet file but no run: the footer 'position_lab' is missing"),
    "footer": mark("its footer is not that of a run"),
    "columns": mark("its columns are not those of a run"),
    "name": mark("its name cannot be that of a run"),
    "missing": mark("there is no run of this name"),
    "unreadable": mark("it cannot be read"),
}


def encoding(name: str) -> str:
    """The label of an encoding; the bare name of one that the registry does not know."""
    return labels.encoding(name, t)


def series(name: str) -> str:
    """The label of a series: its encoding, how it was extended, and whether a learned table was forced."""
    return labels.series(name, t)


def extension(label: str) -> str:
    """What a series names beside its encoding: "yarn x4" is YaRN (released code) ×4, "rope_theta=100" is base 100."""
    return labels.extension(label, t)


def base(text: str) -> str:
    """A base as one reads it, 10,000; whatever else a config held in its place as it is."""
    return labels.base(text)


def verdict(word: str) -> str:
    """A verdict in the reader's language; nothing where there is none."""
    return t(word) if word else ""


def reason(file: BrokenFile) -> str:
    """Why a file is no run, in the reader's language; the details that only English has stand behind it."""
    if language() == "en":
        return file.reason
    said = t(REASONS.get(file.code, REASONS["unreadable"]))
    plain = file.reason in REASONS.values()
    return said if plain else t("{sentence} (details: {details})", sentence=said, details=file.reason)


def for_series() -> SeriesWords:
    """What legends say."""
    return labels.for_series(t)


def for_lengths() -> LengthWords:
    """What the charts by length say."""
    return LengthWords(
        x=t("evaluation length (tokens)"),
        position=t("position in the text (means of 16 positions)"),
        y=t("loss of the last 64 tokens (nats/token)"),
        train_length=t("training length"),
        table_ends=t("table ends"),
        not_finite=t("not finite"),
        seed=t("seed"),
        value=t("value"),
        encoding=t("position encoding"),
        series=for_series(),
    )


def for_against(y: str) -> AgainstWords:
    """What the picture of loss and accuracy says; `y` is the accuracy in words."""
    x, series = t("loss (nats/token), lower is better"), for_series()
    return AgainstWords(x=x, y=y, encoding=t("position encoding"), series=series)


def for_depths() -> DepthWords:
    """What the needle's maps say."""
    return DepthWords(
        x=t("length of the text (tokens)"),
        y=t("depth of the needle (% of the text)"),
        share=t("found"),
        seeds=t("seeds"),
        series=for_series(),
    )


def for_differences() -> DifferenceWords:
    """What the chart of paired differences says."""
    return DifferenceWords(
        x=t("difference (nats/token)"),
        seed=t("seed"),
        mean=t("mean difference"),
        interval=t("95% t interval"),
        verdict=t("verdict"),
        encoding=t("position encoding"),
        verdicts={verdict: t(verdict) for verdict in VERDICTS},
        series=for_series(),
    )


def for_frequencies() -> FrequencyWords:
    """What the charts of wavelengths and turns say."""
    return FrequencyWords(
        pair=t("pair (0 is the fastest)"),
        wavelength=t("wavelength (tokens for one turn)"),
        turns=t("turns in the window"),
        window=t("training window: {length} tokens"),
        finished=t("finishes a turn in the window"),
        never=t("never finishes a turn"),
        still=t("pairs that do not turn"),
        one=t("pair {pair}"),
        turned=t("{turns} turns"),
    )


def for_map() -> MapWords:
    """What the map of pairs and positions says."""
    return MapWords(
        x=t("position or distance in windows (above: in tokens)"),
        pair=t("pair (0 is the fastest)"),
        trained=t("inside the training window"),
        seen=t("beyond it, at an angle that training has shown"),
        unseen=t("beyond it, at an angle never seen"),
        positions=t("positions"),
    )


def columns() -> dict[str, str]:
    """Headings for the columns of the tables that stand below charts."""
    return labels.columns(t) | {
        "mean": t("mean"),
        "std": t("standard deviation"),
        "base": t("base (rope_theta)"),
        "from_distance": t("from distance"),
        "to_distance": t("to distance"),
        "lowest": t("lowest"),
        "highest": t("highest"),
        "distance": t("distance (tokens)"),
        "bound": t("bound"),
        "up_to": t("up to base"),
        "tried": t("bases tried"),
        "least_low": t("least cosine sum, lowest"),
        "least_high": t("least cosine sum, highest"),
        "context": t("context (tokens)"),
        "published_base": t("published least base"),
        "published_sum": t("least cosine sum there"),
        "at_distance": t("at distance (tokens)"),
        "our_base": t("least base found here"),
        "pair": t("pair (0 is the fastest)"),
        "inv_freq": t("inverse frequency (rad/token)"),
        "wavelength": t("wavelength (tokens for one turn)"),
        "turns": t("turns in the window"),
        "degrees": t("angles shown (degrees)"),
        "finished": t("finishes a turn"),
        "first": t("first position"),
        "last": t("last position"),
        "kind": t("angle"),
    }


def count(n: int, asked: int, finished: int) -> str:
    """How many seeds a mean is over: all of them, or how many of those that were asked for."""
    return labels.count(n, asked, finished, t)
