"""Numbers as text: as many digits as the uncertainty supports."""

import math

MOST_DECIMALS = 6
MISSING = "–"


def decimals(std: float) -> int | None:
    """How many decimals show two significant digits of a std, from 0 to 6; None where there is no spread to go by."""
    if not math.isfinite(std) or std <= 0:
        return None
    exponent = int(f"{std:.1e}".split("e")[1])  # after rounding: 0.0996 has the digits of 0.10
    return min(max(1 - exponent, 0), MOST_DECIMALS)


def number(value: float, places: int | None = None) -> str:
    """The value with that many decimals, or with four significant digits; NaN and Inf are said, never hidden."""
    if value is None or math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    if places is None or abs(value) >= 1e7:
        return f"{value:#.4g}".removesuffix(".")
    text = f"{value:.{places}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def mean_std(mean: float, std: float, n: int) -> str:
    """ "1.604 ± 0.012", the mean alone at n = 1, and a dash where no value entered."""
    if n == 0:
        return MISSING
    if n == 1:
        return number(mean)
    spread = std_text(std)
    return f"{number(mean, decimals(std))} ± {spread}"


def std_text(std: float) -> str:
    """A std with two significant digits; below the last decimal that is shown, in powers of ten."""
    places = decimals(std)
    small = places is not None and std < 10.0**-MOST_DECIMALS
    return f"{std:.1e}" if small else number(std, places)


def count_label(n: int, asked: int, finished: int) -> str:
    """How many seeds a mean is over: "3", "2 of 3 finished", or, where a finished run lacks the number, "2 of 3"."""
    if n == asked:
        return str(n)
    return f"{n} of {asked} finished" if n == finished else f"{n} of {asked} with a value"


def grouped(value: float) -> str:
    """The value with three significant digits and thousands in groups, "5,220" or "0.0412"; below 0.001 as that."""
    return f"{float(f'{value:.3g}'):,.12g}" if value >= 0.001 or value == 0 else "< 0.001"
