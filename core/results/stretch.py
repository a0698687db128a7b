"""What the name of an extension says: "yarn x4 beta_fast=16" is the rule yarn at factor 4."""

import math
import re
from collections.abc import Iterable


def factor_of(scaling: str) -> float | None:
    """The factor in the name of an extension; None where its rule takes none or the name is somebody else's."""
    found = re.search(r" x(\d+(?:\.\d+)?)(?= |$)", scaling)
    return float(found.group(1)) if found else None


def nearest_factor(scalings: Iterable[str], factor: float) -> float | None:
    """Of the factors in these names the one nearest to the given one, as a ratio; None where no name has one."""
    known = {found for name in scalings if (found := factor_of(name))}
    return min(known, key=lambda one: abs(math.log(one / factor)), default=None)
