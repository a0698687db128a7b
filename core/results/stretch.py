"""What the name of an extension says: "yarn x4 beta_fast=16" is the rule yarn at factor 4."""

import re


def factor_of(scaling: str) -> float | None:
    """The factor in the name of an extension; None where its rule takes none or the name is somebody else's."""
    found = re.search(r" x(\d+(?:\.\d+)?)(?= |$)", scaling)
    return float(found.group(1)) if found else None
