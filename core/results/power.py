"""What a comparison could have seen: the smallest gap between two means that would have made a verdict.

Cohen 1988, chapter 2, with the t distribution's noncentral form in place of his tables.
"""

from functools import lru_cache

import numpy as np
from jaxtyping import Float
from scipy import optimize, stats

from core.results.rule import LEVEL, holm

POWER = 0.8


def levels(p: Float[np.ndarray, " comparisons"]) -> Float[np.ndarray, " comparisons"]:
    """The level at which Holm's procedure would test each p, were it the smallest of those that it has not rejected.

    The others are taken as they are: 0.05 over the number of comparisons left when it has rejected all it can.
    """
    p = np.asarray(p, np.float64)
    found = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    for one in known:
        # Beside a p of 1, which no procedure rejects, Holm rejects of the others all that it can before this one.
        beside = p[known].copy()
        beside[known == one] = 1.0
        found[one] = LEVEL / (len(known) - int(np.sum(holm(beside) < LEVEL)))
    return found


def unseen(error: float, freedom: float, level: float, *floors: float) -> float:
    """The gap below which no verdict could have been given: the critical t of the standard error, or a larger floor."""
    return float(np.nanmax([stats.t.ppf(1 - level / 2, freedom) * error, *floors]))


def found(error: float, freedom: float, level: float, *floors: float) -> float:
    """The true gap that passes each of the same bars in 80% of repetitions, `error` taken as the true one.

    A bar that does not move with the seeds is passed when the mean difference, which is normal, exceeds it.
    """
    bar = np.nanmax([0.0, *floors])
    beyond = bar + stats.norm.ppf(POWER) * error if bar else 0.0
    return float(max(noncentrality(round(freedom, 6), round(level, 12)) * error, beyond))


@lru_cache(maxsize=512)
def noncentrality(freedom: float, level: float, power: float = POWER) -> float:
    """The noncentrality (true gap over its standard error) at which a two-sided t test at this level has that power."""
    critical = stats.t.ppf(1 - level / 2, freedom)

    def short(shift: float) -> float:
        # On the wrong side nothing is left from a shift of 6 on: less than 1e-9, which scipy gives as NaN.
        wrong_side = np.nan_to_num(stats.nct.cdf(-critical, freedom, shift))
        return stats.nct.sf(critical, freedom, shift) + wrong_side - power

    return float(optimize.brentq(short, 0.0, 2 * critical + 10))
